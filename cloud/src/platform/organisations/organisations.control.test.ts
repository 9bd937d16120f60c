import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { ordersOf } from '../../testing/orders.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';

describe.each(ENGINES)('orders about organisations and facilities on $name', ({ open }) => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld(await open(), new ManualClock(), scriptedLink(confirms).link);
  });
  const order = (name: string, body?: object) => ordersOf(world)(name, body);

  it('make the first facility of a cloud that has none: its organisation, then it, and show both', async () => {
    const { organisationId } = await order('create-organisation', { name: 'Harbour Gyms' });
    expect(organisationId).toMatch(/^org_[0-9a-z]{16}$/);
    const made = { of: organisationId, timezone: 'Europe/Berlin' };
    const north = (await order('create-facility', { ...made, name: 'North' })).facilityId;
    const east = (await order('create-facility', { ...made, name: 'East' })).facilityId;
    const { organisations } = await order('facilities');
    const names = organisations.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].sort());
    expect(organisations.find(({ name }: { name: string }) => name === 'Harbour Gyms')).toEqual({
      organisationId,
      name: 'Harbour Gyms',
      facilities: [
        { facilityId: east, name: 'East', timezone: 'Europe/Berlin' },
        { facilityId: north, name: 'North', timezone: 'Europe/Berlin' },
      ],
    });
  });

  it('create-facility wants the id of an organisation, no name', async () => {
    const body = { of: 'Harbour Gyms', name: 'x', timezone: 'UTC' };
    await expect(order('create-facility', body)).rejects.toThrow(/must be the id of an organisation/);
  });

  it.each(['+10:00', 'Mars/Olympus'])('create-facility refuses the time zone %s', async (timezone) => {
    const body = { of: world.facilityId, name: 'x', timezone };
    await expect(order('create-facility', body)).rejects.toThrow(/IANA name/);
  });

  it.each(['fac_zzzzzzzzzzzzzzzz', 'org_zzzzzzzzzzzzzzzz'])(
    'a facility of %s, which there is not, is refused by its name',
    async (of) => {
      const body = { of, name: 'x', timezone: 'Pacific/Auckland' };
      await expect(order('create-facility', body)).rejects.toThrow(`there is no organisation and no facility ${of}`);
    },
  );
});
