import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { ordersOf } from '../../testing/orders.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';

describe.each(ENGINES)('orders about persons on $name', ({ open }) => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld(await open(), new ManualClock(), scriptedLink(confirms).link);
  });
  const order = (name: string, body: object) => ordersOf(world)(name, { facilityId: world.facilityId, ...body });

  it('ban a person, and no longer', async () => {
    const member = { partnerId: world.partnerId, memberId: 'M-1' };
    const { personId } = await order('person', { ...member, by: 'Kim' });
    const banned = () =>
      world.db.read(
        async (tx) => (await world.access.personOf(tx, { ...member, facilityId: world.facilityId }))?.banned,
      );
    await order('ban', { personId, banned: true, by: 'Kim', reason: 'Theft' });
    expect(await banned()).toBe(1);
    await order('ban', { personId, banned: false, by: 'Kim', reason: 'It was somebody else' });
    expect(await banned()).toBe(0);
  });

  it('give a person more time at doors, whatever else is said of them', async () => {
    const member = { partnerId: world.partnerId, memberId: 'M-1' };
    const { personId } = await order('person', { ...member, by: 'Kim' });
    await order('ban', { personId, banned: true, by: 'Kim', reason: 'Theft' });
    const stored = () => world.db.read((tx) => world.access.personOf(tx, { ...member, facilityId: world.facilityId }));
    const before = await stored();
    await order('extend', { personId, extended: true });
    expect(await stored()).toEqual({ ...before, extended: 1 });
    await order('extend', { personId, extended: false });
    expect(await stored()).toEqual(before);
  });
});
