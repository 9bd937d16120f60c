import type { DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import type { Database } from '../../db/unit-of-work.ts';
import { createWorld, scriptedLink, type World } from '../../test-kit/world.ts';
import type { WindowChange } from './source-reports.ts';

describe.each(ENGINES)('scopes on $name', ({ name: engine, open }) => {
  let db: Database;
  let clock: ManualClock;
  let world: World;
  let source: { partnerId: PartnerId; facilityId: FacilityId };
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    world = await createWorld(db, clock, scriptedLink(() => Promise.reject(new Error('no unlock here'))).link);
    source = { partnerId: world.partnerId, facilityId: world.facilityId };
  });
  const stored = (changes: readonly WindowChange[], of = source) =>
    db.write((tx) => world.scopes.windowsStored(tx, { ...of, changes }));
  const change = (memberId: string, before: readonly string[], after: readonly string[]) => ({
    memberId,
    before,
    after,
  });
  const keys = () => world.scopes.listKeys(world.facilityId);
  const counts = async () => Object.fromEntries((await keys()).map(({ key, memberCount }) => [key, memberCount]));
  const warnings = () => world.warnings.list(world.facilityId);
  const feed = async () => (await world.events.page(world.partnerId, { limit: 200 })).events;
  const ref = (key: string) => ({ ...source, key });

  it('[R52] an unknown key is taken note of, opens nothing, and is warned of once, with the members it touches', async () => {
    await stored([change('M-1', [], ['pool', 'gym']), change('M-2', [], ['pool', 'pool'])]);
    expect(await keys()).toMatchObject([
      { key: 'pool', memberCount: 2, closed: 'unmapped', partnerName: 'Acme Members' },
      { key: 'gym', memberCount: 1, closed: 'unmapped' },
    ]);
    await stored([change('M-3', [], ['pool'])]);
    const open = await warnings();
    expect(open.map(({ kind, count }) => [kind, count])).toEqual([
      ['scope_key_opens_nothing', 1],
      ['scope_key_opens_nothing', 1],
    ]);
    expect(open.find(({ subject }) => subject.endsWith('/pool'))?.message).toContain('3 members have');
    expect((await feed()).map(({ kind, data }) => [kind, data.state, data.scope_key]).sort()).toEqual([
      ['warning.scope_key_opens_nothing', 'open', 'gym'],
      ['warning.scope_key_opens_nothing', 'open', 'pool'],
    ]);
  });

  it('[R52] a source has a bounded number of keys: further ones open nothing, and one warning says so', async () => {
    const many = (from: number, to: number) => Array.from({ length: to - from }, (_key, i) => `key-${from + i}`);
    await stored([change('M-1', [], many(0, 600))]);
    await stored([change('M-2', [], many(500, 1_100))]);
    await stored([change('M-3', [], many(1_050, 1_150))]);
    expect(await keys()).toHaveLength(1_000);
    const kinds = async () => {
      const rows = await db.read((tx) =>
        tx.selectFrom('warning').where('closed_at', 'is', null).select('kind').execute(),
      );
      return rows.filter(({ kind }) => kind === 'scope_keys_too_many').length;
    };
    expect(await kinds()).toBe(1);
    // Nobody has these any more, counted or not, so others take their places; numbers do not come again.
    const before = new Set((await keys()).map(({ number }) => number));
    await stored([change('M-2', many(500, 1_100), []), change('M-3', many(1_050, 1_150), ['pool'])]);
    expect((await keys()).length).toBeLessThanOrEqual(1_000);
    await world.scopes.mapKey(ref('pool'), { to: 'facility' });
    await stored([change('M-4', [], many(2_000, 2_300))]);
    expect(await kinds()).toBe(0);
    const listed = await keys();
    expect(listed).toHaveLength(902);
    expect(listed.find(({ key }) => key === 'pool')).toMatchObject({ memberCount: 1, closed: undefined });
    for (const { key, number } of listed) if (/^key-2\d{3}$/.test(key)) expect(before).not.toContain(number);
  });

  it('warns of a bounded number of statuses without a meaning, and of the next once some have one', async () => {
    const seen = (...statuses: string[]) => db.write((tx) => world.scopes.statusesSeen(tx, { ...source, statuses }));
    const open = async () =>
      (await db.read((tx) => tx.selectFrom('warning').where('closed_at', 'is', null).select('subject').execute()))
        .length;
    await seen(...Array.from({ length: 70 }, (_word, i) => `one-${i}`));
    await seen(...Array.from({ length: 70 }, (_word, i) => `two-${i}`), 'one-3');
    expect(await open()).toBe(100);
    await world.scopes.setStatus(world.partnerId, 'one-3', 'ignore');
    await seen('three', 'four');
    expect(await open()).toBe(100);
  });

  it('[R52] mapping a key closes its warning, and disabling or emptying it opens one again', async () => {
    await stored([change('M-1', [], ['pool'])]);
    const scope = await world.scopes.createScope(world.facilityId, { name: 'Pool', doors: [] });
    const states: unknown[] = [];
    const look = async () => states.push([(await keys())[0]?.closed, (await warnings()).length]);
    await look();
    await world.scopes.mapKey(ref('pool'), { to: 'facility' });
    await look();
    await world.scopes.setKeyDisabled(ref('pool'), true);
    await look();
    await world.scopes.setKeyDisabled(ref('pool'), false);
    await look();
    await world.scopes.mapKey(ref('pool'), { to: 'scopes', scopes: [scope] });
    await look();
    await world.scopes.updateScope(world.facilityId, scope, { doors: [world.doorId] });
    await look();
    await world.scopes.updateScope(world.facilityId, scope, { doors: [] });
    await look();
    await world.scopes.mapKey(ref('pool'), { to: 'doors', doors: [world.doorId] });
    await look();
    await world.scopes.mapKey(ref('pool'), { to: 'none' });
    await look();
    expect(states).toEqual([
      ['unmapped', 1],
      [undefined, 0],
      ['disabled', 1],
      [undefined, 0],
      ['mapped_to_nothing', 1],
      [undefined, 0],
      ['mapped_to_nothing', 1],
      [undefined, 0],
      ['mapped_to_nothing', 1],
    ]);
    expect((await feed()).map(({ data }) => data.state)).toEqual([
      'open',
      'closed',
      'open',
      'closed',
      'open',
      'closed',
      'open',
      'closed',
      'open',
    ]);
  });

  it('a warning ends with the last member whose windows name the key, and the key keeps its number and mapping', async () => {
    await stored([change('M-1', [], ['pool'])]);
    const [before] = await keys();
    await stored([change('M-1', ['pool'], [])]);
    expect(await warnings()).toEqual([]);
    await stored([change('M-1', [], ['pool'])]);
    expect(await keys()).toEqual([before]);
  });

  it('a key may be mapped before anybody sends it, and never warns then', async () => {
    await world.scopes.mapKey(ref('pool'), { to: 'doors', doors: [world.doorId] });
    await stored([change('M-1', [], ['pool'])]);
    expect(await keys()).toMatchObject([{ memberCount: 1, closed: undefined }]);
    expect(await warnings()).toEqual([]);
  });

  it('a mapping names doors and sets of its own facility only, and a partner that is there', async () => {
    const other = await world.organisations.createFacility({ orgId: world.orgId, name: 'Other', timezone: 'UTC' });
    const otherDoor = await world.aDoor({ name: 'Theirs' });
    const foreignScope = await world.scopes.createScope(other, { name: 'Theirs', doors: [] });
    await expect(
      world.scopes.mapKey({ ...ref('pool'), facilityId: other }, { to: 'doors', doors: [] }),
    ).rejects.toMatchObject({ code: 'source_unknown' });
    await expect(
      world.scopes.mapKey(ref('pool'), { to: 'doors', doors: ['door_zzzzzzzzzzzzzzzz' as DoorId] }),
    ).rejects.toMatchObject({ code: 'door_unknown' });
    await expect(world.scopes.mapKey(ref('pool'), { to: 'scopes', scopes: [foreignScope] })).rejects.toMatchObject({
      code: 'access_scope_unknown',
    });
    await expect(world.scopes.createScope(other, { name: 'Mine', doors: [otherDoor] })).rejects.toMatchObject({
      code: 'door_unknown',
    });
    expect(await keys()).toEqual([]);
  });

  it('named sets have names of their own, and one that a key is mapped to stays', async () => {
    const scope = await world.scopes.createScope(world.facilityId, { name: 'Pool', doors: [world.doorId] });
    const second = await world.scopes.createScope(world.facilityId, { name: 'Gym', doors: [] });
    const other = await world.organisations.createFacility({ orgId: world.orgId, name: 'Other', timezone: 'UTC' });
    await expect(world.scopes.createScope(world.facilityId, { name: 'Pool', doors: [] })).rejects.toMatchObject({
      code: 'access_scope_name_taken',
    });
    await expect(world.scopes.updateScope(world.facilityId, second, { name: 'Pool' })).rejects.toMatchObject({
      code: 'access_scope_name_taken',
    });
    await world.scopes.updateScope(world.facilityId, second, { name: 'Hall' });
    await world.scopes.mapKey(ref('pool'), { to: 'scopes', scopes: [scope] });
    await expect(world.scopes.removeScope(world.facilityId, scope)).rejects.toMatchObject({
      code: 'access_scope_in_use',
    });
    await world.scopes.mapKey(ref('pool'), { to: 'facility' });
    await world.scopes.removeScope(world.facilityId, scope);
    await expect(world.scopes.removeScope(other, second)).rejects.toMatchObject({
      code: 'access_scope_unknown',
    });
    expect(await world.scopes.listScopes(world.facilityId)).toMatchObject([{ name: 'Hall', doors: [], number: 1 }]);
  });

  it('numbers are given once in a facility, and every change raises its version', async () => {
    const other = await world.partners.create({
      name: 'Other',
      linkingMethod: 'facility_id',
      organisations: [world.orgId],
    });
    await world.partners.setIntegration(other, world.facilityId, { enabled: true });
    await stored([change('M-1', [], ['a', 'b'])]);
    await stored([change('M-1', [], ['a'])], { ...source, partnerId: other });
    await stored([change('M-1', ['a', 'b'], ['b', 'c'])]);
    expect((await keys()).map(({ number }) => number).sort()).toEqual([0, 1, 2, 3]);
    const { version, sources } = await db.read((tx) => world.scopes.pointersOf(tx, world.facilityId, new Map()));
    expect(version).toBe(3);
    expect(sources.map(({ number, partnerName }) => [number, partnerName])).toEqual([
      [0, 'Acme Members'],
      [1, 'Other'],
    ]);
  });

  it('whatever is stored in whatever order, a count is what counting again would give', async () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd');
    const push = fc.array(fc.tuple(fc.constantFrom('M-1', 'M-2', 'M-3', 'M-4'), fc.array(key, { maxLength: 4 })), {
      maxLength: 6,
    });
    const now = new Map<string, readonly string[]>();
    await fc.assert(
      fc.asyncProperty(fc.array(push, { maxLength: 5 }), async (pushes) => {
        for (const members of pushes) {
          const changes = members.map(([memberId, after]) => {
            const before = now.get(memberId) ?? [];
            now.set(memberId, after);
            return change(memberId, before, after);
          });
          await stored(changes);
        }
        const recount: Record<string, number> = {};
        for (const named of now.values()) for (const k of new Set(named)) recount[k] = (recount[k] ?? 0) + 1;
        const counted = await counts();
        for (const k of ['a', 'b', 'c', 'd']) expect(counted[k] ?? 0).toBe(recount[k] ?? 0);
        expect((await warnings()).length).toBe(Object.keys(recount).length);
      }),
      { numRuns: engine === 'sqlite' ? 30 : 10 },
    );
  });

  it('ten pushes at once count every member, and give no number twice', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_p, i) =>
        stored([change(`M-${i}`, [], ['shared', `own-${i}`]), change(`N-${i}`, [], ['shared'])]),
      ),
    );
    const all = await keys();
    expect(all.find(({ key }) => key === 'shared')?.memberCount).toBe(20);
    expect(new Set(all.map(({ number }) => number)).size).toBe(11);
    const [shared] = (await warnings()).filter(({ subject }) => subject.endsWith('/shared'));
    expect(shared?.message).toContain('20 members have');
  });

  it('a thousand new keys at once are taken note of', async () => {
    const many = Array.from({ length: 1_000 }, (_k, i) => `key-${i}`);
    await stored([change('M-1', [], many)]);
    await stored([change('M-1', many, [])]);
    expect(await warnings()).toEqual([]);
    expect(await keys()).toHaveLength(1_000);
  });

  describe('a sync that is refused', () => {
    const refused = (memberIds: readonly string[]) =>
      db.write((tx) => world.scopes.refused(tx, { ...source, memberIds, reason: 'overlapping_blocks' }));
    const pushed = (memberIds: readonly string[]) =>
      db.write((tx) => world.scopes.pushed(tx, { ...source, memberIds }));

    it('is warned of after an hour, to staff and partner, and no more once it is taken', async () => {
      await refused(['M-1']);
      await clock.advance(Minutes(59));
      await world.scopes.sweepRefusals();
      expect(await warnings()).toEqual([]);
      await clock.advance(Minutes(1));
      await world.scopes.sweepRefusals();
      await world.scopes.sweepRefusals();
      expect(await warnings()).toMatchObject([{ kind: 'sync_refused', count: 1, subject: world.partnerId }]);
      await pushed(['M-1']);
      expect(await warnings()).toEqual([]);
      expect((await feed()).map(({ kind, data }) => [kind, data.state])).toEqual([
        ['warning.sync_refused', 'open'],
        ['warning.sync_refused', 'closed'],
      ]);
    });

    it('goes on while the others are taken: a client that leaves the refused member out hides nothing', async () => {
      await refused(['M-1']);
      for (let quarter = 0; quarter < 4; quarter++) {
        await pushed(['M-2', 'M-3']);
        await clock.advance(Minutes(15));
      }
      await world.scopes.sweepRefusals();
      expect(await warnings()).toMatchObject([{ kind: 'sync_refused', message: expect.stringContaining('M-1') }]);
    });

    it('is over when it has not been repeated for two days', async () => {
      await refused(['M-1']);
      await clock.advance(Hours(2));
      await world.scopes.sweepRefusals();
      await clock.advance(Hours(47));
      await world.scopes.sweepRefusals();
      expect(await warnings()).toEqual([]);
      expect(await world.scopes.sweepRefusals()).toBe(0);
    });

    it('without a member ends with the next push, and its clock starts anew', async () => {
      await refused([]);
      await clock.advance(Minutes(50));
      await pushed(['M-9']);
      await refused([]);
      await clock.advance(Minutes(50));
      await world.scopes.sweepRefusals();
      expect(await warnings()).toEqual([]);
      expect(await world.scopes.listSources(world.facilityId)).toMatchObject([
        { lastPushAt: expect.any(Number), refusedSince: clock.wallMs() - Minutes(50), suspended: false },
      ]);
    });

    it('is over for a member in however large a batch', async () => {
      await refused(['M-1']);
      await pushed(Array.from({ length: 100_000 }, (_m, i) => `M-${i}`));
      expect(await world.scopes.listSources(world.facilityId)).toMatchObject([{ refusedSince: undefined }]);
    });

    it('keeps a bounded list, whatever ids a client makes up', async () => {
      for (let i = 0; i < 12; i++) await refused(Array.from({ length: 100 }, (_m, n) => `M-${i}-${n}`));
      const rows = await db.read((tx) => tx.selectFrom('refused_member').select('member_id').execute());
      expect(rows).toHaveLength(1_000);
    });
  });

  it('a source is suspended while its integration is not enabled', async () => {
    await db.write((tx) => world.scopes.pushed(tx, { ...source, memberIds: [] }));
    await world.partners.setIntegration(world.partnerId, world.facilityId, { enabled: false });
    expect(await world.scopes.listSources(world.facilityId)).toMatchObject([{ suspended: true }]);
  });

  it('statuses have the meaning of the partner’s map; one without a meaning is warned of until it has one', async () => {
    const seen = (...statuses: string[]) => db.write((tx) => world.scopes.statusesSeen(tx, { ...source, statuses }));
    await seen('current', 'On Hold', 'on_hold', 'EXPIRED', 'cancelled', '');
    expect(await warnings()).toEqual([]);
    await seen('Frozen', 'frozen');
    await seen('frozen');
    expect(await warnings()).toMatchObject([{ kind: 'status_without_meaning', count: 1 }]);
    await world.scopes.setStatus(world.partnerId, 'FROZEN', 'deny');
    expect(await warnings()).toEqual([]);
    await seen('frozen');
    expect(await warnings()).toEqual([]);
    const map = await db.read((tx) => world.scopes.statusMapOf(tx, world.partnerId));
    expect(['frozen', 'on-hold', 'current', 'gone'].map(map)).toEqual(['deny', 'deny', 'allow', undefined]);
    await world.scopes.setStatus(world.partnerId, 'expired', 'allow');
    const changed = await db.read((tx) => world.scopes.statusMapOf(tx, world.partnerId));
    expect(changed('Expired')).toBe('allow');
  });
});
