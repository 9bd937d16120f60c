import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from './db/engines.ts';
import type { Database } from './db/unit-of-work.ts';
import { facilityCommands } from './facility-control.ts';
import { createWorld, scriptedLink, type World } from './test-kit/world.ts';

const at = (channel: number) => ({ bus: 'rs485-1', unit: 1, channel });
const DOOR = {
  name: 'Back door',
  profile: 'latch',
  relay: at(0),
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'command-only' },
  contact: { activeMeans: 'open', ...at(1) },
  rex: null,
  fire: null,
};

describe.each(ENGINES)('orders about facilities on $name', ({ open }) => {
  let db: Database;
  let world: World;
  beforeEach(async () => {
    db = await open();
    world = await createWorld(db, new ManualClock(), scriptedLink(() => Promise.reject(new Error('no'))).link);
  });
  const order = async (name: string, body: object): Promise<Record<string, string>> => {
    const command = facilityCommands(db, world)[name];
    if (command === undefined) throw new Error(`no command ${name}`);
    return ((await command.run(command.body.parse(body))) ?? {}) as Record<string, string>;
  };

  it('make a facility of the same organisation, its doors, and say what a key opens there', async () => {
    const made = { of: world.facilityId, name: 'Second gym', timezone: 'Pacific/Auckland' };
    const { facilityId } = await order('create-facility', made);
    const { doorId } = await order('create-door', { facilityId, door: DOOR, zone: 'Yard' });
    await world.db.write((tx) =>
      world.partners.setIntegration(tx, world.partnerId, facilityId as typeof world.facilityId, { enabled: true }),
    );
    await order('map-scope-key', {
      partnerId: world.partnerId,
      facilityId,
      key: 'default',
      target: { to: 'facility' },
    });
    const doors = await db.read((tx) => world.doors.list(tx, facilityId as typeof world.facilityId));
    expect(doors).toMatchObject([{ id: doorId, name: 'Back door', zone: 'Yard' }]);
    expect(await world.scopes.listKeys(facilityId as typeof world.facilityId)).toMatchObject([
      { key: 'default', target: { to: 'facility' } },
    ]);
  });

  it.each([
    ['create-door', { door: { ...DOOR, relay: { ...at(0), unit: 0 } } }, /unit/],
    ['create-door', { door: { ...DOOR, doorId: 'door_0123456789abcdef' } }, /doorId/],
    ['create-facility', { of: 'Harbour Gyms', name: 'x', timezone: 'UTC' }, /must be the id of an organisation/],
    ['map-scope-key', { partnerId: 'ptr_0123456789abcdef', key: 'default', target: { to: 'everywhere' } }, /target/],
  ])('%s refuses what makes no sense: %j', async (name, body, why) => {
    await expect(
      order(name, name === 'create-facility' ? body : { facilityId: world.facilityId, ...body }),
    ).rejects.toThrow(why);
  });

  it('make the first facility of a cloud that has none: its organisation, then it, and show both', async () => {
    const { organisationId } = await order('create-organisation', { name: 'Harbour Gyms' });
    expect(organisationId).toMatch(/^org_[0-9a-z]{16}$/);
    const made = { of: organisationId, timezone: 'Europe/Berlin' };
    const north = (await order('create-facility', { ...made, name: 'North' })).facilityId;
    const east = (await order('create-facility', { ...made, name: 'East' })).facilityId;
    const { organisations } = (await order('facilities', {})) as unknown as { organisations: { name: string }[] };
    expect(organisations.map(({ name }) => name)).toEqual(organisations.map(({ name }) => name).sort());
    expect(organisations.find(({ name }) => name === 'Harbour Gyms')).toEqual({
      organisationId,
      name: 'Harbour Gyms',
      facilities: [
        { facilityId: east, name: 'East', timezone: 'Europe/Berlin' },
        { facilityId: north, name: 'North', timezone: 'Europe/Berlin' },
      ],
    });
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
