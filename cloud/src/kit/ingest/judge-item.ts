import { cutText } from '../http/cut-text.ts';
import type { BatchProblem, FieldFault, Guess, RawItem } from './batch-kind.ts';
import type { CompiledKind } from './compile-kind.ts';
import { type Mended, mendMembers } from './mend-item.ts';
import { isUnder, repeatedIn, type Spots, spotUnder } from './spotted-json.ts';
import type { LinkKey } from './verdicts.ts';

/** One item's own verdict; its row is not built yet. */
export type ItemVerdict =
  | {
      readonly link: string;
      readonly ids: readonly (string | null)[];
      readonly build: () => unknown;
      readonly ignored: readonly FieldFault[];
      readonly guesses: readonly Guess[];
    }
  | { readonly link: string | null; readonly ids: readonly (string | null)[]; readonly skip: string }
  | { readonly id: string | null; readonly link: string | null; readonly problems: readonly BatchProblem[] };

interface ItemPlace {
  readonly index: number;
  readonly linkKey: LinkKey;
  readonly notIntegers: ReadonlySet<string>;
  readonly spots: Spots;
  /** Whether somebody will read what is wrong with it. */
  readonly explained: boolean;
}

const LINK_MAX = 120;
/** Echoed in answers no longer than that. */
const ID_MAX = 200;
const REASON_MAX = 500;
const NOTHING: readonly never[] = [];
const NONE: ReadonlySet<string> = new Set();
const SOUND: Pick<Mended, 'faults'> = { faults: NOTHING };

/**
 * Judges one item. INVARIANT, the order: what refuses the whole request comes first and is looked for in every item,
 * however wrong the rest of it is. An item is skipped only if nobody knows what it is about; else its good fields count.
 */
export const judgeItem = (compiled: CompiledKind, item: unknown, place: ItemPlace): ItemVerdict => {
  const { kind } = compiled;
  const { spots, notIntegers } = place;
  if (!isRawItem(item))
    return { link: null, ids: kind.idKeys.map(() => null), skip: `Item ${place.index} is not an object` };
  const readable = (key: string, max: number): string | null =>
    spots.size > 0 && spotUnder(spots, key) !== undefined ? null : textOf(item[key], max);
  const ids = kind.idKeys.map((key) => readable(key, ID_MAX));
  const strict = kind.strict?.(item, { notIntegers, repeated: spots.size === 0 ? NONE : repeatedIn(spots) });
  const link = readable(place.linkKey, LINK_MAX);
  if (strict !== undefined && 'problems' in strict) return { id: ids[0] ?? null, link, problems: strict.problems };

  const { kept = item, faults } = mendedOf(compiled, item, place);
  const lost = faults.some(({ path }) => kind.identity.some((name) => isUnder(path, name)));
  if (link === null || lost) {
    const reasons = [...linkFaults(item, link, place), ...faults.map(({ reason }) => reason)];
    return { link, ids, skip: cutText(reasons.join('; '), REASON_MAX) };
  }
  const judged = kind.judge(kept, strict?.found, faults);
  if ('skip' in judged) return { link, ids, skip: judged.skip };
  const { ready, ignored, guesses = NOTHING } = judged;
  return {
    link,
    ids,
    build: () => kind.build(ready),
    ignored: ignored === undefined ? faults : [...faults, ...ignored],
    guesses,
  };
};

/** Nearly every item is as it should be, and taken as it is. */
const mendedOf = (
  { kind, fitsItem }: CompiledKind,
  item: RawItem,
  { notIntegers, spots, explained }: ItemPlace,
): Pick<Mended, 'faults'> & Partial<Mended> => {
  if (notIntegers.size === 0 && spots.size === 0 && fitsItem(item)) return SOUND;
  return mendMembers(kind.item.shape, item, { item, path: [], spots, notIntegers, explained }, kind.mends);
};

const isRawItem = (item: unknown): item is RawItem => typeof item === 'object' && item !== null && !Array.isArray(item);

/** Nothing for what is no text, or longer. */
const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : null;

const linkFaults = (item: RawItem, link: string | null, { linkKey: key, spots }: ItemPlace): string[] => {
  if (link !== null) return [];
  const sent = item[key];
  if (sent === undefined || sent === null || sent === '') return [`Missing ${key}`];
  return [spotUnder(spots, key) ?? `${key}: must be a string of 1 to ${LINK_MAX} characters`];
};
