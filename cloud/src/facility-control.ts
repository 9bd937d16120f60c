import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { FacilityId, type OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { isZoneName } from '@gatehouse/shared/zones/load-zones.ts';
import { z } from 'zod';
import type { Database, Tx } from './db/unit-of-work.ts';
import { kitFault } from './http/kit-faults.ts';
import { AccessTarget } from './modules/scopes/scopes.module.ts';
import type { Services } from './services.ts';

const words = z.string().trim().min(1).max(120);
const PlaceId = z.string().regex(/^(org|fac)_[0-9a-z]{16}$/, 'must be the id of an organisation or of a facility');
const Timezone = z.string().refine((name) => isZoneName(bundledZones(), name), 'must be the IANA name of a time zone');

/** Orders that make organisations, facilities and doors, and say what a partner's scope keys open there. */
export const facilityCommands = (
  db: Pick<Database, 'read' | 'write'>,
  { organisations, doors, scopes }: Pick<Services, 'organisations' | 'doors' | 'scopes'>,
): Readonly<Record<string, ControlCommand>> => ({
  'create-organisation': controlCommand({
    body: z.strictObject({ name: words }),
    run: async ({ name }) => ({ organisationId: await organisations.createOrganisation(name) }),
  }),
  facilities: controlCommand({
    body: z.strictObject({}),
    run: async () => ({ organisations: await db.read((tx) => organisations.listPlaces(tx)) }),
  }),
  'create-facility': controlCommand({
    /** `of`: the organisation, or a facility of it that is there already. */
    body: z.strictObject({ of: PlaceId, name: words, timezone: Timezone }),
    run: async ({ of, ...facility }) => {
      const orgId = await db.read((tx) => organisationOf(tx, organisations, of));
      return { facilityId: await organisations.createFacility({ orgId, ...facility }) };
    },
  }),
  'create-door': controlCommand({
    body: z.strictObject({
      facilityId: FacilityId,
      door: z.strictObject(DoorConfig.omit({ doorId: true }).shape),
      zone: words.optional(),
      location: words.optional(),
      serialNumber: words.optional(),
    }),
    run: async ({ facilityId, door, zone, location, serialNumber }) => ({
      doorId: await doors.create({
        facilityId,
        ...door,
        ...(zone !== undefined && { zone }),
        ...(location !== undefined && { location }),
        ...(serialNumber !== undefined && { serialNumber }),
      }),
    }),
  }),
  'map-scope-key': controlCommand({
    body: z.strictObject({ partnerId: PartnerId, facilityId: FacilityId, key: words, target: AccessTarget }),
    run: async ({ target, ...of }) => {
      await db.write((tx) => scopes.setKey(tx, of, { target }));
    },
  }),
});

const organisationOf = async (
  tx: Tx,
  organisations: Pick<Services['organisations'], 'findFacility' | 'findOrganisation'>,
  of: string,
): Promise<OrgId> => {
  const found = of.startsWith('org_')
    ? (await organisations.findOrganisation(tx, of as OrgId))?.id
    : (await organisations.findFacility(tx, of as FacilityId))?.org_id;
  if (found === undefined) throw kitFault('invalid_request', `of: there is no organisation and no facility ${of}.`);
  return found as OrgId;
};
