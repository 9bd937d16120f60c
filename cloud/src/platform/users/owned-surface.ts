import { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import type { OwnedSight, Owners } from '../../kit/records/records.repo.ts';
import type { OrganisationsService } from '../organisations/organisations.service.ts';
import { By } from './actor-surface.ts';
import { noSuchPlace, type Placed, type PlatformCaller, type Reach, visibleScopes } from './platform-surface.ts';

/** What endpoints have in common whose things belong to an organisation, or to the platform: `organisationId` is null then. */
export const ownerField = OrgId.nullable().describe('Whose it is: an organisation’s. Null: the platform’s.');
/** The last part of a public address. */
export const slugField = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters and digits, with single hyphens between them');
export const localeField = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag of BCP 47, such as en or de-AT')
  .describe('The language that it is written in, as a tag of BCP 47.')
  .meta({ examples: ['en'] });
/** What `stampsOf` a record says, once `namedBy` has looked up who it was. */
export const stampFields = {
  revision: z
    .int()
    .describe('Counts its changes: what `expectedRevision` names.')
    .meta({ examples: [1] }),
  createdBy: By,
  createdAt: z.iso.datetime(),
  changedBy: By,
  changedAt: z.iso.datetime(),
};
export const expectedRevision = z
  .int()
  .min(1)
  .optional()
  .describe('Nothing is done where another revision is there by now.');
const READS = ['facility-staff', 'admin'] as const;
/** Of a list, which `organisationId` of the query narrows. */
export const ownedLists = {
  anyOf: [
    { needs: READS, in: 'organisation' },
    { needs: READS, in: 'facility of organisation' },
  ],
} as const;
/** Of one thing: the handler answers only with what `ownedSight` lets the caller see. */
export const ownedReads = { needs: READS, in: 'anywhere' } as const;
export const ownedWrites = { needs: 'admin', in: 'resource' } as const;

/** Where the gate of something is asked: in its organisation, or on the platform. */
export const ownedAt = (orgId: OrgId | null): Placed => ({ at: orgId === null ? {} : { organisationId: orgId } });

/** The owner that a body names for something new, as a `resource`. */
export const newOwner = {
  find: async (
    { organisations }: { readonly organisations: Pick<OrganisationsService, 'findOrganisation'> },
    { body: { organisationId } }: { readonly body: { readonly organisationId: OrgId | null } },
    { tx }: FindBy<PlatformCaller>,
  ): Promise<Placed | undefined> => {
    const isThere = organisationId === null || (await organisations.findOrganisation(tx, organisationId)) !== undefined;
    return isThere ? ownedAt(organisationId) : undefined;
  },
  missing: () => noSuchPlace('organisation'),
};

/** Where the caller works is theirs to read as far as it is published; where they administer it, whole. */
export const ownedSight = async (
  tx: Tx,
  organisations: Pick<OrganisationsService, 'facilitiesById'>,
  caller: Pick<PlatformCaller, 'grants'>,
): Promise<OwnedSight> => {
  const ownersIn = async (reach: Reach): Promise<Owners> => {
    if (reach === 'everywhere') return 'all';
    const facilities = await organisations.facilitiesById(tx, reach.facilities);
    return [...new Set([...reach.organisations, ...[...facilities.values()].map(({ org_id }) => org_id)])];
  };
  const administered = visibleScopes(caller, 'admin');
  return {
    published: await ownersIn(visibleScopes(caller, READS)),
    // What belongs to an organisation is administered in the whole of it.
    drafts: administered === 'everywhere' ? 'all' : administered.organisations,
  };
};
