import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Reach } from '../../platform/users/platform-surface.ts';
import type { AgreementVariationTable } from './agreements.tables.ts';

export type VariationRow = Selectable<AgreementVariationTable>;

export interface VariationsOf {
  readonly reach: Reach;
  readonly organisationId?: OrgId | undefined;
  readonly facilityId?: FacilityId | undefined;
  readonly agreementId?: string | undefined;
}
/** Where a page begins: after this agreement at this club. */
export interface VariationPlace {
  readonly agreementId: string;
  readonly facilityId: FacilityId;
}

export const variationsRepo = (tx: Tx) => ({
  /** Keeps others from varying this agreement until the unit is over. */
  holdAgreement: (agreementId: string): Promise<unknown> =>
    tx
      .updateTable('agreement')
      .set((eb) => ({ revision: eb.ref('revision') }))
      .where('id', '=', agreementId)
      .execute(),

  newest: (agreementId: string, facilityId: FacilityId): Promise<VariationRow | undefined> =>
    tx
      .selectFrom('agreement_variation')
      .where('agreement_id', '=', agreementId)
      .where('facility_id', '=', facilityId)
      .selectAll()
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst(),

  of: (agreementId: string, facilityId: FacilityId, revision: number): Promise<VariationRow | undefined> =>
    tx
      .selectFrom('agreement_variation')
      .where('agreement_id', '=', agreementId)
      .where('facility_id', '=', facilityId)
      .where('revision', '=', revision)
      .selectAll()
      .executeTakeFirst(),

  insert: (row: Insertable<AgreementVariationTable>): Promise<unknown> =>
    tx.insertInto('agreement_variation').values(row).execute(),

  /** The newest of each agreement at each club, in the order of their ids. */
  list: ({ reach, organisationId, facilityId, agreementId }: VariationsOf, after: VariationPlace, limit: number) => {
    let query = tx
      .selectFrom('agreement_variation as variation')
      .innerJoin('facility', 'facility.id', 'variation.facility_id')
      .where(({ eb, or, and }) =>
        or([
          eb('variation.agreement_id', '>', after.agreementId),
          and([
            eb('variation.agreement_id', '=', after.agreementId),
            eb('variation.facility_id', '>', after.facilityId),
          ]),
        ]),
      )
      .where('variation.revision', '=', ({ selectFrom }) =>
        selectFrom('agreement_variation as newest')
          .whereRef('newest.agreement_id', '=', 'variation.agreement_id')
          .whereRef('newest.facility_id', '=', 'variation.facility_id')
          .select((of) => of.fn.max('newest.revision').as('revision')),
      );
    if (reach !== 'everywhere') {
      const { organisations, facilities } = reach;
      query = query.where(({ eb, or }) =>
        or([
          ...(organisations.length === 0 ? [] : [eb('facility.org_id', 'in', organisations)]),
          ...(facilities.length === 0 ? [] : [eb('facility.id', 'in', facilities)]),
        ]),
      );
    }
    if (organisationId !== undefined) query = query.where('facility.org_id', '=', organisationId);
    if (facilityId !== undefined) query = query.where('variation.facility_id', '=', facilityId);
    if (agreementId !== undefined) query = query.where('variation.agreement_id', '=', agreementId);
    return query
      .selectAll('variation')
      .orderBy('variation.agreement_id')
      .orderBy('variation.facility_id')
      .limit(limit)
      .execute();
  },
});
