import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { BARE_DOOR } from '../../testing/bare-door.ts';
import { ordersOf } from '../../testing/orders.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';

describe.each(ENGINES)('orders about scope keys on $name', ({ open }) => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld(await open(), new ManualClock(), scriptedLink(confirms).link);
  });
  const order = (name: string, body?: object) => ordersOf(world)(name, body);

  it('make a facility of the same organisation, its doors, and say what a key opens there', async () => {
    const made = { of: world.facilityId, name: 'Second gym', timezone: 'Pacific/Auckland' };
    const { facilityId } = await order('create-facility', made);
    const door = { name: 'Back door', ...BARE_DOOR };
    const { doorId } = await order('create-door', { facilityId, door, zone: 'Yard' });
    await world.db.write((tx) => world.partners.setIntegration(tx, world.partnerId, facilityId, { enabled: true }));
    await order('map-scope-key', {
      partnerId: world.partnerId,
      facilityId,
      key: 'default',
      target: { to: 'facility' },
    });
    const doors = await world.db.read((tx) => world.doors.list(tx, facilityId));
    expect(doors).toMatchObject([{ id: doorId, name: 'Back door', zone: 'Yard' }]);
    expect(await world.scopes.listKeys(facilityId)).toMatchObject([{ key: 'default', target: { to: 'facility' } }]);
  });

  it('a key opens the facility or doors of it, and nothing else', async () => {
    const { facilityId, partnerId } = world;
    const everywhere = { facilityId, partnerId, key: 'default', target: { to: 'everywhere' } };
    await expect(order('map-scope-key', everywhere)).rejects.toThrow(/target/);
  });
});
