import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { expect, it } from 'vitest';
import { describeAtConsole } from './testing/console-suite.ts';

describeAtConsole('organisations', (at) => {
  const write: typeof at.api.world.db.write = (work) => at.api.world.db.write(work);
  const listed = async (id: OrgId = at.api.world.orgId) =>
    ((await at.ask('GET', '/organisations')).json.data as { organisationId: string }[]).filter(
      ({ organisationId }) => organisationId === id,
    );
  const set = (facilityId: FacilityId, change: { enabled: boolean; linkingIdentifier?: string }) =>
    write((tx) => at.api.world.partners.setIntegration(tx, at.api.world.partnerId, facilityId, change));
  const now = () => isoOf(at.clock.wallMs());
  const ofOrganisation = (id: string, query = '') => at.ask('GET', `/organisations/${id}/facilities${query}`);

  it('says of each what it waits for, and since when it is how it is', async () => {
    const { organisations, partners, partnerId, orgId } = at.api.world;
    const other = await organisations.createOrganisation('Summit Clubs');
    await at.clock.advance(Minutes(1));
    await write((tx) => partners.setOrganisations(tx, partnerId, [orgId, other], 'everywhere'));
    const opened = now();
    const gym = await organisations.createFacility({ orgId: other, name: 'Summit', timezone: 'UTC' });
    await organisations.createFacility({ orgId: other, name: 'Silent', timezone: 'UTC' });
    const none = { all: 2, linked: 0, unnamed: 0, ended: 0 };
    expect(await listed(other)).toMatchObject([
      { name: 'Summit Clubs', state: 'waiting', since: opened, missing: ['consent', 'enabling'], facilities: none },
    ]);

    await write((tx) => partners.consent(tx, other, at.api.world.caller.keyId, 'usr_1'));
    await at.clock.advance(Minutes(1));
    await set(gym, { enabled: true });
    expect(await listed(other)).toMatchObject([
      { state: 'linked', since: now(), missing: [], facilities: { ...none, linked: 1 } },
    ]);

    const toCodes = (linking_method: 'facility_id' | 'linking_identifier') =>
      write((tx) => partners.setSettings(tx, partnerId, { linking_method }));
    await toCodes('linking_identifier');
    expect(await listed(other)).toMatchObject([
      { state: 'waiting', missing: ['identifier'], facilities: { ...none, unnamed: 1 } },
    ]);
    expect((await ofOrganisation(other)).json.data).toMatchObject([{ facilityId: gym, state: 'waiting' }]);
    await set(gym, { enabled: true, linkingIdentifier: 'SUM-1' });
    expect(await listed(other)).toMatchObject([{ state: 'linked' }]);
    await toCodes('facility_id');

    await at.clock.advance(Minutes(1));
    await write((tx) => partners.withdraw(tx, other, at.api.world.caller.keyId));
    expect(await listed(other)).toMatchObject([{ state: 'refused', since: now(), missing: ['consent'] }]);
    await write((tx) => partners.consent(tx, other, at.api.world.caller.keyId, 'usr_1'));

    await at.clock.advance(Minutes(1));
    await set(gym, { enabled: false });
    const ended = now();
    expect(await listed(other)).toMatchObject([{ state: 'ended', since: ended, facilities: { ...none, ended: 1 } }]);
    expect((await ofOrganisation(other)).json.data).toEqual([
      { facilityId: gym, name: 'Summit', state: 'ended', since: ended, linkingIdentifier: 'SUM-1' },
    ]);

    await at.clock.advance(Minutes(1));
    await write((tx) => partners.setOrganisations(tx, partnerId, [orgId], 'everywhere'));
    await at.db.write((tx) =>
      tx.updateTable('organisation').set({ name: 'Renamed' }).where('id', '=', other).execute(),
    );
    expect(await listed(other)).toMatchObject([{ name: 'Summit Clubs', state: 'ended', since: now(), missing: [] }]);
    expect((await ofOrganisation(other)).status).toBe(404);
    await write((tx) => partners.setOrganisations(tx, partnerId, [orgId, other], 'everywhere'));
    expect(await listed(other)).toMatchObject([{ name: 'Renamed', since: now() }]);
  });

  it('waits for a key where the account has none that can be used', async () => {
    const { partners, partnerId } = at.api.world;
    for (const { key_id: keyId } of await partners.listKeys(partnerId))
      await write((tx) => partners.revokeKey(tx, keyId));
    await at.ask('POST', '/try-keys');
    expect(await listed()).toMatchObject([{ state: 'waiting', missing: ['key'] }]);
  });

  it('knows nothing of organisations and facilities of others, nor who else is there', async () => {
    const { organisations } = at.api.world;
    const { rivalId } = await at.api.aRival();
    const foreign = await organisations.createOrganisation('Elsewhere');
    const gym = await organisations.createFacility({ orgId: foreign, name: 'Secret gym', timezone: 'UTC' });
    await write((tx) => at.api.world.partners.setOrganisations(tx, rivalId, [foreign], 'everywhere'));
    await write((tx) => at.api.world.partners.setIntegration(tx, rivalId, gym, { enabled: true }));
    const all = await at.ask('GET', '/organisations');
    expect(all.text).not.toMatch(/Elsewhere|Secret|Rival/);
    const [theirs, missing] = [await ofOrganisation(foreign), await ofOrganisation('org_0000000000000000')];
    expect(theirs).toMatchObject({ status: 404, json: { error: 'organisation_unknown' } });
    const plain = ({ text, headers }: typeof theirs) => text.replaceAll(String(headers['x-request-id']), '…');
    expect(plain(theirs)).toBe(plain(missing));
  });

  it('lists facilities page after page, and never one that has not enabled it', async () => {
    const { organisations, orgId } = at.api.world;
    for (let n = 0; n < 3; n++) {
      const id = await organisations.createFacility({ orgId, name: `Gym ${n}`, timezone: 'UTC' });
      if (n > 0) await set(id, { enabled: true });
    }
    const names: string[] = [];
    for (let after = ''; after !== 'end'; ) {
      const { json } = await ofOrganisation(orgId, `?limit=1${after}`);
      names.push(...json.data.map(({ name }: { name: string }) => name));
      after = json.next === null ? 'end' : `&after=${json.next}`;
    }
    expect(names).toHaveLength(3);
    expect(names).not.toContain('Gym 0');
  });
});
