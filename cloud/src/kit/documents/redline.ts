export interface Piece {
  readonly is: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** So many changes of one passage are looked for; one with more is shown as taken out and put in whole. */
const EDITS_MAX = 600;

/**
 * What became of a text, in its own order: joining `same` and `removed` gives `before`, joining `same` and `added` gives
 * `after`. Lines are compared first, and words within what differs.
 */
export const redline = (before: string, after: string): readonly Piece[] =>
  joined(
    differences(before.match(LINES) ?? [], after.match(LINES) ?? []).flatMap((part) =>
      part.same === undefined
        ? wordsOf(part.removed.join(''), part.added.join(''))
        : [{ is: 'same' as const, text: part.same.join('') }],
    ),
  );

const LINES = /[^\n]*\n|[^\n]+$/g;
/** A word and the space behind it are apart, so that a word at the end of a line is the same word. */
const WORDS = /[\p{L}\p{N}\p{M}]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu;

const wordsOf = (removed: string, added: string): readonly Piece[] =>
  differences(removed.match(WORDS) ?? [], added.match(WORDS) ?? []).flatMap((part): readonly Piece[] =>
    part.same === undefined
      ? [
          { is: 'removed', text: part.removed.join('') },
          { is: 'added', text: part.added.join('') },
        ]
      : [{ is: 'same', text: part.same.join('') }],
  );

type Difference =
  | { readonly same: readonly string[] }
  | { readonly same?: undefined; readonly removed: readonly string[]; readonly added: readonly string[] };

/** By Myers (1986), *An O(ND) difference algorithm*: the fewest edits, or all of it where those are too many. */
const differences = (before: readonly string[], after: readonly string[]): readonly Difference[] => {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  return merged([
    { same: before.slice(0, head) },
    ...(removed.length === 0 || added.length === 0 ? [{ removed, added }] : shortest(removed, added)),
    { same: before.slice(before.length - tail) },
  ]);
};

/** Edits with nothing between them are one. */
const merged = (parts: readonly Difference[]): readonly Difference[] => {
  const found: Difference[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (part.same !== undefined) {
      if (part.same.length > 0) found.push(part);
    } else if (last === undefined || last.same !== undefined) found.push(part);
    else found[found.length - 1] = { removed: last.removed.concat(part.removed), added: last.added.concat(part.added) };
  }
  return found;
};

const shortest = (before: readonly string[], after: readonly string[]): readonly Difference[] => {
  const trace = edits(before, after);
  if (trace === undefined) return [{ removed: before, added: after }];
  const found: Difference[] = [];
  let x = before.length;
  let y = after.length;
  for (let d = trace.length - 1; d >= 0; d--) {
    const furthest = trace[d] as Int32Array;
    const k = x - y;
    const down = k === -d || (k !== d && at(furthest, k - 1, d) < at(furthest, k + 1, d));
    const fromK = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : at(furthest, fromK, d);
    const fromY = d === 0 ? 0 : fromX - fromK;
    const midX = d === 0 ? 0 : down ? fromX : fromX + 1;
    found.push({ same: before.slice(midX, x) });
    if (d > 0) found.push({ removed: before.slice(fromX, midX), added: after.slice(fromY, down ? fromY + 1 : fromY) });
    x = fromX;
    y = fromY;
  }
  return found.reverse();
};

/** How far each diagonal gets before the d-th edit, for each d; `undefined` where it takes more than may be looked for. */
const edits = (before: readonly string[], after: readonly string[]): readonly Int32Array[] | undefined => {
  const trace: Int32Array[] = [];
  let furthest = new Int32Array(3);
  for (let d = 0; d <= Math.min(EDITS_MAX, before.length + after.length); d++) {
    trace.push(furthest);
    const next = new Int32Array(2 * d + 5);
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(furthest, k - 1, d) < at(furthest, k + 1, d));
      let x = d === 0 ? 0 : down ? at(furthest, k + 1, d) : at(furthest, k - 1, d) + 1;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++;
      next[k + d + 2] = x;
      if (x >= before.length && x - k >= after.length) return trace;
    }
    furthest = next;
  }
  return undefined;
};
/** Of the diagonals after d - 1 edits, which reach from -(d + 1) to d + 1. */
const at = (furthest: Int32Array, k: number, d: number): number => furthest[k + d + 1] ?? 0;

/** Neighbours of one kind become one; of what changed in one place, what was removed stands before what was added. */
const joined = (pieces: readonly Piece[]): readonly Piece[] => {
  const found: Piece[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') found.push({ is: 'removed', text: removed });
    if (added !== '') found.push({ is: 'added', text: added });
    removed = '';
    added = '';
  };
  let same = '';
  for (const { is, text } of pieces) {
    if (text === '') continue;
    if (is === 'same') {
      flush();
      same += text;
      continue;
    }
    if (same !== '') found.push({ is: 'same', text: same });
    same = '';
    if (is === 'removed') removed += text;
    else added += text;
  }
  flush();
  return same === '' ? found : [...found, { is: 'same', text: same }];
};
