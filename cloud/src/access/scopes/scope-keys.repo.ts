import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { prepared, preparedForMany } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { ScopeKeyTable } from './scopes.tables.ts';
import type { Source } from './source-reports.ts';

/** Keys that one statement asks for: both engines take more parameters than that. */
const KEYS_AT_ONCE = 500;

const insertKeys = preparedForMany((tx, rows: readonly Insertable<ScopeKeyTable>[]) =>
  tx.insertInto('scope_key').values(rows),
);

/** Not below zero: members may have had the key while there was no room for it. */
const count = prepared((tx, { by, ...key }: KeyRef & { by: number }) =>
  tx
    .updateTable('scope_key')
    .set((eb) => {
      const after = eb('member_count', '+', by);
      return { member_count: eb.case().when(after, '<', 0).then(eb.lit(0)).else(after).end() };
    })
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

  /** How many keys a source has at the facility. */
  countOf: async ({ facilityId, partnerId }: Source): Promise<number> => {
    const { keys } = await tx
      .selectFrom('scope_key')
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .select((eb) => eb.fn.countAll().as('keys'))
      .executeTakeFirstOrThrow();
    return Number(keys);
  },

  /** Removes keys that no member has and nobody has said anything of; not the last one, so that no number comes again. */
  removeUnused: ({ facilityId, partnerId }: Source): Promise<unknown> =>
    tx
      .deleteFrom('scope_key')
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .where('member_count', '=', 0)
      .where('target', 'is', null)
      .where('disabled', '=', 0)
      .where('number', '<', (eb) =>
        eb
          .selectFrom('scope_key as last')
          .where('last.facility_id', '=', facilityId)
          .select((of) => of.fn.max('last.number').as('number')),
      )
      .execute(),

  insert: (rows: readonly Insertable<ScopeKeyTable>[]): Promise<unknown> => insertKeys(tx, rows),

  count: (key: KeyRef & { readonly by: number }): Promise<unknown> => count(tx, key),

  set: (
    { facility_id, partner_id, key }: KeyRef,
    to: { readonly target?: string | null; readonly disabled?: number },
  ): Promise<unknown> =>
    tx
      .updateTable('scope_key')
      .set(to)
      .where('facility_id', '=', facility_id)
      .where('partner_id', '=', partner_id)
      .where('key', '=', key)
      .execute(),

  /** Every key of a facility, or of one partner there, with the name of its partner. */
  listOf: (facilityId: FacilityId, partnerId?: PartnerId) => {
    const keys = tx
      .selectFrom('scope_key as key')
      .innerJoin('partner', 'partner.id', 'key.partner_id')
      .where('key.facility_id', '=', facilityId)
      .selectAll('key')
      .select('partner.name as partner_name')
      .orderBy('key.number');
    return (partnerId === undefined ? keys : keys.where('key.partner_id', '=', partnerId)).execute();
  },
});
