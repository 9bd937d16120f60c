import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { invalidRequest } from '../../kit/http/validate.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import type { AgreementAudienceTable } from './agreements.tables.ts';

/** Whom an agreement is for: every club of whoever it belongs to, or those of some organisations, and some clubs. */
export type Audience = 'all' | { readonly organisations: OrgId[]; readonly facilities: FacilityId[] };

type ChosenPlace = Omit<AgreementAudienceTable, 'agreement_id'>;

/** The rows of an audience, each place once. */
export const placesOf = (audience: Audience): readonly ChosenPlace[] =>
  audience === 'all'
    ? []
    : [
        ...[...new Set(audience.organisations)].sort().map((id) => ({ scope: 'organisation' as const, scope_id: id })),
        ...[...new Set(audience.facilities)].sort().map((id) => ({ scope: 'facility' as const, scope_id: id })),
      ];

/** Throws for a place that there is not, or that is not in the organisation whose agreement it is: the same for both. */
export const requirePlaces = async (
  tx: Tx,
  organisations: Pick<OrganisationsService, 'facilitiesById' | 'organisationsById'>,
  owner: OrgId | null,
  audience: Audience,
): Promise<void> => {
  if (audience === 'all') return;
  const known = await organisations.organisationsById(tx, audience.organisations);
  const facilities = await organisations.facilitiesById(tx, audience.facilities);
  const problems = [
    ...audience.organisations.flatMap((id, at) =>
      known.has(id) && (owner === null || owner === id) ? [] : [problem(`organisations.${at}`, 'organisation')],
    ),
    ...audience.facilities.flatMap((id, at) => {
      const facility = facilities.get(id);
      const isThere = facility !== undefined && (owner === null || owner === facility.org_id);
      return isThere ? [] : [problem(`facilities.${at}`, 'facility')];
    }),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
};

const problem = (path: string, kind: string) => ({
  path: `body.audience.${path}`,
  rule: 'unknown',
  message: `is no ${kind} that this agreement may be for`,
});
