import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { ErasedAtOnce, StoredMemberRef } from '../../platform/retention/personal-data.ports.ts';
import type { UnlockMetadataTable } from './unlocks.tables.ts';

/** An answer has the text of so many parts, a megabyte; of the others it says that they are there. */
const TOLD_MAX = 64;

export const unlockMetadataRepo = (tx: Tx) => {
  const ofMember = ({ partnerId, facilityId, memberId }: StoredMemberRef) =>
    tx
      .selectFrom('unlock_metadata')
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .where('member_id', '=', memberId);
  const newestOf = (ref: StoredMemberRef) =>
    ofMember(ref)
      .select(['event_id', 'part', 'parts', 'stored_at'])
      .orderBy('stored_at', 'desc')
      .orderBy('event_id')
      .orderBy('part');

  return {
    add: (parts: readonly Insertable<UnlockMetadataTable>[]): Promise<unknown> =>
      tx.insertInto('unlock_metadata').values(parts).execute(),

    partsOf: async (ref: StoredMemberRef, limit: number) => {
      const told = await newestOf(ref).select('text').limit(Math.min(limit, TOLD_MAX)).execute();
      const others = limit - TOLD_MAX;
      if (others <= 0 || told.length < TOLD_MAX) return told;
      const untold = await newestOf(ref).offset(TOLD_MAX).limit(others).execute();
      return [...told, ...untold.map((row) => ({ ...row, text: null }))];
    },

    forgetMember: async (ref: StoredMemberRef, { until, most }: ErasedAtOnce): Promise<number> => {
      const { numDeletedRows } = await tx
        .deleteFrom('unlock_metadata')
        .where((eb) =>
          eb(
            eb.refTuple('event_id', 'part'),
            'in',
            ofMember(ref)
              .where('stored_at', '<=', until)
              .select(['event_id', 'part'])
              .limit(most)
              .$asTuple('event_id', 'part'),
          ),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    forgetBefore: async (at: number, limit: number): Promise<number> => {
      const { numDeletedRows } = await tx
        .deleteFrom('unlock_metadata')
        .where((eb) =>
          eb(
            eb.refTuple('event_id', 'part'),
            'in',
            tx
              .selectFrom('unlock_metadata')
              .where('stored_at', '<', at)
              .select(['event_id', 'part'])
              .orderBy('stored_at')
              .limit(limit)
              .$asTuple('event_id', 'part'),
          ),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
};
