import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { FacilityId, type OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { isZoneName } from '@gatehouse/shared/zones/load-zones.ts';
import { z } from 'zod';
import type { Database } from './db/unit-of-work.ts';
import { kitFault } from './http/kit-faults.ts';
import { AccessTarget } from './modules/scopes/scopes.module.ts';
import type { Services } from './services.ts';

const words = z.string().trim().min(1).max(120);
const Timezone = z.string().refine((name) => isZoneName(bundledZones(), name), 'must be the IANA name of a time zone');

/** Orders that make facilities and doors, and say what a partner's scope keys open there. */
export const facilityCommands = (
  db: Pick<Database, 'read'>,
  { organisations, doors, scopes }: Pick<Services, 'organisations' | 'doors' | 'scopes'>,
): Readonly<Record<string, ControlCommand>> => ({
  'create-facility': controlCommand({
    /** `facilityId`: one of the same organisation that is there already. */
    body: z.strictObject({ facilityId: FacilityId, name: words, timezone: Timezone }),
    run: async ({ facilityId: beside, ...facility }) => {
      const sibling = await db.read((tx) => organisations.findFacility(tx, beside));
      if (sibling === undefined) throw kitFault('invalid_request', `facilityId: there is no facility ${beside}.`);
      return { facilityId: await organisations.createFacility({ orgId: sibling.org_id as OrgId, ...facility }) };
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
    run: ({ target, ...of }) => scopes.mapKey(of, target),
  }),
});
