import { type KeptState, NOTHING_KEPT, stricter, sumOf } from './kept-state.ts';

/** One of the two copies: the version of the line that it belongs to. A line begins where nothing of an older one is left. */
export interface Copy {
  readonly line: string;
  readonly version: number;
  readonly state: KeptState;
}

/** What `box.db` says. `seal`: the version that its copies last had, and what it said then; none before there were copies. */
export interface Stored {
  readonly seal: { readonly line: string; readonly version: number; readonly sum: string } | undefined;
  readonly state: KeptState;
}

export interface Found {
  readonly isFirst: boolean;
  /** Undefined where it was lost. */
  readonly stored: Stored | undefined;
  readonly copies: readonly Copy[];
}

export interface Settled {
  readonly state: KeptState;
  /** Undefined: a new one is to begin. */
  readonly line: string | undefined;
  readonly version: number;
  /** Nobody can say what stood over the doors. */
  readonly lost: boolean;
}

const newestOf = ([one, other]: readonly Copy[]): (Copy & { readonly mixed?: boolean }) | undefined => {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.line === other.line && one.version !== other.version) return one.version > other.version ? one : other;
  if (one.line === other.line && sumOf(one.state) === sumOf(other.state)) return one;
  return {
    ...one,
    version: Math.max(one.version, other.version),
    state: stricter(one.state, other.state),
    mixed: true,
  };
};

/**
 * What stands over the doors by what is left of the box's store and the two copies beside it. Of one line the highest
 * version counts, which is what names everything that has ended; of two lines, and where nobody can tell, the stricter.
 */
export const settleKept = ({ isFirst, stored, copies }: Found): Settled => {
  const book = newestOf(copies);
  if (book === undefined) {
    // Before the first copies were made there were none to lose: a box of the release before.
    const lost = !isFirst && (stored === undefined || stored.seal !== undefined);
    return { state: stored?.state ?? NOTHING_KEPT, line: undefined, version: 0, lost };
  }
  const { line, version, mixed = false } = book;
  const of = (state: KeptState, as = version): Settled => ({ state, line, version: as, lost: false });
  if (stored === undefined) return of(book.state);
  const { seal, state } = stored;
  const both = { ...stricter(state, book.state), slots: { ...book.state.slots, ...state.slots } };
  if (seal === undefined || seal.line !== line || mixed) return of(both, Math.max(version, seal?.version ?? 0) + 1);
  // Somebody has changed it since the copies were made: an agent of the release before, or this one before a power cut.
  const touched = sumOf(state) !== seal.sum;
  const storedVersion = seal.version + (touched ? 1 : 0);
  if (storedVersion > version) return of({ ...state, doubt: book.state.doubt }, storedVersion);
  if (touched && sumOf(state) !== sumOf(book.state)) return of(both, version + 1);
  return of({ ...book.state, slots: both.slots });
};
