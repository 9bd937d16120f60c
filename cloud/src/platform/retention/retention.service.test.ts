import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { requestLogRepo } from '../../kit/http/request-log.repo.ts';
import type { RetentionPolicy } from './retention.ports.ts';
import { createRetentionService } from './retention.service.ts';

const LOG: RetentionPolicy = {
  name: 'request_log',
  what: 'requests',
  days: { min: 7, default: 30, max: 365 },
  deleteBefore: (tx, at, limit) => requestLogRepo(tx).deleteBefore(at, limit),
};

describe.each(ENGINES)('retention on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  const failures: unknown[] = [];
  const log = { error: (fields: unknown) => void failures.push(fields) };
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    failures.length = 0;
  });
  const over = (...kinds: readonly RetentionPolicy[]) => createRetentionService({ db, clock, log, kinds: () => kinds });
  const requests = (count: number, agoMs: number, name = 'req') =>
    db.write(async (tx) => {
      for (let from = 0; from < count; from += 100)
        await tx
          .insertInto('request_log')
          .values(
            Array.from({ length: Math.min(100, count - from) }, (_, i) => ({
              request_id: `${name}_${from + i}`,
              tenant: 'ptr_1',
              key_id: null,
              at: clock.wallMs() - agoMs,
              method: 'GET',
              path: '/',
              endpoint: null,
              status: 200,
              duration_ms: 1,
              remote_address: '203.0.113.9',
            })),
          )
          .execute();
    });
  const left = async () =>
    (await db.read((tx) => tx.selectFrom('request_log').select('request_id').execute()))
      .map((row) => row.request_id)
      .sort();

  it('forgets records when they are older than their kind is kept, and no others', async () => {
    await requests(2, Days(30), 'exactly');
    await requests(2, Days(30) + 1, 'over');
    await over(LOG).sweep();
    expect(await left()).toEqual(['exactly_0', 'exactly_1']);
  });

  it('keeps them for as long as was set, and for the default again', async () => {
    const retention = over(LOG);
    const set = (keepDays: number | null) =>
      db.write((tx) => retention.set(tx, [{ kind: 'request_log', keepDays }], 'usr_1'));
    await requests(1, Days(40), 'old');
    await requests(1, Days(20), 'young');
    expect(await set(50)).toMatchObject([{ name: 'request_log', keepDays: 50, setBy: 'usr_1' }]);
    await retention.sweep();
    expect(await left()).toEqual(['old_0', 'young_0']);
    expect(await set(null)).toMatchObject([{ keepDays: 30, setBy: null }]);
    await retention.sweep();
    expect(await left()).toEqual(['young_0']);
  });

  it('refuses what is shorter than the minimum, longer than the maximum, or unknown, and then sets nothing', async () => {
    const retention = over(LOG);
    const set = (kind: string, keepDays: number) =>
      db.write((tx) =>
        retention.set(
          tx,
          [
            { kind: 'request_log', keepDays: 14 },
            { kind, keepDays },
          ],
          'usr_1',
        ),
      );
    await expect(set('request_log', 6)).rejects.toThrow('keepDays: request_log is kept for 7 to 365 days.');
    await expect(set('request_log', 366)).rejects.toThrow('7 to 365');
    await expect(set('requests', 30)).rejects.toThrow('kinds: there is no kind requests.');
    expect(await db.read(retention.policy)).toMatchObject([{ keepDays: 30 }]);
  });

  it('keeps to a minimum that was raised after the setting was made', async () => {
    await db.write((tx) => over(LOG).set(tx, [{ kind: 'request_log', keepDays: 7 }], 'usr_1'));
    const stricter = over({ ...LOG, days: { ...LOG.days, min: 20 } });
    expect(await db.read(stricter.policy)).toMatchObject([{ keepDays: 20 }]);
  });

  it('goes in units of at most 500 rows', async () => {
    await requests(1_201, Days(31));
    const units: number[] = [];
    const counted: RetentionPolicy = {
      ...LOG,
      deleteBefore: async (tx, at, limit) => {
        const gone = await LOG.deleteBefore(tx, at, limit);
        units.push(gone);
        return gone;
      },
    };
    await over(counted).sweep();
    expect(units.filter((gone) => gone > 0)).toEqual([500, 500, 201]);
    expect(await left()).toEqual([]);
  });

  it('goes on with other kinds where one fails, and says so', async () => {
    await requests(1, Days(31));
    const failing: RetentionPolicy = {
      ...LOG,
      name: 'broken',
      deleteBefore: async () => Promise.reject(new Error('disk')),
    };
    await expect(over(failing, LOG).sweep()).rejects.toThrow('not forgotten: broken');
    expect(await left()).toEqual([]);
    expect(failures).toMatchObject([{ kind: 'broken' }]);
  });

  it('two that sweep at once forget everything, and nothing twice', async () => {
    await requests(700, Days(31));
    await requests(3, Days(1), 'young');
    await Promise.all([over(LOG).sweep(), over(LOG).sweep()]);
    await over(LOG).sweep();
    expect(await left()).toEqual(['young_0', 'young_1', 'young_2']);
  });
});
