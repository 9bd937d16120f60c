import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const PIN = '402817';
const aNumber = () => Buffer.from(systemRandom(7)).toString('hex').toUpperCase();
const aPerson = ({ world }: PlatformApi, facilityId: FacilityId) =>
  world.db.write((tx) =>
    world.access.personFor(
      tx,
      { partnerId: world.partnerId, facilityId, memberId: randomId('m', systemRandom) },
      'test',
    ),
  );
const aCard = async (api: PlatformApi, facilityId: FacilityId) => {
  const of = { facilityId, personId: await aPerson(api, facilityId), by: 'test' };
  const { db, credentials } = api.world;
  return db.write((tx) => credentials.addCredential(tx, of, { kind: 'card', text: aNumber() }));
};
/** Slow on purpose, and the same for all of them: made once. */
let pinOfStaff: ReturnType<PlatformApi['world']['credentials']['staffPin']> | undefined;
const aStaff = async ({ world }: PlatformApi, facilityId: FacilityId) => {
  pinOfStaff ??= world.credentials.staffPin(PIN);
  const pin = await pinOfStaff;
  return world.db.write((tx) =>
    world.credentials.addStaff(tx, facilityId, { name: 'Kim', role: 'staff', pin }, 'test'),
  );
};

const ofPerson = async (api: PlatformApi) => ({
  params: { facilityId: api.world.facilityId, personId: await aPerson(api, api.world.facilityId) },
  foreign: { personId: await aPerson(api, api.otherFacilityId) },
  missing: { personId: randomId('per', systemRandom) },
});
const ofCard = async (api: PlatformApi) => ({
  params: { facilityId: api.world.facilityId, credentialId: await aCard(api, api.world.facilityId) },
  foreign: { credentialId: await aCard(api, api.otherFacilityId) },
  missing: { credentialId: randomId('crd', systemRandom) },
});
/** Those of the contract's other tests go: a facility has only so many at its panels. */
const ofStaff = async (api: PlatformApi) => {
  const { db, credentials, facilityId } = api.world;
  await db.write(async (tx) => {
    for (const { id } of await credentials.listStaff(tx, facilityId)) await credentials.removeStaff(tx, facilityId, id);
  });
  return {
    params: { facilityId: api.world.facilityId, staffId: await aStaff(api, api.world.facilityId) },
    foreign: { staffId: await aStaff(api, api.otherFacilityId) },
    missing: { staffId: randomId('stf', systemRandom) },
  };
};

export const credentialsCases: PlatformCases = {
  'credentials.list': ofPerson,
  'credentials.add': async (api) => ({
    ...(await ofPerson(api)),
    body: { kind: 'card', number: aNumber(), asksPin: false },
  }),
  'credentials.replace': async (api) => ({ ...(await ofCard(api)), body: { number: aNumber() } }),
  'credentials.disable': async (api) => ({ ...(await ofCard(api)), body: { disabled: true } }),
  'credentials.remove': ofCard,
  'credentials.set-pin': async (api) => ({ ...(await ofPerson(api)), body: { pin: PIN } }),
  'credentials.remove-pin': ofPerson,
  'panel-staff.list': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
  'panel-staff.add': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    body: { name: 'Kim', role: 'staff', pin: PIN },
  }),
  'panel-staff.change': async (api) => ({
    ...(await ofStaff(api)),
    body: { name: 'Robin', role: 'manager', pin: '519402' },
  }),
  'panel-staff.remove': ofStaff,
};
