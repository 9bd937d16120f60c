import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { CredentialTable, FacilitySecretTable, PanelStaffTable, PersonPinTable } from './credentials.tables.ts';

export const credentialsRepo = (tx: Tx) => ({
  findSecret: (facilityId: FacilityId) =>
    tx.selectFrom('facility_secret').where('facility_id', '=', facilityId).selectAll().executeTakeFirst(),

  /** Whoever comes first makes the keys; everybody else gets those. */
  ensureSecret: (row: FacilitySecretTable): Promise<FacilitySecretTable> =>
    tx
      .insertInto('facility_secret')
      .values(row)
      .onConflict((c) => c.column('facility_id').doUpdateSet({ facility_id: row.facility_id }))
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Resolves with whether it is new; somebody has it otherwise. */
  insert: async (row: Insertable<CredentialTable>): Promise<boolean> =>
    (await tx
      .insertInto('credential')
      .values(row)
      .onConflict((c) => c.columns(['facility_id', 'kind', 'hash']).doNothing())
      .returning('id')
      .executeTakeFirst()) !== undefined,

  find: (facilityId: FacilityId, id: string) =>
    tx
      .selectFrom('credential')
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),

  listOf: (facilityId: FacilityId, personIds: readonly string[]) =>
    tx
      .selectFrom('credential')
      .where('facility_id', '=', facilityId)
      .where('person_id', 'in', personIds)
      .selectAll()
      .orderBy('id')
      .execute(),

  /** Cards and short ids whose text ends so, as far as hints tell. */
  endingWith: (facilityId: FacilityId, hint: string, limit: number) =>
    tx
      .selectFrom('credential')
      .where('facility_id', '=', facilityId)
      .where('hint', '=', hint)
      .select(['id', 'person_id', 'kind', 'hint', 'asks_pin', 'disabled'])
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** Everything that a person presents. Resolves with how many rows that was. */
  removeOfPerson: async (facilityId: FacilityId, personId: string): Promise<number> => {
    let removed = 0;
    for (const table of ['credential', 'person_pin'] as const) {
      const { numDeletedRows } = await tx
        .deleteFrom(table)
        .where('facility_id', '=', facilityId)
        .where('person_id', '=', personId)
        .executeTakeFirst();
      removed += Number(numDeletedRows);
    }
    return removed;
  },

  setDisabled: (id: string, disabled: boolean): Promise<unknown> =>
    tx
      .updateTable('credential')
      .set({ disabled: disabled ? 1 : 0 })
      .where('id', '=', id)
      .execute(),

  remove: (id: string): Promise<unknown> => tx.deleteFrom('credential').where('id', '=', id).execute(),

  putPin: (row: PersonPinTable): Promise<unknown> =>
    tx
      .insertInto('person_pin')
      .values(row)
      .onConflict((c) =>
        c.column('person_id').doUpdateSet({ verifier: row.verifier, set_by: row.set_by, set_at: row.set_at }),
      )
      .execute(),

  pinsOf: (facilityId: FacilityId, personIds: readonly string[]) =>
    tx
      .selectFrom('person_pin')
      .where('facility_id', '=', facilityId)
      .where('person_id', 'in', personIds)
      .select(['person_id', 'verifier', 'set_by', 'set_at'])
      .execute(),

  removePin: (personId: string): Promise<unknown> =>
    tx.deleteFrom('person_pin').where('person_id', '=', personId).execute(),

  insertStaff: (row: PanelStaffTable): Promise<unknown> => tx.insertInto('panel_staff').values(row).execute(),

  updateStaff: (
    facilityId: FacilityId,
    id: string,
    to: Pick<PanelStaffTable, 'name' | 'entry' | 'changed_by' | 'changed_at'>,
  ) =>
    tx
      .updateTable('panel_staff')
      .set(to)
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst(),

  findStaff: (facilityId: FacilityId, id: string) =>
    tx
      .selectFrom('panel_staff')
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),

  listStaff: (facilityId: FacilityId) =>
    tx.selectFrom('panel_staff').where('facility_id', '=', facilityId).selectAll().orderBy('name').execute(),

  removeStaff: (facilityId: FacilityId, id: string) =>
    tx
      .deleteFrom('panel_staff')
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst(),
});
