import type { Tx } from '../../kit/db/unit-of-work.ts';
import { memberPiecesRepo } from './member-pieces.repo.ts';
import type { SearchedSource } from './member-search.repo.ts';
import { type FoundMember, fits, foundMember, wordsOf } from './member-search.ts';

export interface MemberPiece {
  readonly found: readonly FoundMember[];
  /** The last that was looked at; undefined where none are left. */
  readonly end: string | undefined;
}

/**
 * Looks at the next `size` members of a source in the order of their ids, and finds those that have every word of a text in
 * their names, e-mail address or id. However few fit, no more are looked at.
 */
export const searchMemberPiece = async (
  tx: Tx,
  source: SearchedSource,
  { text, ...piece }: { readonly text: string; readonly after: string; readonly size: number },
): Promise<MemberPiece> => {
  const words = wordsOf(text);
  const rows = await memberPiecesRepo(tx).byWords(source, words, piece);
  const found = rows.map((row) => foundMember(source.partnerId, row)).filter((member) => fits(member, words));
  return { found, end: await memberPiecesRepo(tx).endOf(source, piece) };
};
