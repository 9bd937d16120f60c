import type { Fact } from '@gatehouse/shared/journal/fact.ts';

/** The journal as far as its pages need it. Numbers have no gaps. */
export interface FactSource {
  latest(limit: number): readonly Fact[];
  /** Oldest first. */
  after(seq: number, limit: number): readonly Fact[];
  standing(): { readonly lastSeq: number; readonly firstSeq: number };
}

export interface FactPage {
  /** Newest first. */
  readonly facts: readonly Fact[];
  /** Where the next page begins; null where there is nothing older. */
  readonly before: number | null;
}

const READ_AT_ONCE = 200;
/** A door where little happened is looked for this far back in one go. The page asks for more. */
const LOOKED_THROUGH = 2_000;

const isOf = ({ body }: Fact, doorId: string): boolean => 'doorId' in body.data && body.data.doorId === doorId;

/** Facts before the number `before`, of one door or of all: `limit` at most, and perhaps none of them yet. */
export const factsBefore = (
  journal: FactSource,
  { before, doorId, limit }: { readonly before: number; readonly doorId: string | undefined; readonly limit: number },
): FactPage => {
  const { firstSeq, lastSeq } = journal.standing();
  const found: Fact[] = [];
  let end = Math.min(before, lastSeq + 1);
  const stopAt = Math.max(firstSeq, end - LOOKED_THROUGH);
  while (end > stopAt && found.length < limit) {
    const from = Math.max(stopAt, end - READ_AT_ONCE);
    const read = journal.after(from - 1, end - from).toReversed();
    for (const fact of read) {
      if (found.length === limit) break;
      end = fact.seq;
      if (doorId === undefined || isOf(fact, doorId)) found.push(fact);
    }
    if (read.length === 0) break; // The disk does not let it be read now.
  }
  return { facts: found, before: end > firstSeq ? end : null };
};
