import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { ordersOf } from '../../testing/orders.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';

describe.each(ENGINES)('orders about users on $name', ({ open }) => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld(await open(), new ManualClock(), scriptedLink(confirms).link);
  });
  afterEach(() => Promise.all([world.users.close(), world.partners.close()]));
  const order = (name: string, body?: object) => ordersOf(world)(name, body);
  const person = { email: 'sam@example.com', firstName: 'Sam', lastName: 'Rivers', by: 'Kim' };

  it('add somebody, give and take a role, and delete them', async () => {
    const { userId } = await order('add-user', person);
    await expect(order('add-user', person)).rejects.toThrow(/there is a user/);
    const role = { role: 'facility-manager', scope: 'facility', scopeId: world.facilityId };
    const given = { user: person.email, role, by: 'Kim' };
    const { roleId } = await order('give-role', given);
    await expect(order('give-role', { ...given, role: { ...role, scopeId: 'fac_nope' } })).rejects.toThrow(
      /no facility/,
    );
    expect((await order('users')).users).toMatchObject([
      { userId, name: 'Sam Rivers', roles: [{ roleId, role: 'facility-manager', on: world.facilityId }] },
    ]);
    await order('take-role', { user: userId, roleId });
    await expect(order('take-role', { user: userId, roleId })).rejects.toThrow(/holds no/);
    await order('delete-user', { user: userId });
    await expect(order('delete-user', { user: userId })).rejects.toThrow(/no user/);
  });

  it('leave one super admin, whatever is ordered', async () => {
    await world.users.bootstrap('admin@example.com');
    const [{ userId, roles }] = (await order('users')).users;
    await expect(order('delete-user', { user: userId })).rejects.toMatchObject({ code: 'last_super_admin' });
    await expect(order('take-role', { user: userId, roleId: roles[0].roleId })).rejects.toMatchObject({
      code: 'last_super_admin',
    });
  });

  it('make keys and end them, and all of them at once where one was lost', async () => {
    const { userId: user } = await order('add-user', person);
    const made = await order('create-user-key', { user, label: 'A tool', hours: 1, by: 'Kim' });
    const lost = await order('create-user-key', { user, label: 'Lost', by: 'Kim' });
    const reset = await order('reset-user-keys', { user: person.email, by: 'Kim' });
    expect(reset).toMatchObject({ email: person.email, ended: 2 });
    for (const { key } of [made, lost]) expect(await world.users.authenticate(key)).toBeUndefined();
    expect((await world.users.authenticate(reset.key))?.user.id).toBe(user);
    await order('delete-user-key', { user, keyId: reset.keyId });
    expect(await world.users.authenticate(reset.key)).toBeUndefined();
    expect((await order('user-keys', { user })).keys).toEqual([]);
  });
});
