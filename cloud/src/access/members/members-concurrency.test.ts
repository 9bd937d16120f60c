// @module-tag exhaustive
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { aLockWait } from '../../testing/lock-waits.ts';
import { aRequest, confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';

/** What one version of one member says: its windows and fields carry the same mark, so that a mixture shows. */
const aMember = (facilityId: string, memberId: string, version: number, mark = `v${version}`) => ({
  facility_id: facilityId,
  member_id: memberId,
  first_name: 'Ada',
  last_name: 'Byron',
  type: mark,
  access_time_windows: [
    {
      external_id: 'w',
      kind: 'absolute',
      from: version,
      to: version + 60,
      label: mark,
      scope_key: `scope-${version % 3}`,
    },
  ],
  access_time_windows_revision: version,
});

describe.each(ENGINES)('members pushed at the same time on $name', ({ name, open }) => {
  let db: Database;
  let world: World;
  beforeEach(async () => {
    db = await open();
    world = await createWorld(db, systemClock, scriptedLink(confirms).link);
  });
  afterEach(async () => {
    await world.partners.close();
    await db.close();
  });

  const push = (members: readonly unknown[]) =>
    world.members.push(Buffer.from(JSON.stringify({ members })), world.callBy());
  const all = () => db.read((tx) => world.members.listForFacility(tx, world.partnerId, world.facilityId));
  const marksOf = (member: Awaited<ReturnType<typeof all>>[number]) => ({
    fields: member.record.type,
    windows: (JSON.parse(member.windows?.canonical ?? '[]') as { label: string }[])[0]?.label,
    revision: member.windows?.revision,
  });
  /** Every key counts exactly the members whose stored windows name it. */
  const expectExactCounts = async () => {
    const counts = new Map<string, number>();
    for (const { windows } of await all())
      for (const key of windows?.scopeKeys ?? []) counts.set(key, (counts.get(key) ?? 0) + 1);
    const keys = await world.scopes.listKeys(world.facilityId);
    for (const { key, memberCount } of keys) expect([key, memberCount]).toEqual([key, counts.get(key) ?? 0]);
    for (const key of counts.keys()) expect(keys.map((listed) => listed.key)).toContain(key);
  };

  it('[R55, R58] end at the newest revision of each, in whichever order they come', async () => {
    const member = fc.record({ id: fc.integer({ min: 0, max: 4 }), version: fc.integer({ min: 0, max: 9 }) });
    const batches = fc.array(fc.array(member, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 5 });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(batches, async (sent) => {
        const prefix = `r${++round}-`;
        const items = sent.map((batch) =>
          batch.map(({ id, version }) => aMember(world.facilityId, `${prefix}${id}`, version)),
        );
        const others = [
          world.unlocks.unlock(aRequest(world), world.callBy()),
          world.members.put([
            {
              partnerId: world.partnerId,
              facilityId: world.facilityId,
              memberId: 'other',
              firstName: 'A',
              lastName: `${round}`,
            },
          ]),
          world.db.write((tx) =>
            world.scopes.setKey(
              tx,
              { partnerId: world.partnerId, facilityId: world.facilityId, key: 'scope-1' },
              { target: { to: 'facility' } },
            ),
          ),
        ];
        await Promise.all([...items.map(push), ...others]);
        const newest = new Map<string, number>();
        for (const { member_id, access_time_windows_revision: revision } of items.flat())
          newest.set(member_id, Math.max(newest.get(member_id) ?? 0, revision));
        const stored = new Map((await all()).map((one) => [one.memberId, marksOf(one)]));
        for (const [id, version] of newest)
          expect(stored.get(id)).toEqual({ fields: `v${version}`, windows: `v${version}`, revision: version });
      }),
      { numRuns: name === 'sqlite' ? 40 : 25 },
    );
    await expectExactCounts();
  }, 60_000);

  it('[R57] of several contents under one revision one is stored, whole, and every other sender is told', async () => {
    for (let round = 0; round < 12; round++) {
      const ids = [`c${round}-a`, `c${round}-b`, `c${round}-c`];
      const results = await Promise.all(
        ['red', 'green', 'blue', 'grey', 'pink'].map((mark, i) => {
          const batch = ids.map((id) => aMember(world.facilityId, id, 7, mark));
          return push(i % 2 === 0 ? batch : batch.toReversed());
        }),
      );
      const stored = (await all()).filter(({ memberId }) => ids.includes(memberId)).map(marksOf);
      expect(stored).toHaveLength(3);
      for (const { fields, windows, revision } of stored) expect([windows, revision]).toEqual([fields, 7]);
      expect(results.map(({ result }) => result.success).reduce((a, b) => a + b)).toBe(3);
      expect(results.map(({ result }) => result.conflicts.length).reduce((a, b) => a + b)).toBe(12);
    }
    await expectExactCounts();
  }, 60_000);

  it('two facilities in opposite orders never wait for each other', async () => {
    const { organisations, partners, orgId, partnerId, facilityId } = world;
    const second = await organisations.createFacility({ orgId, name: 'Second', timezone: 'UTC' });
    await db.write((tx) => partners.setIntegration(tx, partnerId, second, { enabled: true }));
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        const batch = [facilityId, second].flatMap((at) => ['x', 'y', 'z'].map((id) => aMember(at, id, i)));
        return push(i % 2 === 0 ? batch : batch.toReversed());
      }),
    );
    for (const at of [facilityId, second]) {
      const stored = await db.read((tx) => world.members.listForFacility(tx, partnerId, at));
      expect(stored.map(marksOf)).toEqual(
        Array.from({ length: 3 }, () => ({ fields: 'v11', windows: 'v11', revision: 11 })),
      );
    }
  }, 60_000);
});

