import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { prepared, preparedForMany } from '../../db/prepared.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import type { ScopeKeyTable } from './scopes.tables.ts';
import type { Source } from './source-reports.ts';

/** Keys that one statement asks for: both engines take more parameters than that. */
const KEYS_AT_ONCE = 500;

const insertKeys = preparedForMany((tx, rows: readonly Insertable<ScopeKeyTable>[]) =>
  tx.insertInto('scope_key').values(rows),
);

const count = prepared((tx, { by, ...key }: KeyRef & { by: number }) =>
  tx
    .updateTable('scope_key')
    .set((eb) => ({ member_count: eb('member_count', '+', by) }))
    .where('facility_id', '=', key.facility_id)
    .where('partner_id', '=', key.partner_id)
    .where('key', '=', key.key),
);

type KeyRef = Pick<ScopeKeyTable, 'facility_id' | 'partner_id' | 'key'>;

export const scopeKeysRepo = (tx: Tx) => ({
  find: async ({ facilityId, partnerId }: Source, keys: readonly string[]) => {
    const found = [];
    for (let at = 0; at < keys.length; at += KEYS_AT_ONCE)
      found.push(
        ...(await tx
          .selectFrom('scope_key')
          .where('facility_id', '=', facilityId)
          .where('partner_id', '=', partnerId)
          .where('key', 'in', keys.slice(at, at + KEYS_AT_ONCE))
          .selectAll()
          .execute()),
      );
    return found;
  },

  nextNumber: async (facilityId: FacilityId): Promise<number> => {
    const { last } = await tx
      .selectFrom('scope_key')
      .where('facility_id', '=', facilityId)
      .select((eb) => eb.fn.max('number').as('last'))
      .executeTakeFirstOrThrow();
    return last === null ? 0 : Number(last) + 1;
  },

  insert: (rows: readonly Insertable<ScopeKeyTable>[]): Promise<unknown> => insertKeys(tx, rows),

  count: (key: KeyRef & { readonly by: number }): Promise<unknown> => count(tx, key),

  set: (
    { facility_id, partner_id, key }: KeyRef,
    to: { readonly target?: string; readonly disabled?: number },
  ): Promise<unknown> =>
    tx
      .updateTable('scope_key')
      .set(to)
      .where('facility_id', '=', facility_id)
      .where('partner_id', '=', partner_id)
      .where('key', '=', key)
      .execute(),

  /** Every key of a facility, with the name of its partner. */
  listOf: (facilityId: FacilityId) =>
    tx
      .selectFrom('scope_key as key')
      .innerJoin('partner', 'partner.id', 'key.partner_id')
      .where('key.facility_id', '=', facilityId)
      .selectAll('key')
      .select('partner.name as partner_name')
      .orderBy('key.number')
      .execute(),
});
