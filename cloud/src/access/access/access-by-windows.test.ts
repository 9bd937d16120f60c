import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { forceOpen } from '../../testing/world.ts';
import { accessApi, aWindow, CLOSED } from './testing/access-api.ts';

describe.each(ENGINES)('access by windows on $name', ({ open }) => {
  const { on, pushWindows, pushPlan, map, ask, check, flag } = accessApi(open);

  it('says when a closed window next opens, to the second', async () => {
    await map();
    await pushWindows([aWindow()]);
    const before = await check({ at: '2026-01-01T05:59:59+10:00' });
    expect(before).toMatchObject({ allowed: false, reason: 'outside_hours', next_open: '2025-12-31T20:00:00.000Z' });
    expect(await check({ at: '2026-01-01T06:00:00+10:00' })).toMatchObject({ allowed: true });
    expect(await check({ at: '2026-01-01T22:00:00+10:00' })).toMatchObject({ allowed: false });
  });

  it('[R52] a key that is not mapped, disabled, or mapped to nothing opens nothing, and other windows are not affected', async () => {
    await pushWindows([aWindow({ scope_key: 'pool' })]);
    expect(await check()).toMatchObject({ allowed: false, reason: 'scope_unmapped' });
    await map('pool');
    expect(await check()).toMatchObject({ allowed: true, via: 'window' });
    const key = { facilityId: on.world.facilityId, partnerId: on.world.partnerId, key: 'pool' };
    await on.world.db.write((tx) => on.world.scopes.setKey(tx, key, { disabled: true }));
    expect(await check()).toMatchObject({ allowed: false, reason: 'scope_unmapped' });
    await on.world.db.write((tx) => on.world.scopes.setKey(tx, key, { disabled: false }));
    await on.world.db.write((tx) => on.world.scopes.setKey(tx, key, { target: { to: 'none' } }));
    expect(await check()).toMatchObject({ allowed: false, reason: 'scope_unmapped' });
    await map('gym');
    await pushWindows([aWindow({ scope_key: 'pool' }), aWindow({ external_id: 'v', scope_key: 'gym' })]);
    expect(await check()).toMatchObject({ allowed: true, via: 'window' });
    expect(await on.world.warnings.list(on.world.facilityId)).toMatchObject([
      { kind: 'scope_key_opens_nothing', subject: `${on.world.partnerId}/pool` },
    ]);
  });

  it('[R52] a key that is mapped to a named set opens the doors of the set, and no others', async () => {
    const studio = await on.world.aDoor({ name: 'Studio' });
    const scope = await on.world.db.write((tx) =>
      on.world.scopes.createScope(tx, on.world.facilityId, { name: 'Studios', doors: [studio] }),
    );
    await on.world.db.write((tx) =>
      on.world.scopes.setKey(
        tx,
        { facilityId: on.world.facilityId, partnerId: on.world.partnerId, key: 'default' },
        { target: { to: 'scopes', scopes: [scope] } },
      ),
    );
    await pushWindows([aWindow()]);
    const { json } = await ask();
    expect(
      json.data.doors.map(({ name, allowed, reason }: Record<string, unknown>) => [name, allowed, reason]),
    ).toEqual([
      ['Front door', false, 'no_grant'],
      ['Studio', true, 'granted'],
    ]);
  });

  it('[R53] a window never passes a disabled person, a block of all access, a ban, or a closed door', async () => {
    await map();
    await pushWindows([aWindow()]);
    for (const flags of [{ disabled: true }, { blocked: true }, { banned: true }]) {
      await flag(flags);
      expect(await check()).toMatchObject({ allowed: false, reason: 'other' });
      await flag({ disabled: false, blocked: false, banned: false });
      expect(await check()).toMatchObject({ allowed: true });
    }
    await on.api.moveOn();
    await on.world.beacon({ maintenance: { ...forceOpen(0), mode: 'force-closed', untilMs: null } });
    const { json } = await ask({}, { still: true });
    expect(json.data.doors[0]).toMatchObject({ allowed: false, reason: 'maintenance_force_closed' });
    await on.api.moveOn();
    await on.world.beacon({ lockdown: { active: true, by: 'Sam', reason: 'threat', generation: 1 } });
    const locked = await ask({}, { still: true });
    expect(locked.json.data.doors[0]).toMatchObject({ allowed: false, reason: 'lockdown' });
  });

  it('[R53] outside of its windows a member still gets in by plans and by grants', async () => {
    await map();
    await pushWindows([aWindow({ access_hours: CLOSED })]);
    expect(await check()).toMatchObject({ allowed: false });
    const personId = await on.world.db.write((tx) => on.world.access.personFor(tx, on.member, 'Sam'));
    const person = { facilityId: on.world.facilityId, personId };
    const grant = await on.world.db.write((tx) =>
      on.world.access.grant(tx, person, { target: { to: 'doors', doorIds: [on.world.doorId] } }, 'Sam'),
    );
    expect(await check()).toMatchObject({ allowed: true, reason: 'granted', via: 'other' });
    await on.world.db.write((tx) => on.world.access.revokeGrant(tx, on.world.facilityId, grant));
    expect(await check()).toMatchObject({ allowed: false });
    await pushPlan();
    expect(await check()).toMatchObject({ allowed: true, via: 'plan' });
  });
});
