import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { scoping } from './testing/scoping.ts';

describe.each(ENGINES)('the mapping of a key on $name', ({ open }) => {
  const { on, stored, change, keys, warnings, feed, ref } = scoping(open);

  it('[R52] mapping a key closes its warning, and disabling or emptying it opens one again', async () => {
    await stored([change('M-1', [], ['pool'])]);
    const scope = await on.world.db.write((tx) =>
      on.world.scopes.createScope(tx, on.world.facilityId, { name: 'Pool', doors: [] }),
    );
    const states: unknown[] = [];
    const look = async () => states.push([(await keys())[0]?.closed, (await warnings()).length]);
    await look();
    await on.world.db.write((tx) => on.world.scopes.setKey(tx, ref('pool'), { target: { to: 'facility' } }));
    await look();
    await on.world.db.write((tx) => on.world.scopes.setKey(tx, ref('pool'), { disabled: true }));
    await look();
    await on.world.db.write((tx) => on.world.scopes.setKey(tx, ref('pool'), { disabled: false }));
    await look();
    await on.world.db.write((tx) =>
      on.world.scopes.setKey(tx, ref('pool'), { target: { to: 'scopes', scopes: [scope] } }),
    );
    await look();
    await on.world.db.write((tx) =>
      on.world.scopes.updateScope(tx, { facilityId: on.world.facilityId, id: scope }, { doors: [on.world.doorId] }),
    );
    await look();
    await on.world.db.write((tx) =>
      on.world.scopes.updateScope(tx, { facilityId: on.world.facilityId, id: scope }, { doors: [] }),
    );
    await look();
    await on.world.db.write((tx) =>
      on.world.scopes.setKey(tx, ref('pool'), { target: { to: 'doors', doorIds: [on.world.doorId] } }),
    );
    await look();
    await on.world.db.write((tx) => on.world.scopes.setKey(tx, ref('pool'), { target: { to: 'none' } }));
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

  it('a key may be mapped before anybody sends it, and never warns then', async () => {
    await on.world.db.write((tx) =>
      on.world.scopes.setKey(tx, ref('pool'), { target: { to: 'doors', doorIds: [on.world.doorId] } }),
    );
    await stored([change('M-1', [], ['pool'])]);
    expect(await keys()).toMatchObject([{ memberCount: 1, closed: undefined }]);
    expect(await warnings()).toEqual([]);
  });

  it('a mapping names doors and sets of its own facility only, and a partner that is there', async () => {
    const other = await on.world.organisations.createFacility({
      orgId: on.world.orgId,
      name: 'Other',
      timezone: 'UTC',
    });
    const otherDoor = await on.world.aDoor({ name: 'Theirs' });
    const foreignScope = await on.world.db.write((tx) =>
      on.world.scopes.createScope(tx, other, { name: 'Theirs', doors: [] }),
    );
    await expect(
      on.world.db.write((tx) =>
        on.world.scopes.setKey(tx, { ...ref('pool'), facilityId: other }, { target: { to: 'doors', doorIds: [] } }),
      ),
    ).rejects.toMatchObject({ code: 'source_unknown' });
    await expect(
      on.world.db.write((tx) =>
        on.world.scopes.setKey(tx, ref('pool'), {
          target: { to: 'doors', doorIds: ['door_zzzzzzzzzzzzzzzz' as DoorId] },
        }),
      ),
    ).rejects.toMatchObject({ code: 'door_unknown' });
    await expect(
      on.world.db.write((tx) =>
        on.world.scopes.setKey(tx, ref('pool'), { target: { to: 'scopes', scopes: [foreignScope] } }),
      ),
    ).rejects.toMatchObject({
      code: 'access_scope_unknown',
    });
    await expect(
      on.world.db.write((tx) => on.world.scopes.createScope(tx, other, { name: 'Mine', doors: [otherDoor] })),
    ).rejects.toMatchObject({
      code: 'door_unknown',
    });
    expect(await keys()).toEqual([]);
  });
});
