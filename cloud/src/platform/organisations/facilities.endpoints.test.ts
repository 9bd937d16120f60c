import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('facilities on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
  });
  afterAll(() => api.close());

  const addFacility = (by: keyof PlatformApi['callers'], organisationId: string, more: object = {}) =>
    api.send({
      method: 'POST',
      path: '/api/admin/clubs/addclub',
      headers: api.callers[by].headers,
      body: { organisationId, name: 'Harbour North', timezone: 'Australia/Brisbane', ...more },
    });
  const rowOf = (id: unknown) =>
    api.world.db.read((tx) =>
      tx
        .selectFrom('facility')
        .where('id', '=', String(id) as FacilityId)
        .selectAll()
        .executeTakeFirst(),
    );
  const move = (moved: string, organisationId: string) =>
    api.send({
      method: 'POST',
      path: `/api/admin/clubs/move-facility/${moved}`,
      headers: api.callers.superAdmin.headers,
      body: { organisationId },
    });

  it('[R86] addclub makes only the template: no details, doors, partners or people, until a second request fills it in', async () => {
    const { orgId, db } = api.world;
    for (const detail of [
      { brand: 'Harbour' },
      { doors: [] },
      { template: false },
      { name: '' },
      { timezone: 'Nowhere' },
    ])
      expect(await addFacility('orgAdmin', orgId, detail), JSON.stringify(detail)).toMatchObject({ status: 400 });
    const added = await addFacility('orgAdmin', orgId);
    expect(added).toMatchObject({ status: 201, json: { template: true } });
    const { facilityId } = added.json as { facilityId: FacilityId };
    const unknown = { brand: null, website_url: null, latitude: null, place_data: null };
    expect(await rowOf(facilityId)).toMatchObject({ org_id: orgId, template: 1, ...unknown });
    for (const table of ['door', 'box', 'partner_integration', 'facility_person'] as const) {
      const rows = await db.read((tx) =>
        tx.selectFrom(table).where('facility_id', '=', facilityId).select('facility_id').execute(),
      );
      expect(rows, table).toEqual([]);
    }
    const open = await db.read((tx) => api.world.organisations.listFacilities(tx, api.world.caller));
    expect(open.map(({ id }) => id)).not.toContain(facilityId);
    const filled = await api.send({
      method: 'PUT',
      path: `/api/admin/clubs/${facilityId}`,
      headers: api.callers.orgAdmin.headers,
      body: { brand: 'Harbour', latitude: -27.4, longitude: 153 },
    });
    expect(filled.status).toBe(200);
    expect(await rowOf(facilityId)).toMatchObject({
      template: 0,
      brand: 'Harbour',
      name: 'Harbour North',
      latitude: -27.4,
    });
  });

  it('are added only where the caller manages the organisation, which others cannot even see', async () => {
    const foreign = await addFacility('orgAdmin', api.otherOrgId);
    const missing = await addFacility('orgAdmin', 'org_0000000000000000');
    expect(foreign.status).toBe(404);
    expect({ ...foreign.json, request_id: '' }).toEqual({ ...missing.json, request_id: '' });
    expect((await addFacility('manager', api.world.orgId)).status).toBe(404);
  });

  it('move with their doors, and who held something in the old organisation holds nothing there any more', async () => {
    const { orgId, organisations } = api.world;
    const facility = { orgId, name: 'Moves', timezone: 'Australia/Brisbane' };
    const moved = await organisations.createFacility(facility);
    expect(await move(moved, api.otherOrgId)).toMatchObject({ status: 200, json: { organisationId: api.otherOrgId } });
    const read = (by: keyof PlatformApi['callers']) =>
      api.send({ method: 'PUT', path: `/api/admin/clubs/${moved}`, headers: api.callers[by].headers, body: {} });
    expect((await read('orgAdmin')).status).toBe(404);
    expect((await read('otherOrgAdmin')).status).toBe(200);
  });

  it('N11 take their devices along, unless one has a serial number that is taken there', async () => {
    const { orgId, organisations, devices, db } = api.world;
    const moved = await organisations.createFacility({ orgId, name: 'Screens', timezone: 'UTC' });
    const register = (facilityId: FacilityId) =>
      db.write((tx) => devices.register(tx, { kind: 'camera', name: 'Camera', facilityId, serialNumber: 'CAM-9' }));
    await register(moved);
    const { device } = await register(api.otherFacilityId);
    expect(await move(moved, api.otherOrgId)).toMatchObject({
      status: 409,
      json: { error: 'facility_move_blocked', message: expect.stringContaining('CAM-9') },
    });
    const at = { uuid: device.uuid, facilityId: api.otherFacilityId };
    await db.write((tx) => devices.update(tx, at, { serialNumber: 'CAM-10' }));
    expect((await move(moved, api.otherOrgId)).status).toBe(200);
    await expect(db.write((tx) => devices.update(tx, at, { serialNumber: 'CAM-9' }))).rejects.toMatchObject({
      code: 'device_registered',
    });
    expect((await move(moved, orgId)).status).toBe(200);
    await db.write((tx) => devices.update(tx, at, { serialNumber: 'CAM-9' }));
  });

  it('do not move away from a partner that is enabled there', async () => {
    const { facilityId } = api.world;
    expect(await move(facilityId, api.otherOrgId)).toMatchObject({
      status: 409,
      json: { error: 'facility_move_blocked', message: expect.stringContaining('Acme Members') },
    });
    expect(await rowOf(facilityId)).toMatchObject({ org_id: api.world.orgId });
  });
});
