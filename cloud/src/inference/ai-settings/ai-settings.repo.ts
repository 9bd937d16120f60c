import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Updateable } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AiActivityTable, AiFacilityTable, AiKeyTable } from './ai-settings.tables.ts';
import type { ActivityKind } from './ai-shapes.ts';

/** Nothing was ever set. */
const nothingSet = (facilityId: FacilityId): AiFacilityTable => ({
  facility_id: facilityId,
  ...{ enabled_at: null, enabled_by: null, paused_at: null, paused_by: null, pause_reason: null },
  ...{ spend_limit_cents: null, spend_reset: null, spend_epoch: 0 },
  ...{ recharge_threshold_cents: null, recharge_amount_cents: null, guardrails: '[]', agent_caps: '[]' },
  ...{ changed_at: 0, changed_by: 'system' },
});

// Asked by each request to the gate.
const facilityOf = prepared((tx, { id }: { readonly id: FacilityId }) =>
  tx.selectFrom('ai_facility').selectAll().where('facility_id', '=', id),
);
const keyOf = prepared((tx, { hash }: { readonly hash: string }) =>
  tx.selectFrom('ai_key').selectAll().where('hash', '=', hash).where('deleted_at', 'is', null),
);

export const aiSettingsRepo = (tx: Tx) => ({
  facility: async (id: FacilityId): Promise<AiFacilityTable | undefined> => (await facilityOf(tx, { id }))[0],

  /** The row, which this unit has to itself until it ends: whoever else changes it waits. */
  hold: (id: FacilityId): Promise<AiFacilityTable> =>
    tx
      .insertInto('ai_facility')
      .values(nothingSet(id))
      .onConflict((on) =>
        on.column('facility_id').doUpdateSet(({ ref }) => ({ changed_at: ref('ai_facility.changed_at') })),
      )
      .returningAll()
      .executeTakeFirstOrThrow(),
  change: (id: FacilityId, change: Updateable<AiFacilityTable>): Promise<unknown> =>
    tx.updateTable('ai_facility').set(change).where('facility_id', '=', id).execute(),

  facilities: async (ids: readonly FacilityId[]): Promise<AiFacilityTable[]> =>
    ids.length === 0 ? [] : tx.selectFrom('ai_facility').selectAll().where('facility_id', 'in', ids).execute(),
  /** Those that are enabled, by their ids, so many after one; of them those that recharge by themselves. */
  enabledAfter: (after: string, limit: number, only: 'all' | 'recharging' = 'all'): Promise<AiFacilityTable[]> =>
    tx
      .selectFrom('ai_facility')
      .selectAll()
      .where('enabled_at', 'is not', null)
      .$if(only === 'recharging', (query) => query.where('recharge_amount_cents', 'is not', null))
      .where('facility_id', '>', uncheckedId<FacilityId>(after))
      .orderBy('facility_id')
      .limit(limit)
      .execute(),

  /** One that was deleted is not there. */
  key: async (hash: string): Promise<AiKeyTable | undefined> => (await keyOf(tx, { hash }))[0],
  touchKey: (hash: string, at: number): Promise<unknown> =>
    tx
      .updateTable('ai_key')
      .set({ last_used_at: at })
      .where('hash', '=', hash)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
      .execute(),
  /** All of a facility that are not deleted, the newest first. */
  keysOf: (id: FacilityId): Promise<AiKeyTable[]> =>
    tx
      .selectFrom('ai_key')
      .selectAll()
      .where('facility_id', '=', id)
      .where('deleted_at', 'is', null)
      .orderBy('made_at', 'desc')
      .orderBy('hash')
      .execute(),
  /** How many of them there are. */
  countKeys: async (id: FacilityId): Promise<number> => {
    const { count } = await tx
      .selectFrom('ai_key')
      .where('facility_id', '=', id)
      .where('deleted_at', 'is', null)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  addKey: (row: AiKeyTable): Promise<unknown> => tx.insertInto('ai_key').values(row).execute(),
  /** The key as it is then; undefined where the facility has none of this hash. */
  changeKey: (id: FacilityId, hash: string, change: Updateable<AiKeyTable>): Promise<AiKeyTable | undefined> =>
    tx
      .updateTable('ai_key')
      .set(change)
      .where('facility_id', '=', id)
      .where('hash', '=', hash)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),

  addActivity: (row: AiActivityTable): Promise<unknown> => tx.insertInto('ai_activity').values(row).execute(),
  /** The newest first, from before one on. */
  activity: (
    id: FacilityId,
    {
      kinds,
      before,
      limit,
    }: {
      readonly kinds?: readonly ActivityKind[] | undefined;
      readonly before?: string | undefined;
      readonly limit: number;
    },
  ): Promise<AiActivityTable[]> => {
    let rows = tx
      .selectFrom('ai_activity')
      .selectAll()
      .where('facility_id', '=', id)
      .orderBy('id', 'desc')
      .limit(limit);
    if (kinds !== undefined) rows = rows.where('kind', 'in', kinds);
    if (before !== undefined) rows = rows.where('id', '<', before);
    return rows.execute();
  },
  forgetActivity: async (at: number, limit: number): Promise<number> => {
    const old = tx.selectFrom('ai_activity').where('at', '<', at).select('id').limit(limit);
    return (await tx.deleteFrom('ai_activity').where('id', 'in', old).returning('id').execute()).length;
  },
});
