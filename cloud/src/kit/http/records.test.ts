import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../db/engines.ts';
import type { Database } from '../db/unit-of-work.ts';
import { type AuditEntry, auditLog } from './audit.ts';
import { type RequestLogEntry, requestLog } from './request-log.ts';
import { memoryKit } from './testing/memory-kit.ts';

const attempt = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 'aud_1',
  at: 1_767_225_600_000,
  tenant: 'ptr_1',
  actor: 'key:1',
  acting_as: null,
  realm: null,
  site: null,
  event: 'thing.moved',
  target: null,
  outcome: 'ok',
  status: 200,
  duration_ms: 3,
  request_id: 'req_1',
  remote_address: '203.0.113.9',
  endpoint: 'things.move',
  via: 'http',
  session_id: null,
  ...overrides,
});
const request = (n: number): RequestLogEntry => ({
  request_id: `req_${n}`,
  tenant: null,
  key_id: null,
  at: 1_767_225_600_000 + n,
  method: 'GET',
  path: '/',
  endpoint: null,
  status: 404,
  duration_ms: 0,
  remote_address: '203.0.113.9',
});

describe.each(ENGINES)('the audit on $name', ({ open }) => {
  let db: Database;
  beforeEach(async () => {
    db = await open();
  });
  const rows = () => db.read((tx) => tx.selectFrom('audit_entry').selectAll().execute());

  it('keeps a row exactly as it was given', async () => {
    await auditLog(db).addAlone(attempt());
    expect(await rows()).toEqual([attempt()]);
  });
  it('writes the row of an attempt with the unit that decides it, and loses it with that', async () => {
    const audit = auditLog(db);
    await db.write((tx) => audit.add(tx, attempt()));
    const undone = db.write(async (tx) => {
      await audit.add(tx, attempt({ id: 'aud_2' }));
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await rows()).toEqual([attempt()]);
  });
  it('adds nothing for an attempt whose unit was committed, and the refusal for one whose unit was not', async () => {
    const audit = auditLog(db);
    await db.write((tx) => audit.add(tx, attempt()));
    await audit.addAlone(attempt({ outcome: 'internal_error', status: 500 }));
    expect(await rows()).toEqual([attempt()]);
  });
});

describe.each(ENGINES)('the request log on $name', ({ open }) => {
  let db: Database;
  beforeEach(async () => {
    db = await open();
  });
  const ids = async () =>
    (await db.read((tx) => tx.selectFrom('request_log').select('request_id').orderBy('at').execute())).map(
      ({ request_id }) => request_id,
    );

  it('writes what came in 200 ms as one group, without a timer while nothing does', async () => {
    const clock = new ManualClock();
    let units = 0;
    const counted: Pick<Database, 'write'> = {
      write: (work) => {
        units++;
        return db.write(work);
      },
    };
    const log = requestLog(counted, clock, memoryKit().log);
    expect(clock.pendingTimers).toBe(0);
    for (let n = 0; n < 10; n++) log.add(request(n));
    await clock.advance(Milliseconds(200));
    await log.flush();
    expect(units).toBe(1);
    expect(await ids()).toHaveLength(10);
    expect(clock.pendingTimers).toBe(0);
  });
  it('writes what is waiting when it is closed', async () => {
    const clock = new ManualClock();
    const log = requestLog(db, clock, memoryKit().log);
    for (let n = 0; n < 1_200; n++) log.add(request(n));
    await log.close();
    expect(await ids()).toHaveLength(1_200);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('the request log while the database is away', () => {
  it('says what it lost, goes on, and holds no more than it may', async () => {
    const kit = memoryKit();
    let written = 0;
    let away = true;
    const db = {
      write: async () => {
        if (away) throw new Error('away');
        written++;
        return undefined as never;
      },
    };
    const log = requestLog(db, kit.clock, kit.log);
    for (let n = 0; n < 20_100; n++) log.add(request(n));
    await log.flush();
    expect(kit.logged).toContainEqual(expect.objectContaining({ level: 'warn', fields: { dropped: 100 } }));
    expect(kit.logged.filter(({ level }) => level === 'error')).toHaveLength(40);
    away = false;
    log.add(request(1));
    await log.close();
    expect(written).toBe(1);
  });
});
