import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';

describe.each(ENGINES)('what a facility and a partner agree on, on $name', ({ open }) => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld(await open(), new ManualClock(), scriptedLink(confirms).link);
  });

  const linked = () =>
    world.db.write((tx) =>
      world.partners.create(tx, { name: 'Linked', linkingMethod: 'linking_identifier', organisations: [world.orgId] }),
    );
  const refusal = (path: string) => ({ code: 'invalid_request', problems: [{ path }] });

  it('P6 organisations are those where the integration is enabled for a facility or more', async () => {
    const { db, organisations, partners, caller, partnerId, facilityId, orgId } = world;
    const ids = async () => (await db.read((tx) => organisations.listOrganisations(tx, caller))).map(({ id }) => id);
    await organisations.createFacility({ orgId, name: 'Second', timezone: 'UTC' });
    expect(await ids()).toEqual([orgId]);
    await db.write((tx) => partners.setIntegration(tx, partnerId, facilityId, { enabled: false }));
    expect(await ids()).toEqual([]);
  });

  it('P6 a partner that links by identifier is enabled with one only, and keeps it while it is', async () => {
    const { db, partners, facilityId } = world;
    const id = await linked();
    const set = (change: Parameters<typeof partners.setIntegration>[3]) =>
      db.write((tx) => partners.setIntegration(tx, id, facilityId, change));
    await expect(set({ enabled: true })).rejects.toMatchObject(refusal('body.linkingIdentifier'));
    await set({ enabled: true, linkingIdentifier: 'BNE-01' });
    await set({ enabled: true });
    await expect(set({ enabled: true, linkingIdentifier: null })).rejects.toMatchObject(
      refusal('body.linkingIdentifier'),
    );
    await set({ enabled: false, linkingIdentifier: null });
  });

  it('P7 an identifier begins with the prefix of the partner, and custom fields reach the partner', async () => {
    const { db, partners, organisations, facilityId, callerOf } = world;
    const id = await linked();
    await db.write((tx) =>
      partners.setSettings(tx, id, { prefix: 'ACME-', custom_fields: [{ key: 'region', label: 'Region' }] }),
    );
    const set = (change: object) =>
      db.write((tx) => partners.setIntegration(tx, id, facilityId, { enabled: true, ...change }));
    await expect(set({ linkingIdentifier: 'BNE-01' })).rejects.toMatchObject(refusal('body.linkingIdentifier'));
    const filled = { linkingIdentifier: 'ACME-01', customFields: { region: 'North' } };
    await expect(set({ ...filled, customFields: { size: 'L' } })).rejects.toMatchObject(
      refusal('body.customFields.size'),
    );
    await set(filled);
    await set({});
    const caller = await callerOf('live', id);
    const read = await world.db.read((tx) => organisations.listFacilities(tx, caller));
    expect(read).toMatchObject([{ linking_identifier: 'ACME-01', custom_values: '{"region":"North"}' }]);
    const shown = (await partners.listIntegrations(facilityId)).find(({ partnerId }) => partnerId === id);
    expect(shown?.customValues).toEqual({ region: 'North' });
  });
});
