import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { scoping } from './testing/scoping.ts';

describe.each(ENGINES)('the keys of a source on $name', ({ name: engine, open }) => {
  const { on, stored, change, keys, warnings, feed, ref } = scoping(open);
  const counts = async () => Object.fromEntries((await keys()).map(({ key, memberCount }) => [key, memberCount]));

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
      const rows = await on.db.read((tx) =>
        tx.selectFrom('warning').where('closed_at', 'is', null).select('kind').execute(),
      );
      return rows.filter(({ kind }) => kind === 'scope_keys_too_many').length;
    };
    expect(await kinds()).toBe(1);
    // Nobody has these any more, counted or not, so others take their places; numbers do not come again.
    const before = new Set((await keys()).map(({ number }) => number));
    await stored([change('M-2', many(500, 1_100), []), change('M-3', many(1_050, 1_150), ['pool'])]);
    expect((await keys()).length).toBeLessThanOrEqual(1_000);
    await on.world.db.write((tx) => on.world.scopes.setKey(tx, ref('pool'), { target: { to: 'facility' } }));
    await stored([change('M-4', [], many(2_000, 2_300))]);
    expect(await kinds()).toBe(0);
    const listed = await keys();
    expect(listed).toHaveLength(902);
    expect(listed.find(({ key }) => key === 'pool')).toMatchObject({ memberCount: 1, closed: undefined });
    for (const { key, number } of listed) if (/^key-2\d{3}$/.test(key)) expect(before).not.toContain(number);
  });

  it('a warning ends with the last member whose windows name the key, and the key keeps its number and mapping', async () => {
    await stored([change('M-1', [], ['pool'])]);
    const [before] = await keys();
    await stored([change('M-1', ['pool'], [])]);
    expect(await warnings()).toEqual([]);
    await stored([change('M-1', [], ['pool'])]);
    expect(await keys()).toEqual([before]);
  });

  it('numbers are given once in a facility, and every change raises its version', async () => {
    const other = await on.world.db.write((tx) =>
      on.world.partners.create(tx, {
        name: 'Other',
        linkingMethod: 'facility_id',
        organisations: [on.world.orgId],
      }),
    );
    await on.world.db.write((tx) =>
      on.world.partners.setIntegration(tx, other, on.world.facilityId, { enabled: true }),
    );
    await stored([change('M-1', [], ['a', 'b'])]);
    await stored([change('M-1', [], ['a'])], { ...on.source, partnerId: other });
    await stored([change('M-1', ['a', 'b'], ['b', 'c'])]);
    expect((await keys()).map(({ number }) => number).sort()).toEqual([0, 1, 2, 3]);
    const { version, sources } = await on.db.read((tx) =>
      on.world.scopes.pointersOf(tx, on.world.facilityId, new Map()),
    );
    expect(version).toBe(6); // A door was made, two integrations were enabled, and three changes were stored.
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
});
