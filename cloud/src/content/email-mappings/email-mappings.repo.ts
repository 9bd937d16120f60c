import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { EmailMappingTable } from './email-mappings.tables.ts';

export type EmailMapping = Selectable<EmailMappingTable>;
/** Whose wording it is; without either, the platform's. */
export interface MappingPlace {
  readonly organisationId: OrgId | null;
  readonly facilityId: FacilityId | null;
}

export const emailMappingsRepo = (tx: Tx) => {
  const at = ({ organisationId, facilityId }: MappingPlace) =>
    tx
      .selectFrom('email_mapping')
      .where('org_id', organisationId === null ? 'is' : '=', organisationId)
      .where('facility_id', facilityId === null ? 'is' : '=', facilityId);
  return {
    insert: (row: Insertable<EmailMappingTable>) =>
      tx
        .insertInto('email_mapping')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst(),
    find: (id: string) => tx.selectFrom('email_mapping').where('id', '=', id).selectAll().executeTakeFirst(),
    /** Of one place, by kind and language. */
    list: (place: MappingPlace, limit: number) =>
      at(place).selectAll().orderBy('kind').orderBy('locale').limit(limit).execute(),
    count: async (place: MappingPlace): Promise<number> => {
      const { count } = await at(place)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** What may word an e-mail of this kind there. */
    candidates: ({ kind, organisationId, facilityId }: MappingPlace & { readonly kind: string }) =>
      tx
        .selectFrom('email_mapping')
        .where('kind', '=', kind)
        .where('enabled', '=', 1)
        .where((eb) =>
          eb.or([
            eb('facility_id', '=', facilityId),
            eb('org_id', '=', organisationId),
            eb.and([eb('facility_id', 'is', null), eb('org_id', 'is', null)]),
          ]),
        )
        .selectAll()
        .execute(),
    update: (id: string, revision: number, row: Partial<Insertable<EmailMappingTable>>) =>
      tx
        .updateTable('email_mapping')
        .set({ ...row, revision: revision + 1 })
        .where('id', '=', id)
        .where('revision', '=', revision)
        .returningAll()
        .executeTakeFirst(),
    remove: (id: string) => tx.deleteFrom('email_mapping').where('id', '=', id).returning('id').executeTakeFirst(),
  };
};
