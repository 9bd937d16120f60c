import { createHash } from 'node:crypto';
import { Days, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { AuditEntry } from '../../kit/http/audit.ts';
import { type AuditService, createAuditService } from './audit.service.ts';
import { beginOf } from './audit-chain.ts';
import { verify } from './audit-verify.ts';
import { anEntry, store } from './testing/entries.ts';

const FIRST = '2026-03-01';
const at = (day: string, after: number = Hours(9)) => beginOf(day) + after;
const quiet = { info: () => undefined };

describe.each(ENGINES)('the seals of the audit on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let audit: AuditService;
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock('2026-03-05T09:00:00.000Z');
    audit = createAuditService({ db, clock, log: quiet });
  });
  const change = (values: Partial<AuditEntry>, id: string) =>
    db.write((tx) => tx.updateTable('audit_entry').set(values).where('id', '=', id).execute());
  const remove = (id: string) => db.write((tx) => tx.deleteFrom('audit_entry').where('id', '=', id).execute());
  const seals = () => db.read((tx) => tx.selectFrom('audit_day').selectAll().orderBy('day').execute());
  const states = async () => (await audit.verify()).days.map(({ day, state }) => `${day.slice(-2)} ${state}`);
  const forget = async (before: number, limit = 1_000) => {
    let gone = limit;
    while (gone === limit) gone = await db.write((tx) => audit.forgetBefore(tx, before, limit));
  };
  /** Three entries on the first day, none on the second, two on the third, one on the fourth. */
  const fourDays = async () => {
    const entries = [
      anEntry({ at: at(FIRST) }),
      anEntry({ at: at(FIRST), target: 'door_1' }),
      anEntry({ at: at(FIRST, Hours(24) - 1) }),
      anEntry({ at: at('2026-03-03', 0) }),
      anEntry({ at: at('2026-03-03'), acting_as: 'user:usr_2', realm: 'org_1', site: 'fac_1' }),
      anEntry({ at: at('2026-03-04') }),
    ];
    await store(db, entries);
    await audit.seal();
    return entries.map(({ id }) => id) as [string, string, string, string, string, string];
  };

  it('seals every day that is over, those without entries too, and finds them intact', async () => {
    await fourDays();
    expect((await seals()).map(({ day, entries }) => [day, entries])).toEqual([
      [FIRST, 3],
      ['2026-03-02', 0],
      ['2026-03-03', 2],
      ['2026-03-04', 1],
    ]);
    const found = await audit.verify();
    expect(found).toMatchObject({ intact: true, problems: [], entriesBeforeFirst: 0 });
    expect(found.head).toEqual({ day: '2026-03-04', hash: (await seals()).at(-1)?.hash });
  });

  it('has nothing to seal where nothing was ever done', async () => {
    await audit.seal();
    expect(await seals()).toEqual([]);
    expect(await audit.verify()).toMatchObject({ intact: true, days: [], head: null });
  });

  it('begins with the first entry, and catches up with years that have none bit by bit, whatever comes after them', async () => {
    clock = new ManualClock('1970-01-01T00:10:00.000Z');
    audit = createAuditService({ db, clock, log: quiet });
    await store(db, [anEntry({ at: clock.wallMs() })]);
    clock.jumpWall(Days(500));
    await store(db, [anEntry({ at: clock.wallMs() })]);
    await clock.advance(Days(2));
    const count = async () => (await seals()).length;
    await audit.seal();
    expect(await count()).toBe(400);
    await audit.seal();
    expect([await count(), (await seals())[0]?.day]).toEqual([501, '1970-01-01']);
    await audit.seal();
    expect(await count()).toBe(501);
    const { intact, days } = await audit.verify();
    expect([intact, days.filter(({ entries }) => entries === 1).map(({ day }) => day)]).toEqual([
      true,
      ['1970-01-01', '1971-05-16'],
    ]);
  });

  it('leaves a day open until an hour after its end, for what began in it and ends later', async () => {
    clock = new ManualClock('2026-03-02T00:59:00.000Z');
    audit = createAuditService({ db, clock, log: quiet });
    await store(db, [anEntry({ at: at(FIRST) })]);
    await audit.seal();
    expect(await seals()).toEqual([]);
    await clock.advance(Minutes(1));
    await audit.seal();
    expect(await seals()).toHaveLength(1);
  });

  it('finds the day of which an entry was deleted', async () => {
    const [, second] = await fourDays();
    await remove(second);
    expect(await states()).toEqual(['01 entries_missing', '02 intact', '03 intact', '04 intact']);
    expect((await audit.verify()).intact).toBe(false);
  });

  it('finds the day to which an entry was added, an empty one too', async () => {
    await fourDays();
    await store(db, [anEntry({ at: at('2026-03-02') })]);
    expect(await states()).toEqual(['01 intact', '02 entries_added', '03 intact', '04 intact']);
  });

  it.each([
    ['actor', { actor: 'user:usr_9' }],
    ['acting_as', { acting_as: null }],
    ['realm', { realm: 'org_2' }],
    ['site', { site: null }],
    ['target', { target: 'door_9' }],
    ['outcome', { outcome: 'forbidden' }],
    ['status', { status: 403 }],
    ['time', { at: at('2026-03-03', Hours(10)) }],
    ['duration', { duration_ms: 5 }],
    ['address', { remote_address: '198.51.100.1' }],
    ['request id', { request_id: 'req_other' }],
    ['event', { event: 'door.remove' }],
    ['endpoint', { endpoint: 'doors.remove' }],
    ['tenant', { tenant: 'user:usr_9' }],
    ['id', { id: 'aud_other' }],
    ['way in', { via: 'graphql' }],
  ] as const)('finds the day in which the %s of an entry was changed', async (_what, values) => {
    const ids = await fourDays();
    await change(values, ids[4]);
    expect(await states()).toEqual(['01 intact', '02 intact', '03 entries_changed', '04 intact']);
  });

  it('finds both days when an entry was moved from one to the other', async () => {
    const ids = await fourDays();
    await change({ at: at('2026-03-04', Hours(1)) }, ids[4]);
    expect(await states()).toEqual(['01 intact', '02 intact', '03 entries_missing', '04 entries_added']);
  });

  it('finds entries that were put before the first day', async () => {
    await fourDays();
    await store(db, [anEntry({ at: at('2026-02-28') })]);
    expect(await audit.verify()).toMatchObject({ intact: false, problems: [], entriesBeforeFirst: 1 });
  });

  it('finds a seal that was made anew, taken away, or cut off at the beginning', async () => {
    const ids = await fourDays();
    const [first, , third] = await seals();
    await remove(ids[0]);
    await db.write((tx) => tx.deleteFrom('audit_day').where('day', '=', FIRST).execute());
    expect(await states()).toEqual(['02 seal_broken', '03 intact', '04 intact']);
    await db.write((tx) =>
      tx
        .insertInto('audit_day')
        .values({ ...first, entries: 2 } as never)
        .execute(),
    );
    expect(await states()).toEqual(['01 seal_broken', '02 intact', '03 intact', '04 intact']);
    await db.write((tx) =>
      tx
        .deleteFrom('audit_day')
        .where('day', '=', third?.day ?? '')
        .execute(),
    );
    expect(await states()).toEqual(['01 seal_broken', '02 intact', '03 seal_missing', '04 intact']);
  });

  it('comes to the same seals on two replicas at once, and to one of each day', async () => {
    await store(db, [anEntry({ at: at(FIRST) }), anEntry({ at: at('2026-03-03') })]);
    const other = createAuditService({ db, clock, log: quiet });
    await Promise.all([audit.seal(), other.seal(), audit.seal()]);
    expect((await seals()).map(({ day }) => day)).toEqual([FIRST, '2026-03-02', '2026-03-03', '2026-03-04']);
    expect((await audit.verify()).intact).toBe(true);
  });

  it('hashes a day alike whatever order the database gives entries of one millisecond in', async () => {
    const ids = ['aud_B', 'aud_a', 'aud_A', 'aud_b', 'aud_1', 'aud__'];
    const entries = ids.map((id) => ({ ...anEntry({ at: at(FIRST) }), id, request_id: 'req_same' }));
    await store(db, entries);
    await audit.seal();
    const lines = entries
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, tenant, actor, event, remote_address, endpoint }) =>
        JSON.stringify(
          [id, at(FIRST), tenant, actor, null, null, null, event, null, 'ok', 200, 4, 'req_same'].concat([
            remote_address,
            endpoint,
          ]),
        ),
      );
    const expected = createHash('sha256')
      .update(`${lines.join('\n')}\n`)
      .digest('hex');
    expect((await seals())[0]?.entries_hash).toBe(expected);
  });

  it('seals and checks a day of more entries than are read at once', async () => {
    const many = Array.from({ length: 2_500 }, (_, i) => anEntry({ at: at(FIRST, Math.floor(i / 3)) }));
    await store(db, many);
    await audit.seal();
    expect((await seals())[0]?.entries).toBe(2_500);
    await remove(many[1_700]?.id ?? '');
    expect((await audit.verify({ from: FIRST, to: FIRST })).days).toMatchObject([{ state: 'entries_missing' }]);
  });

  it('looks only at the entries of the days that are asked for, and at all seals', async () => {
    const ids = await fourDays();
    await remove(ids[0]);
    const found = await audit.verify({ from: '2026-03-03', to: '2026-03-03' });
    expect(found).toMatchObject({ intact: true, days: [{ day: '2026-03-03', state: 'intact' }] });
  });

  describe('and retention', () => {
    it('gives up whole days that are sealed, keeps their seals, and breaks nothing', async () => {
      await fourDays();
      await clock.advance(Days(400));
      await audit.seal();
      await forget(clock.wallMs() - Days(400), 2);
      const left = await db.read((tx) => tx.selectFrom('audit_entry').select('at').orderBy('at').execute());
      expect(left).toEqual([]);
      const found = await audit.verify();
      expect(found.intact).toBe(true);
      expect(found.days.slice(0, 5).map(({ state }) => state)).toEqual([
        ...['forgotten', 'forgotten', 'forgotten', 'forgotten'],
        'intact',
      ]);
      expect(found.days[0]).toMatchObject({ day: FIRST, entries: 3, forgottenAt: clock.wallMs() });
    });

    it('never gives up a part of a day, nor one that is not sealed', async () => {
      const entries = [anEntry({ at: at(FIRST, Hours(1)) }), anEntry({ at: at(FIRST, Hours(20)) })];
      await store(db, entries);
      const count = async () => (await db.read((tx) => tx.selectFrom('audit_entry').select('id').execute())).length;
      await forget(at('2026-03-05'));
      expect(await count()).toBe(2);
      await audit.seal();
      await forget(at(FIRST, Hours(12)));
      expect(await count()).toBe(2);
      await forget(at('2026-03-02', 0));
      expect(await count()).toBe(0);
    });

    it('finds nothing missing in a day that is given up while it is looked at', async () => {
      await fourDays();
      await clock.advance(Days(60));
      let looks = 0;
      const slow: Pick<Database, 'read'> = {
        read: async (work) => {
          const read = await db.read(work);
          // Behind the seals, before the entries.
          if (looks++ === 0) await forget(beginOf('2026-03-04'));
          return read;
        },
      };
      expect(await verify(slow, {})).toMatchObject({ intact: true, problems: [] });
    });

    it('does not hide a day that somebody gave up before its time', async () => {
      await fourDays();
      await db.write((tx) =>
        tx.updateTable('audit_day').set({ forgotten_at: clock.wallMs() }).where('day', '=', FIRST).execute(),
      );
      expect((await states())[0]).toBe('01 forgotten_early');
      expect((await audit.verify()).intact).toBe(false);
    });
  });
});
