import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../testing/partner-api.ts';
import { aRequest, confirms, scriptedLink } from '../../testing/world.ts';

/** Whoever looks after a place reads what partners did there, so an entry says where it belongs. */
describe.each(ENGINES)('the place of what partners do, on $name', ({ open }) => {
  const clock = new ManualClock();
  let api: PartnerApi;
  let headers: Record<string, string>;
  beforeAll(async () => {
    api = await servePartnerApi(await open(), clock, scriptedLink(confirms).link);
    headers = basic((await api.keyOf('live')).text);
  });
  afterAll(() => api.close());

  const send = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
    await api.moveOn();
    const answer = await api.send({ method, path: `/partner/v1${path}`, headers, ...(body && { body }) });
    const rows = await api.audited();
    const row = rows.find(({ request_id }) => request_id === answer.headers['x-request-id']);
    return { status: answer.status, realm: row?.realm, site: row?.site };
  };
  const here = () => ({ realm: api.world.orgId, site: api.world.facilityId });

  it('is the facility of an unlock, also of one that is refused', async () => {
    const { doorId, partnerId, facilityId } = api.world;
    const path = `/access-control/doors/${doorId}/unlock`;
    const { doorId: _path, ...body } = aRequest(api.world);
    expect(await send('POST', path, body)).toEqual({ status: 200, ...here() });
    await api.world.db.write((tx) => api.world.partners.setIntegration(tx, partnerId, facilityId, { enabled: false }));
    expect(await send('POST', path, body)).toEqual({ status: 403, ...here() });
    await api.world.db.write((tx) => api.world.partners.setIntegration(tx, partnerId, facilityId, { enabled: true }));
    const nowhere = { ...body, facility_id: 'fac_0000000000000000' };
    expect(await send('POST', path, nowhere)).toEqual({ status: 404, realm: null, site: null });
  });

  it('is the facility of a simulated failure and of an outage pass, given or refused', async () => {
    const { doorId, facilityId } = api.world;
    const path = `/sandbox/doors/${doorId}/simulate`;
    const asked = { facility_id: facilityId, scenario: 'jam' };
    expect(await send('POST', path, asked)).toEqual({ status: 403, ...here() });
    await api.world.sandbox.setFacility(facilityId, true);
    expect(await send('POST', path, asked)).toEqual({ status: 200, ...here() });
    const pass = { facility_id: facilityId, phone_key: aPhone().key };
    expect(await send('POST', '/members/M-9/outage-passes', pass)).toEqual({ status: 404, ...here() });
    const gone = await send('DELETE', `/members/M-9/outage-passes/pass_0?facility_id=${facilityId}`);
    expect(gone).toEqual({ status: 404, ...here() });
  });

  it('is of a batch the one facility, or the one organisation, that all of it is about', async () => {
    const { db, orgId, facilityId, partnerId, organisations, partners } = api.world;
    const sibling = await organisations.createFacility({ orgId, name: 'Harbour Pool', timezone: 'UTC' });
    const otherOrg = await organisations.createOrganisation('Summit Clubs');
    const other = await organisations.createFacility({ orgId: otherOrg, name: 'Summit One', timezone: 'UTC' });
    await db.write((tx) => partners.setOrganisations(tx, partnerId, [orgId, otherOrg], 'everywhere'));
    for (const { keyId } of await db.read((tx) => partners.keysAt(tx, otherOrg)))
      await db.write((tx) => partners.consent(tx, otherOrg, keyId, 'usr_test'));
    for (const id of [sibling, other])
      await db.write((tx) => partners.setIntegration(tx, partnerId, id, { enabled: true }));
    const push = (...facilities: readonly string[]) =>
      send('POST', '/check-ins', {
        check_ins: facilities.map((facility_id, i) => ({
          facility_id,
          check_in_id: `C-${i}`,
          member_id: 'M-1',
          timestamp: '2026-01-01T00:00:00Z',
        })),
      });
    expect(await push(facilityId, facilityId)).toMatchObject(here());
    expect(await push(facilityId, sibling)).toMatchObject({ realm: orgId, site: null });
    expect(await push(facilityId, other)).toMatchObject({ realm: null, site: null });
    expect(await push('fac_0000000000000000')).toMatchObject({ realm: null, site: null });
  });
});
