import { sql } from 'kysely';
import { loosePattern } from '../../kit/db/loose-pattern.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { SearchedSource } from './member-search.repo.ts';
import { type FoundMember, fits, foundMember, wordsOf } from './member-search.ts';

export interface MemberPiece {
  readonly found: readonly FoundMember[];
  /** The last that was looked at; undefined where none are left. */
  readonly end: string | undefined;
}

/**
 * Looks at the next `size` members of a source in the order of their ids, and finds those that have every word of a text in
 * their names, e-mail address or id. However many fit, no more are looked at.
 */
export const searchMemberPiece = async (
  tx: Tx,
  source: SearchedSource,
  { text, after, size }: { readonly text: string; readonly after: string; readonly size: number },
): Promise<MemberPiece> => {
  const words = wordsOf(text);
  const next = tx
    .selectFrom('member')
    .where('partner_id', '=', source.partnerId)
    .where('facility_id', '=', source.facilityId)
    .where('member_id', '>', after)
    .orderBy('member_id');
  let rows = tx
    .selectFrom(next.select(['member_id', 'record', 'stored_at', 'picture_key']).limit(size).as('piece'))
    .selectAll();
  for (const word of words) {
    const [inRecord, inId] = [loosePattern(JSON.stringify(word).slice(1, -1)), loosePattern(word)];
    rows = rows.where(sql<boolean>`(lower(piece.record) like ${inRecord} or lower(piece.member_id) like ${inId})`);
  }
  const last = await next
    .select('member_id')
    .limit(1)
    .offset(size - 1)
    .executeTakeFirst();
  const found = (await rows.orderBy('member_id').execute()).map((row) => foundMember(source.partnerId, row));
  return { found: found.filter((member) => fits(member, words)), end: last?.member_id };
};
