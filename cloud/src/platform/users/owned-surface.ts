import { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import type { OrganisationsService } from '../organisations/organisations.service.ts';
import { noSuchPlace, type Placed, type PlatformCaller, type Reach, visibleScopes } from './platform-surface.ts';

/** What endpoints have in common whose things belong to an organisation, or to the platform: `organisationId` is null then. */
export const ownerField = OrgId.nullable().describe('Whose it is: an organisation’s. Null: the platform’s.');
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

/** Organisations by id, or all of them. */
export type Owners = 'all' | readonly OrgId[];
/** Of things that are published, or not yet: whose somebody may read. What the platform has published is for everybody. */
export interface OwnedSight {
  readonly published: Owners;
  /** Where the caller may change them: drafts too. `all` has the platform's among them. */
  readonly drafts: Owners;
}

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
