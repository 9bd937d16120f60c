import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from './db/engines.ts';
import type { Database } from './db/unit-of-work.ts';
import { requestLogRepo } from './http/request-log.repo.ts';
import { type Retained, startRetention } from './retention.ts';

const LOG: Retained = {
  name: 'request_log',
  keep: Days(30),
  deleteBefore: (tx, at, limit) => requestLogRepo(tx).deleteBefore(at, limit),
};

describe.each(ENGINES)('retention on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  const failures: object[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (fields: object) => void failures.push(fields) };
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    failures.length = 0;
  });
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
    (await db.read((tx) => tx.selectFrom('request_log').select('request_id').execute())).map((row) => row.request_id);

  it('forgets requests when they are more than 30 days old, and no others', async () => {
    await requests(2, Days(30), 'exactly');
    await requests(2, Days(30) + 1, 'over');
    const retention = startRetention([LOG], { db, clock, log });
    await retention.sweep();
    expect((await left()).sort()).toEqual(['exactly_0', 'exactly_1']);
    await clock.advance(Hours(1));
    await retention.close();
    expect(await left()).toEqual([]);
  });

  it('does so in units of at most 500 rows', async () => {
    await requests(1_201, Days(31));
    const units: number[] = [];
    const counted: Retained = {
      ...LOG,
      deleteBefore: async (tx, at, limit) => {
        const gone = await LOG.deleteBefore(tx, at, limit);
        units.push(gone);
        return gone;
      },
    };
    const retention = startRetention([counted], { db, clock, log });
    await retention.sweep();
    await retention.close();
    expect(units.filter((gone) => gone > 0)).toEqual([500, 500, 201]);
    expect(await left()).toEqual([]);
  });

  it('goes on with other kinds, and with the next hour, where one fails', async () => {
    await requests(1, Days(31));
    let broken = true;
    const failing: Retained = {
      name: 'broken',
      keep: Days(1),
      deleteBefore: async () => {
        if (broken) throw new Error('disk');
        return 0;
      },
    };
    const retention = startRetention([failing, LOG], { db, clock, log });
    await retention.sweep();
    expect(await left()).toEqual([]);
    expect(failures).toMatchObject([{ kind: 'broken' }, { kind: 'broken' }]);
    broken = false;
    await retention.sweep();
    expect(failures).toHaveLength(2);
    await retention.close();
  });

  it('two replicas that sweep at once forget everything, and nothing twice', async () => {
    await requests(700, Days(31));
    await requests(3, Days(1), 'young');
    const replicas = [startRetention([LOG], { db, clock, log }), startRetention([LOG], { db, clock, log })];
    await Promise.all(replicas.map((replica) => replica.close()));
    await Promise.all(replicas.map((replica) => replica.sweep()));
    const last = startRetention([LOG], { db, clock, log });
    await last.sweep();
    await last.close();
    expect((await left()).sort()).toEqual(['young_0', 'young_1', 'young_2']);
    expect(failures).toEqual([]);
  });
});
