import { NOT_AN_INTEGER } from '../http/integer-fields.ts';
import type { BatchProblem, RawItem } from './batch-kind.ts';
import type { CompiledKind } from './compile-kind.ts';
import { explain } from './explain.ts';
import type { LinkKey } from './verdicts.ts';

/** One item's own verdict; its row is not built yet. */
export type ItemVerdict =
  | { readonly link: string; readonly ids: readonly (string | null)[]; readonly build: () => unknown }
  | { readonly link: string | null; readonly ids: readonly (string | null)[]; readonly skip: string }
  | { readonly id: string | null; readonly link: string | null; readonly problems: readonly BatchProblem[] };

interface ItemPlace {
  readonly index: number;
  readonly linkKey: LinkKey;
  readonly notIntegers: ReadonlySet<string>;
  /** Whether somebody will read why it is skipped. */
  readonly explained: boolean;
}

const LINK_MAX = 120;
/** Echoed in answers no longer than that. */
const ID_MAX = 200;

/**
 * Judges one item. INVARIANT, the order: what refuses the whole request comes first and is looked for in every item,
 * however wrong the rest of it is.
 */
export const judgeItem = ({ kind, fitsItem }: CompiledKind, item: unknown, place: ItemPlace): ItemVerdict => {
  const { idKeys, shapes = {} } = kind;
  if (!isRawItem(item))
    return { link: null, ids: idKeys.map(() => null), skip: `Item ${place.index} is not an object` };
  const ids = idKeys.map((key) => textOf(item[key], ID_MAX));
  const strict = kind.strict?.(item, { notIntegers: place.notIntegers });
  const link = textOf(item[place.linkKey], LINK_MAX);
  if (strict !== undefined && 'problems' in strict) return { id: ids[0] ?? null, link, problems: strict.problems };

  const faults = [...linkFaults(item, link, place.linkKey), ...integerFaults(place.notIntegers, shapes)];
  if (!fitsItem(item))
    faults.push(place.explained ? explain(kind.item, item, fitsItem.errors?.[0]) : 'not as documented');
  if (faults.length > 0 || link === null) return { link, ids, skip: faults.join('; ') };
  const judged = kind.judge(item, strict?.found);
  if ('skip' in judged) return { link, ids, skip: judged.skip };
  return { link, ids, build: () => kind.build(judged.ready) };
};

const isRawItem = (item: unknown): item is RawItem => typeof item === 'object' && item !== null && !Array.isArray(item);

/** Nothing for what is no text, or longer. */
const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : null;

const linkFaults = (item: RawItem, link: string | null, key: LinkKey): string[] => {
  if (link !== null) return [];
  const sent = item[key];
  if (sent === undefined || sent === null || sent === '') return [`Missing ${key}`];
  return [`${key}: must be a string of 1 to ${LINK_MAX} characters`];
};

/** Those in a shape are the strict rules' business. */
const integerFaults = (paths: ReadonlySet<string>, shapes: object): string[] => {
  if (paths.size === 0) return [];
  const own = [...paths].filter((path) => !Object.hasOwn(shapes, /^[^.[]*/.exec(path)?.[0] ?? ''));
  return own.slice(0, 5).map((path) => `${path}: ${NOT_AN_INTEGER}`);
};
