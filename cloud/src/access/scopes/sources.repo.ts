import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Source } from './source-reports.ts';

type Ids = { readonly facilityId: FacilityId; readonly partnerId: PartnerId };

/** Under the facility's row lock, so that no number is given twice. */
const ensure = prepared((tx, { facilityId, partnerId }: Ids) =>
  tx
    .insertInto('access_source')
    .columns(['facility_id', 'partner_id', 'number', 'refusal_warned'])
    .expression((outer) =>
      outer
        .selectFrom('access_source as known')
        .where('known.facility_id', '=', facilityId)
        .select((eb) => [
          eb.cast<string>(eb.val(facilityId), 'text').as('facility_id'),
          eb.cast<string>(eb.val(partnerId), 'text').as('partner_id'),
          eb.fn.coalesce(eb(eb.fn.max('known.number'), '+', eb.lit(1)), eb.lit(0)).as('number'),
          eb.lit(0).as('refusal_warned'),
        ]),
    )
    .onConflict((c) => c.columns(['facility_id', 'partner_id']).doNothing())
    .returning('number'),
);

const pushed = prepared((tx, { facilityId, partnerId, at }: Ids & { at: number }) =>
  tx
    .updateTable('access_source')
    .set({ last_push_at: at })
    .where('facility_id', '=', facilityId)
    .where('partner_id', '=', partnerId)
    .returning(['refused_since', 'refusal_warned']),
);

const refusedOf = (tx: Tx, { facilityId, partnerId }: Source) =>
  tx.selectFrom('refused_member').where('facility_id', '=', facilityId).where('partner_id', '=', partnerId);

export const sourcesRepo = (tx: Tx) => ({
  /** Gives the source its number if it has none. Resolves with whether it had none. */
  ensure: async ({ facilityId, partnerId }: Source): Promise<boolean> =>
    (await ensure(tx, { facilityId, partnerId })).length > 0,

  pushed: async ({ facilityId, partnerId }: Source, at: number) => (await pushed(tx, { facilityId, partnerId, at }))[0],

  find: ({ facilityId, partnerId }: Source) =>
    tx
      .selectFrom('access_source')
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .select(['refused_since', 'refusal_warned'])
      .executeTakeFirst(),

  /** The members of a source whose data is refused. */
  refusedMembers: async (source: Source): Promise<string[]> =>
    (await refusedOf(tx, source).select('member_id').execute()).map(({ member_id }) => member_id),

  putRefused: (
    { facilityId, partnerId }: Source,
    memberIds: readonly string[],
    { at, reason, urgent }: { at: number; reason: string; urgent: boolean },
  ): Promise<unknown> =>
    tx
      .insertInto('refused_member')
      .values(
        memberIds.map((member_id) => ({
          facility_id: facilityId,
          partner_id: partnerId,
          member_id,
          since: at,
          last_at: at,
          reason,
          urgent: urgent ? 1 : 0,
        })),
      )
      .onConflict((c) =>
        c
          .columns(['facility_id', 'partner_id', 'member_id'])
          .doUpdateSet({ last_at: at, reason, urgent: urgent ? 1 : 0 }),
      )
      .execute(),

  removeRefused: ({ facilityId, partnerId }: Source, memberIds: readonly string[]): Promise<unknown> =>
    tx
      .deleteFrom('refused_member')
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .where('member_id', 'in', memberIds)
      .execute(),

  /** Forgets refusals that have not been repeated since `before`. */
  removeStale: (before: number): Promise<unknown> =>
    tx.deleteFrom('refused_member').where('last_at', '<', before).execute(),

  /** The refusal of a source that is told of: an urgent one, else the oldest. */
  refusalOf: (source: Source) =>
    refusedOf(tx, source)
      .select(['since', 'member_id', 'reason', 'urgent'])
      .orderBy('urgent', 'desc')
      .orderBy('since')
      .orderBy('member_id')
      .limit(1)
      .executeTakeFirst(),

  setRefusal: (
    { facilityId, partnerId }: Source,
    to: { readonly refused_since: number | null; readonly refusal_warned: number },
  ): Promise<unknown> =>
    tx
      .updateTable('access_source')
      .set(to)
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .execute(),

  /** Sources with a refusal on record. */
  refused: async (): Promise<Source[]> => {
    const rows = await tx
      .selectFrom('access_source')
      .where('refused_since', 'is not', null)
      .select(['facility_id', 'partner_id'])
      .orderBy('facility_id')
      .orderBy('partner_id')
      .execute();
    return rows.map(({ facility_id, partner_id }) => ({
      facilityId: facility_id,
      partnerId: partner_id,
    }));
  },

  /** Every source of a facility, with its partner and whether its integration is enabled. */
  listOf: (facilityId: FacilityId) =>
    tx
      .selectFrom('access_source as source')
      .innerJoin('partner', 'partner.id', 'source.partner_id')
      .leftJoin('partner_integration as integration', (join) =>
        join
          .onRef('integration.partner_id', '=', 'source.partner_id')
          .onRef('integration.facility_id', '=', 'source.facility_id'),
      )
      .where('source.facility_id', '=', facilityId)
      .selectAll('source')
      .select(['partner.name as partner_name', 'integration.enabled'])
      .orderBy('source.number')
      .execute(),
});
