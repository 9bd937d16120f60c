import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { ordersOf } from '../../testing/orders.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';

it.each(ENGINES)('doors are shown with what their boxes enforce, on $name', async ({ open }) => {
  const world = await createWorld(await open(), new ManualClock(), scriptedLink(confirms).link);
  const { facilityId, doorId } = world;
  expect(await ordersOf(world)('doors', { facilityId })).toMatchObject({ doors: [{ id: doorId, enforces: null }] });
});
