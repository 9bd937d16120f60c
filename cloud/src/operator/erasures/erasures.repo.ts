import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { memberIdsAfter } from '../../kit/db/member-ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { StoredMemberRef } from '../../platform/retention/personal-data.ports.ts';
import type { ErasureTable, MemberPseudonymTable } from './erasures.tables.ts';

export const erasuresRepo = (tx: Tx) => ({
  /** Does nothing where it is there. Resolves with whether it was not. */
  insert: async (row: ErasureTable): Promise<boolean> =>
    (
      await tx
        .insertInto('erasure')
        .values(row)
        .onConflict((c) => c.column('id').doNothing())
        .returning('id')
        .execute()
    ).length > 0,

  /** The same of many. */
  insertAll: (rows: readonly ErasureTable[]): Promise<unknown> =>
    tx
      .insertInto('erasure')
      .values(rows)
      .onConflict((c) => c.column('id').doNothing())
      .execute(),

  find: (id: string) => tx.selectFrom('erasure').where('id', '=', id).selectAll().executeTakeFirst(),

  /** Ordered in `[from, to)`. */
  orderedWithin: (from: number, to: number) =>
    tx
      .selectFrom('erasure')
      .where('ordered_at', '>=', from)
      .where('ordered_at', '<', to)
      .select(['id', 'facility_id', 'partner_id', 'mark', 'ordered_at'])
      .orderBy('ordered_at')
      .orderBy('id')
      .execute(),

  /** Those of these ids that are there. */
  known: async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    if (ids.length === 0) return new Set();
    const rows = await tx.selectFrom('erasure').where('id', 'in', ids).select('id').execute();
    return new Set(rows.map(({ id }) => id));
  },

  /** Orders from before `at` that are not carried out, `limit` at most. */
  unfinished: async (at: number, limit: number): Promise<string[]> =>
    (
      await tx
        .selectFrom('erasure')
        .where('ordered_at', '<', at)
        .where('subject', 'is not', null)
        .select('id')
        .orderBy('ordered_at')
        .limit(limit)
        .execute()
    ).map(({ id }) => id),

  setDone: (id: string, at: number): Promise<unknown> =>
    tx.updateTable('erasure').set({ subject: null, done_at: at }).where('id', '=', id).execute(),

  /** Forgets orders from before `at` that are carried out, `limit` at most. Resolves with how many those were. */
  removeBefore: async (at: number, limit: number): Promise<number> => {
    const { numDeletedRows } = await tx
      .deleteFrom('erasure')
      .where('id', 'in', (db) =>
        db
          .selectFrom('erasure')
          .where('ordered_at', '<', at)
          .where('subject', 'is', null)
          .select('id')
          .orderBy('ordered_at')
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
});

export const pseudonymsRepo = (tx: Tx) => ({
  /** The member's pseudonym: the stored one, else the given one, which is then stored. */
  claim: async (row: MemberPseudonymTable): Promise<string> => {
    await tx
      .insertInto('member_pseudonym')
      .values(row)
      .onConflict((c) => c.columns(['partner_id', 'member_id', 'facility_id']).doNothing())
      .execute();
    const ref = { partnerId: row.partner_id, facilityId: row.facility_id, memberId: row.member_id };
    return (await pseudonymsRepo(tx).of(ref as StoredMemberRef)) ?? row.pseudonym;
  },

  of: async ({ partnerId, facilityId, memberId }: StoredMemberRef): Promise<string | undefined> =>
    (
      await tx
        .selectFrom('member_pseudonym')
        .where('partner_id', '=', partnerId)
        .where('member_id', '=', memberId)
        .where('facility_id', '=', facilityId)
        .select('pseudonym')
        .executeTakeFirst()
    )?.pseudonym,

  /** Up to `limit` ids of members with a pseudonym, in order, after `after`. */
  idsAfter: (source: Omit<StoredMemberRef, 'memberId'>, after: string, limit: number): Promise<string[]> =>
    memberIdsAfter(tx, 'member_pseudonym', source, after, limit),

  /** All that a partner's member is called, at whichever facility. */
  anywhere: async (partnerId: PartnerId, memberId: string): Promise<string[]> => {
    const rows = await tx
      .selectFrom('member_pseudonym')
      .where('partner_id', '=', partnerId)
      .where('member_id', '=', memberId)
      .select('pseudonym')
      .execute();
    return rows.map(({ pseudonym }) => pseudonym);
  },

  among: (pseudonyms: readonly string[]) =>
    tx.selectFrom('member_pseudonym').where('pseudonym', 'in', pseudonyms).selectAll().execute(),

  remove: ({ partnerId, facilityId, memberId }: StoredMemberRef): Promise<unknown> =>
    tx
      .deleteFrom('member_pseudonym')
      .where('partner_id', '=', partnerId)
      .where('member_id', '=', memberId)
      .where('facility_id', '=', facilityId)
      .execute(),
});
