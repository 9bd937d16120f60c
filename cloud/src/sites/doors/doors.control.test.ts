import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { BARE_DOOR } from '../../testing/bare-door.ts';
import { ordersOf } from '../../testing/orders.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';

describe.each(ENGINES)('orders about doors on $name', ({ open }) => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld(await open(), new ManualClock(), scriptedLink(confirms).link);
  });
  const order = (name: string, body?: object) => ordersOf(world)(name, body);

  const door = { name: 'Back door', ...BARE_DOOR };
  it.each([
    [{ ...door, relay: { ...door.relay, unit: 0 } }, /unit/],
    [{ ...door, doorId: 'door_0123456789abcdef' }, /doorId/],
  ])('create-door refuses what makes no sense: %j', async (door, why) => {
    const { facilityId } = world;
    await expect(order('create-door', { facilityId, door })).rejects.toThrow(why);
  });
});
