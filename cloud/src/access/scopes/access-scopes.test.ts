import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { scoping } from './testing/scoping.ts';

describe.each(ENGINES)('access scopes on $name', ({ open }) => {
  const { on, ref } = scoping(open);

  it('named sets have names of their own, and one that a key is mapped to stays', async () => {
    const scope = await on.world.db.write((tx) =>
      on.world.scopes.createScope(tx, on.world.facilityId, { name: 'Pool', doors: [on.world.doorId] }),
    );
    const second = await on.world.db.write((tx) =>
      on.world.scopes.createScope(tx, on.world.facilityId, { name: 'Gym', doors: [] }),
    );
    const other = await on.world.organisations.createFacility({
      orgId: on.world.orgId,
      name: 'Other',
      timezone: 'UTC',
    });
    await expect(
      on.world.db.write((tx) => on.world.scopes.createScope(tx, on.world.facilityId, { name: 'Pool', doors: [] })),
    ).rejects.toMatchObject({
      code: 'access_scope_name_taken',
    });
    await expect(
      on.world.db.write((tx) =>
        on.world.scopes.updateScope(tx, { facilityId: on.world.facilityId, id: second }, { name: 'Pool' }),
      ),
    ).rejects.toMatchObject({
      code: 'access_scope_name_taken',
    });
    await on.world.db.write((tx) =>
      on.world.scopes.updateScope(tx, { facilityId: on.world.facilityId, id: second }, { name: 'Hall' }),
    );
    await on.world.db.write((tx) =>
      on.world.scopes.setKey(tx, ref('pool'), { target: { to: 'scopes', scopes: [scope] } }),
    );
    await expect(
      on.world.db.write((tx) => on.world.scopes.removeScope(tx, on.world.facilityId, scope)),
    ).rejects.toMatchObject({
      code: 'access_scope_in_use',
    });
    await on.world.db.write((tx) => on.world.scopes.setKey(tx, ref('pool'), { target: { to: 'facility' } }));
    await on.world.db.write((tx) => on.world.scopes.removeScope(tx, on.world.facilityId, scope));
    await expect(on.world.db.write((tx) => on.world.scopes.removeScope(tx, other, second))).rejects.toMatchObject({
      code: 'access_scope_unknown',
    });
    expect(await on.world.scopes.listScopes(on.world.facilityId)).toMatchObject([
      { name: 'Hall', doors: [], number: 1 },
    ]);
  });
});
