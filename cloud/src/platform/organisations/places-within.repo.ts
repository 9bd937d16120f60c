import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely';
import { loosePattern } from '../../kit/db/loose-pattern.ts';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tables } from '../../kit/db/tables.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Reach } from '../users/platform-surface.ts';
import type { FacilityTable, OrganisationTable } from './organisations.tables.ts';

/** Which part of a list: those after this id. */
export interface PlacesAfter {
  /** In lower case: what a name may have in it. */
  readonly text: string | undefined;
  readonly after: string;
  readonly limit: number;
}

/** An organisation's facilities, and those named one by one. */
const inReach = (
  { or, eb, lit }: Pick<ExpressionBuilder<Tables, 'facility'>, 'or' | 'eb' | 'lit'>,
  reach: Reach,
): Expression<SqlBool> => {
  if (reach === 'everywhere') return lit(true);
  const { organisations, facilities } = reach;
  return or([
    ...(organisations.length === 0 ? [] : [eb('facility.org_id', 'in', organisations)]),
    ...(facilities.length === 0 ? [] : [eb('facility.id', 'in', facilities)]),
  ]);
};

const isWhole = (reach: Reach, organisation: OrgId): boolean =>
  reach === 'everywhere' || reach.organisations.includes(organisation);

/** Asked with nearly every request that names an organisation. */
const facilitiesOfOne = prepared((tx, { organisation }: { organisation: OrgId }) =>
  tx
    .selectFrom('facility')
    .where('org_id', '=', organisation)
    .select(({ fn }) => ['org_id', fn.countAll().as('facilities')])
    .groupBy('org_id'),
);

/** Places by id, in the order of their ids. */
export const placesWithinRepo = (tx: Tx) => ({
  /** Organisations in reach, whole or by one of their facilities. */
  organisations: (reach: Reach, { text, after, limit }: PlacesAfter): Promise<Selectable<OrganisationTable>[]> => {
    let query = tx.selectFrom('organisation').where('id', '>', uncheckedId<OrgId>(after)).selectAll();
    if (reach !== 'everywhere') {
      const { organisations, facilities } = reach;
      query = query.where(({ eb, or, selectFrom }) =>
        or([
          ...(organisations.length === 0 ? [] : [eb('id', 'in', organisations)]),
          ...(facilities.length === 0
            ? []
            : [eb('id', 'in', selectFrom('facility').where('facility.id', 'in', facilities).select('org_id'))]),
        ]),
      );
    }
    if (text !== undefined) query = query.where(({ eb, fn }) => eb(fn('lower', ['name']), 'like', loosePattern(text)));
    return query.orderBy('id').limit(limit).execute();
  },

  /** How many facilities in reach each of these organisations has; nothing of one that has none. */
  countFacilities: (reach: Reach, organisations: readonly OrgId[]) => {
    const [organisation, ...others] = organisations;
    if (organisation !== undefined && others.length === 0 && isWhole(reach, organisation))
      return facilitiesOfOne(tx, { organisation });
    return tx
      .selectFrom('facility')
      .where('org_id', 'in', organisations)
      .where((eb) => inReach(eb, reach))
      .select(({ fn }) => ['org_id', fn.countAll().as('facilities')])
      .groupBy('org_id')
      .execute();
  },

  facilities: (
    reach: Reach,
    { organisationId, text, after, limit }: PlacesAfter & { readonly organisationId: OrgId | undefined },
  ): Promise<Selectable<FacilityTable>[]> => {
    let query = tx
      .selectFrom('facility')
      .where('id', '>', uncheckedId<FacilityId>(after))
      .where((eb) => inReach(eb, reach))
      .selectAll();
    if (organisationId !== undefined) query = query.where('org_id', '=', organisationId);
    if (text !== undefined) {
      const pattern = loosePattern(text);
      query = query.where(({ eb, fn, or }) =>
        or([eb(fn('lower', ['name']), 'like', pattern), eb(fn('lower', ['brand']), 'like', pattern)]),
      );
    }
    return query.orderBy('id').limit(limit).execute();
  },
});
