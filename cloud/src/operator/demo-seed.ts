import { join } from 'node:path';
import { readFileIfAny, writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import { DoorId, FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { AccessTarget } from '../access/scopes/scopes.module.ts';
import type { Services } from '../areas.ts';
import type { Database } from '../kit/db/unit-of-work.ts';
import type { NewDoor } from '../sites/doors/doors.module.ts';

const Keys = z.strictObject({ live: z.string(), dryrun: z.string(), readOnly: z.string() });
const DemoPartner = z.strictObject({ id: PartnerId, name: z.string(), keys: Keys });

const TIMEZONE = 'Australia/Brisbane';

/** The demo's identifiers and keys. Kept with mode 0600 beside the database, so that a second start can print them. */
const Demo = z.strictObject({
  orgId: OrgId,
  facilityId: FacilityId,
  timezone: z.string().default(TIMEZONE),
  linkingIdentifier: z.string(),
  doors: z.strictObject({ front: DoorId, studio: DoorId, carPark: DoorId }),
  direct: DemoPartner,
  linked: DemoPartner,
});
export type Demo = z.infer<typeof Demo>;

const LINKING_IDENTIFIER = 'BNE-01';
const at = (channel: number) => ({ bus: 'rs485-1', unit: 1, channel });
const sense = (channel: number) => ({ kind: 'lock-sense', activeMeans: 'unlocked', ...at(channel) }) as const;
const contact = (channel: number) => ({ activeMeans: 'open', ...at(channel) }) as const;

/** Three doors with three kinds of lock, all at rest locked: a strike on NO, a magnet on NC, a motor gate. */
const DOORS = {
  front: {
    name: 'Front door',
    zone: 'Entrance',
    location: 'Ground floor, street side',
    profile: 'latch',
    relay: at(0),
    relayEnergisedMeans: 'unlocked',
    evidence: sense(0),
    contact: contact(1),
    rex: at(2),
    fire: null,
  },
  studio: {
    name: 'Studio',
    zone: 'Group fitness',
    location: 'First floor',
    profile: 'magnet',
    relay: at(1),
    relayEnergisedMeans: 'unlocked',
    evidence: sense(3),
    contact: contact(4),
    rex: at(5),
    fire: null,
  },
  carPark: {
    name: 'Car-park gate',
    zone: 'Car park',
    location: 'Rear lane',
    profile: 'gate',
    relay: at(2),
    relayEnergisedMeans: 'unlocked',
    evidence: sense(6),
    contact: contact(7),
    rex: null,
    fire: null,
    holdSeconds: 8,
    heldOpenSeconds: 60,
  },
} as const satisfies Record<string, Omit<NewDoor, 'facilityId'>>;

/** Who signs in at the partner console. */
const CONTACT = { email: 'robin@acme.example', name: 'Robin Fields', role: 'owner' } as const;

const MEMBERS = [
  ['M-1001', 'Ada', 'Byron'],
  ['M-1002', 'Grace', 'Murray'],
  ['M-1003', 'Łukasz', 'Nowak'],
  ['M-1004', 'Aroha', 'Tūī'],
] as const;

/** One organisation with a gym in Brisbane that is a sandbox, three doors, some members, and a partner for each linking method. */
export const seedDemo = async (dataDir: string, db: Database, services: Services): Promise<Demo> => {
  const file = join(dataDir, 'demo.json');
  const known = readFileIfAny(file);
  const { organisations, partners, doors, members } = services;
  if (known !== undefined) {
    const demo = Demo.parse(JSON.parse(known));
    await settleFacility(demo, db, services);
    return demo;
  }

  const orgId = await organisations.createOrganisation('Riverside Strength');
  const facilityId = await organisations.createFacility({
    orgId,
    name: 'Riverside Strength Brisbane',
    brand: 'Riverside Strength',
    timezone: TIMEZONE,
    latitude: -27.4698,
    longitude: 153.0251,
  });
  const partner = async (name: string, linkingMethod: 'facility_id' | 'linking_identifier') => {
    const id = await db.write((tx) => partners.create(tx, { name, linkingMethod, organisations: [orgId] }));
    const linked = linkingMethod === 'linking_identifier' ? { linkingIdentifier: LINKING_IDENTIFIER } : {};
    await db.write((tx) => partners.setIntegration(tx, id, facilityId, { enabled: true, ...linked }));
    const key = async (type: 'live' | 'dryrun' | 'read-only') =>
      (await db.write((tx) => partners.createKey(tx, id, type, 'Demo'))).text;
    return {
      id,
      name,
      keys: { live: await key('live'), dryrun: await key('dryrun'), readOnly: await key('read-only') },
    };
  };
  const direct = await partner('Acme Members', 'facility_id');
  const linked = await partner('Branchwise', 'linking_identifier');
  for (const { id } of [direct, linked])
    await members.put(
      MEMBERS.map(([memberId, firstName, lastName]) => ({ partnerId: id, facilityId, memberId, firstName, lastName })),
    );
  const demo: Demo = {
    orgId,
    facilityId,
    timezone: TIMEZONE,
    linkingIdentifier: LINKING_IDENTIFIER,
    doors: {
      front: await doors.create({ facilityId, ...DOORS.front }),
      studio: await doors.create({ facilityId, ...DOORS.studio }),
      carPark: await doors.create({ facilityId, ...DOORS.carPark }),
    },
    direct,
    linked,
  };
  await settleFacility(demo, db, services);
  writePrivateFile(file, `${JSON.stringify(demo, null, 2)}\n`);
  return demo;
};

/** The zone of the plan that the guide for partners pushes. */
const PLAN_ZONE = 'Gym floor';

/** What staff would have set up: the gym is a sandbox; windows under the usual key, and the guide's plan, open all doors but the car park's. */
const settleFacility = async (
  { facilityId, doors, direct, linked }: Demo,
  db: Database,
  services: Services,
): Promise<void> => {
  await services.sandbox.setFacility(facilityId, true);
  await db.write(async (tx) => {
    if ((await services.partners.contactsOf(tx, direct.id)).length === 0)
      await services.partners.setContacts(tx, direct.id, [CONTACT]);
  });
  const target: AccessTarget = { to: 'doors', doorIds: [doors.front, doors.studio] };
  for (const { id: partnerId } of [direct, linked]) {
    await db.write((tx) => services.scopes.setKey(tx, { partnerId, facilityId, key: 'default' }, { target }));
    await db.write((tx) => services.access.mapPlanZone(tx, { facilityId, partnerId, name: PLAN_ZONE }, target));
  }
};
