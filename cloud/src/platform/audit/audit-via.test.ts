import { createHash } from 'node:crypto';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { up } from '../../kit/db/migrations/0106-audit-via.ts';
import { createAuditService } from './audit.service.ts';
import { beginOf, NO_DAY_BEFORE, sealOf } from './audit-chain.ts';
import { anEntry, store } from './testing/entries.ts';

const DAY = '2026-03-01';
const at = beginOf(DAY) + Hours(9);
const quiet = { info: () => undefined };

/** A day as every release before the column sealed it: a line of 15 values an entry. */
const SEALED_ENTRY = {
  id: 'aud_0123456789abcdef',
  at,
  tenant: 'user:usr_1',
  actor: 'user:usr_1',
  acting_as: null,
  realm: 'org_1',
  site: null,
  event: 'door.rename',
  target: 'door_1',
  outcome: 'ok',
  status: 200,
  duration_ms: 4,
  request_id: 'req_0123456789abcdef',
  remote_address: '192.0.2.1',
  endpoint: 'doors.rename',
};
const sealBefore = () => {
  const line = `${JSON.stringify(Object.values(SEALED_ENTRY))}\n`;
  const entries_hash = createHash('sha256').update(line).digest('hex');
  const day = { day: DAY, entries: 1, entries_hash, previous: NO_DAY_BEFORE };
  return { ...day, hash: sealOf(day), sealed_at: at, forgotten_at: null };
};

it.each(ENGINES)('a day that was sealed before entries had a way in stands, on $name', async ({ open }) => {
  const db = await open();
  await db.write(async (tx) => {
    await sql.raw('alter table audit_entry drop column via').execute(tx);
    await tx
      .insertInto('audit_entry')
      .values(SEALED_ENTRY as never)
      .execute();
    await tx.insertInto('audit_day').values(sealBefore()).execute();
    await up(tx as Kysely<unknown>);
  });
  const audit = createAuditService({ db, clock: new ManualClock('2026-03-02T09:00:00.000Z'), log: quiet });
  expect(await audit.verify()).toMatchObject({ intact: true, days: [{ state: 'intact', entries: 1 }] });
  await db.write((tx) => tx.updateTable('audit_entry').set({ via: 'rest' }).execute());
  expect((await audit.verify()).days).toMatchObject([{ state: 'entries_changed' }]);
});

it.each(ENGINES)('finds the day in which an entry came in another way than was sealed, on $name', async ({ open }) => {
  const db = await open();
  const audit = createAuditService({ db, clock: new ManualClock('2026-03-03T09:00:00.000Z'), log: quiet });
  const asked = anEntry({ at, via: 'graphql' });
  await store(db, [asked, anEntry({ at })]);
  await audit.seal();
  const say = (via: string) =>
    db.write((tx) => tx.updateTable('audit_entry').set({ via }).where('id', '=', asked.id).execute());
  const stateNow = async () => (await audit.verify({ from: DAY, to: DAY })).days[0]?.state;
  expect(await stateNow()).toBe('intact');
  for (const other of ['http', 'tool', '']) {
    await say(other);
    expect(await stateNow(), other).toBe('entries_changed');
  }
  await say('graphql');
  expect(await stateNow()).toBe('intact');
});

it.each(ENGINES)(
  'finds the day in which an entry came in another session than was sealed, on $name',
  async ({ open }) => {
    const db = await open();
    const audit = createAuditService({ db, clock: new ManualClock('2026-03-03T09:00:00.000Z'), log: quiet });
    const [inSession, byKey] = [anEntry({ at, session_id: 'ses_1' }), anEntry({ at })];
    await store(db, [inSession, byKey]);
    await audit.seal();
    const stateNow = async () => (await audit.verify({ from: DAY, to: DAY })).days[0]?.state;
    const say = (id: string, session_id: string | null) =>
      db.write((tx) => tx.updateTable('audit_entry').set({ session_id }).where('id', '=', id).execute());
    expect(await stateNow()).toBe('intact');
    for (const [id, was, other] of [
      [inSession.id, 'ses_1', 'ses_2'],
      [inSession.id, 'ses_1', null],
      [byKey.id, null, 'ses_1'],
    ] as const) {
      await say(id, other);
      expect(await stateNow()).toBe('entries_changed');
      await say(id, was);
    }
    expect(await stateNow()).toBe('intact');
  },
);
