import { sql } from 'kysely';
import { loosePattern } from '../../kit/db/loose-pattern.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { SearchedSource } from './member-search.repo.ts';

interface Piece {
  readonly after: string;
  readonly size: number;
}

/** The next `size` members of a source in the order of their ids: a piece that is looked at by itself. */
export const memberPiecesRepo = (tx: Tx) => {
  const next = ({ partnerId, facilityId }: SearchedSource, { after }: Piece) =>
    tx
      .selectFrom('member')
      .where('partner_id', '=', partnerId)
      .where('facility_id', '=', facilityId)
      .where('member_id', '>', after)
      .orderBy('member_id');

  return {
    /** Those of them in whose record or id each word may be, whatever its capitals. */
    byWords: (source: SearchedSource, words: readonly string[], piece: Piece) => {
      const own = next(source, piece).select(['member_id', 'record', 'stored_at', 'picture_key']).limit(piece.size);
      let rows = tx.selectFrom(own.as('piece')).selectAll();
      for (const word of words) {
        const [inRecord, inId] = [loosePattern(JSON.stringify(word).slice(1, -1)), loosePattern(word)];
        rows = rows.where(sql<boolean>`(lower(piece.record) like ${inRecord} or lower(piece.member_id) like ${inId})`);
      }
      return rows.orderBy('member_id').execute();
    },

    /** The id of the last of them; undefined where there are fewer. */
    endOf: async (source: SearchedSource, piece: Piece): Promise<string | undefined> =>
      (
        await next(source, piece)
          .select('member_id')
          .limit(1)
          .offset(piece.size - 1)
          .executeTakeFirst()
      )?.member_id,
  };
};
