import { randomUUID } from 'node:crypto';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

/** A device of the first facility, or of another one. */
const aDevice = (
  { world }: PlatformApi,
  device: { kind?: 'display-screen' | 'router' | 'camera'; facilityId?: FacilityId; serialNumber?: string } = {},
) => {
  const given = { kind: 'display-screen', facilityId: world.facilityId, name: 'Screen', ...device } as const;
  return world.db.write(async (tx) => (await world.devices.register(tx, given)).device);
};

export const devicesCases: PlatformCases = {
  'devices.add': async ({ world }) => ({
    params: { club: world.facilityId },
    body: {
      uuid: randomUUID(),
      kind: 'display-screen',
      name: 'Screen at the desk',
      serialNumber: `SN-${randomUUID()}`,
      model: 'Lobby 22',
      webAddress: 'https://192.168.1.40/',
      settings: { brightness: 80 },
      purchasedOn: '2025-12-01',
      warrantyUntil: '2027-11-30',
    },
  }),
  'devices.update': async (api) => ({
    params: { club: api.world.facilityId },
    body: { uuid: (await aDevice(api)).uuid, name: 'Screen at the door', model: null, purchasedOn: '2025-12-01' },
  }),
  'devices.reset-screen': async (api) => ({
    params: { club: api.world.facilityId },
    body: { uuid: (await aDevice(api)).uuid },
  }),
  'devices.move': async (api) => ({
    params: { club: api.world.facilityId },
    body: { uuid: (await aDevice(api)).uuid, toFacilityId: api.siblingId },
    absent: { body: { toFacilityId: 'fac_zzzzzzzzzzzzzzzz' } },
  }),
  'devices.metadata': async (api) => ({
    params: { uuid: (await aDevice(api)).uuid },
    foreign: { uuid: (await aDevice(api, { facilityId: api.otherFacilityId })).uuid },
    missing: { uuid: randomUUID() },
  }),
  'devices.metadata-by-serial': async (api) => {
    const [serialNo, foreign] = [`SN-${randomUUID()}`, `SN-${randomUUID()}`];
    await aDevice(api, { serialNumber: serialNo });
    await aDevice(api, { serialNumber: foreign, facilityId: api.otherFacilityId });
    return { params: { serialNo }, foreign: { serialNo: foreign }, missing: { serialNo: `SN-${randomUUID()}` } };
  },
  'devices.list': async (api) => {
    await aDevice(api);
    return { params: { club: api.world.facilityId } };
  },
  'devices.releases': async () => ({}),
  'devices.resolve-qr': async (api) => ({ query: { url: `urn:uuid:${(await aDevice(api)).uuid}` } }),
  'devices.router-page': async ({ world }) => ({ params: { facilityID: world.facilityId } }),
  'devices.test-network-controller': async ({ world }) => ({ params: { facilityID: world.facilityId } }),
  'hardware.all-devices': async () => ({ query: { limit: '200' } }),
};
