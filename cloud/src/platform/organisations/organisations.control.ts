import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { isZoneName } from '@gatehouse/shared/zones/load-zones.ts';
import { z } from 'zod';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import type { OrganisationsService } from './organisations.service.ts';

const words = z.string().trim().min(1).max(120);
const PlaceId = z.string().regex(/^(org|fac)_[0-9a-z]{16}$/, 'must be the id of an organisation or of a facility');
const Timezone = z.string().refine((name) => isZoneName(bundledZones(), name), 'must be the IANA name of a time zone');

/** Orders that make organisations and facilities. */
export const organisationCommands = ({
  db,
  organisations,
}: {
  readonly db: Pick<Database, 'read'>;
  readonly organisations: Pick<
    OrganisationsService,
    'createOrganisation' | 'listPlaces' | 'createFacility' | 'findFacility' | 'findOrganisation'
  >;
}): Readonly<Record<string, ControlCommand>> => ({
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
});

const organisationOf = async (
  tx: Tx,
  organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>,
  of: string,
): Promise<OrgId> => {
  const found = of.startsWith('org_')
    ? (await organisations.findOrganisation(tx, uncheckedId<OrgId>(of)))?.id
    : (await organisations.findFacility(tx, uncheckedId<FacilityId>(of)))?.org_id;
  if (found === undefined) throw kitFault('invalid_request', `of: there is no organisation and no facility ${of}.`);
  return found;
};