describe.each(ENGINES.filter(({ name }) => name === 'postgres'))('the end of a batch on $name', ({ open }) => {
  it.each([
    ['that names a member twice', () => [['a', 1, 'v1'] as const, ['a', 1, 'v1'] as const]],
    ['of which a part conflicts', () => [['a', 1, 'v1'] as const, ['b', 1, 'other'] as const]],
  ])('%s waits for the facility before it has the source, as a refusal does', async (_what, sent) => {
    const db = await open();
    const world = await createWorld(db, systemClock, scriptedLink(confirms).link);
    const { facilityId, partnerId, scopes } = world;
    const push = (...members: (readonly [id: string, version: number, mark: string])[]) =>
      world.members.push(
        Buffer.from(JSON.stringify({ members: members.map((one) => aMember(facilityId, ...one)) })),
        world.callBy(),
      );
    await push(['a', 1, 'v1'], ['b', 1, 'v1']);
    const held = Promise.withResolvers<void>();
    const waitedFor = Promise.withResolvers<void>();
    let runs = 0;
    const refusal = db.write(async (tx) => {
      runs++;
      await scopes.recordChanges(tx, facilityId, []);
      held.resolve();
      await waitedFor.promise;
      await sql`select 1 from access_source where facility_id = ${facilityId} for update nowait`.execute(tx);
      await scopes.refused(tx, { partnerId, facilityId, memberIds: ['c'], reason: 'test' });
    });
    await held.promise;
    const pushed = push(...sent());
    await aLockWait(db).finally(waitedFor.resolve);
    await Promise.all([refusal, pushed]);
    expect(runs).toBe(1);
    await world.partners.close();
    await db.close();
  });
});

describe.each(ENGINES)('a batch of members on $name', ({ name, open }) => {
  const field = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const item = fc.record({
    member_id: fc.constantFrom('a', 'b', 'c'),
    email: field(fc.constantFrom(null, 'x@example.test', 'y@example.test')),
    type: field(fc.constantFrom(null, 'staff', 'member')),
    gender: field(fc.constantFrom('male', 'Male')),
    address: field(fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean()), { maxLength: 3 })),
    version: field(fc.integer({ min: 0, max: 3 })),
    day: field(fc.constantFrom(null, 1, 2, 3)),
  });

  it('[R56] leaves, sent twice, exactly what it leaves once', async () => {
    const db = await open();
    const world = await createWorld(db, systemClock, scriptedLink(confirms).link);
    let round = 0;
    const stored = (prefix: string) =>
      db.read(async (tx) => ({
        members: await tx
          .selectFrom('member')
          .where('member_id', 'like', `${prefix}%`)
          .selectAll()
          .orderBy('member_id')
          .execute(),
        windows: await tx
          .selectFrom('member_windows')
          .where('member_id', 'like', `${prefix}%`)
          .selectAll()
          .orderBy('member_id')
          .execute(),
        keys: await tx.selectFrom('scope_key').selectAll().orderBy('key').execute(),
      }));
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 8 }), async (items) => {
        const prefix = `r${++round}-`;
        const members = items.map(({ version, day, member_id, ...fields }) => ({
          facility_id: world.facilityId,
          member_id: `${prefix}${member_id}`,
          first_name: 'Ada',
          last_name: 'Byron',
          ...fields,
          ...(version !== undefined && {
            access_time_windows: [
              { external_id: 'w', kind: 'absolute', from: 0, to: 60 + (day ?? 0), scope_key: `k${version}` },
            ],
            access_time_windows_revision: version,
          }),
          ...(day !== undefined && { updated: day === null ? null : `2026-01-0${day}T00:00:00Z` }),
        }));
        const push = () => world.members.push(Buffer.from(JSON.stringify({ members })), world.callBy());
        await push();
        const once = await stored(prefix);
        await push();
        expect(await stored(prefix)).toEqual(once);
        await push();
        expect(await stored(prefix)).toEqual(once);
      }),
      { numRuns: name === 'sqlite' ? 200 : 60 },
    );
    await world.partners.close();
    await db.close();
  }, 60_000);
});
