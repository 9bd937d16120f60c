import type { Engine } from '../db/unit-of-work.ts';
import { findNotIntegers, type IntegerFields } from '../http/integer-fields.ts';
import { readJson } from '../http/json-text.ts';
import { BATCH_LIMIT, type Guess, type RawItem } from './batch-kind.ts';
import type { CompiledKind } from './compile-kind.ts';
import { itemPath } from './item-path.ts';
import { type ItemVerdict, judgeItem } from './judge-item.ts';
import { hasNumber, parseWithRawNumbers } from './raw-numbers.ts';
import { NO_SPOTS, readSpotted } from './spotted-json.ts';
import type { BatchHead, ItemProblem, LinkKey, Verdict } from './verdicts.ts';

/** A batch that has been judged: its head, and its verdicts piece by piece. */
export interface OpenBatch {
  readonly head: BatchHead;
  /** At most `rowsAtOnce` with a row, and 1,000 in all; nothing once all are told. */
  next(): readonly Verdict<unknown>[] | undefined;
}

/**
 * Rows of a unit at most. SQLite writes in the event loop's own thread, so everybody waits for the whole of a unit; to
 * PostgreSQL the way there and back takes as long as a good many rows.
 */
export const ROWS_AT_ONCE: Readonly<Record<Engine, number>> = { sqlite: 32, postgres: 100 };

/** More refuse the whole batch: 10 MB of the smallest honest items are fewer. */
const ITEMS_MAX = 200_000;
/** So many skipped items are named; more are only counted. */
const NAMED_MAX = 10_000;
const PROBLEMS_NAMED = 100;
const NOT_INTEGERS_MAX = 20_000;
const VERDICTS_AT_ONCE = 1_000;

const refused = (head: BatchHead): OpenBatch => ({ head, next: () => undefined });
const malformed = (path: string, rule: string, message: string): OpenBatch =>
  refused({ is: 'malformed', problem: { path, rule, message } });

/** Judges a whole batch. Pure, and never throws for what the bytes say. */
export const judgeBatch = (
  compiled: CompiledKind,
  bytes: Buffer,
  linkKey: LinkKey,
  rowsAtOnce: number = ROWS_AT_ONCE.postgres,
): OpenBatch => {
  const { arrayKey, itemsMax = ITEMS_MAX } = compiled.kind;
  if (bytes.length === 0) return malformed('body', 'invalid_json', 'is required');
  const json = readJson(bytes, { ...BATCH_LIMIT, lenient: true });
  if ('rule' in json) return malformed('body', json.rule, json.message);
  if (!isObject(json.value)) return malformed('body', 'invalid_type', 'must be an object');
  const spotted = json.spotted ? readSpotted(json.text, arrayKey, compiled.kind.verbatim) : undefined;
  if (spotted?.listTwice) return malformed('body', 'duplicate_key', `has ${arrayKey} twice`);
  const items = (spotted?.value ?? json.value)[arrayKey];
  if (!Array.isArray(items))
    return malformed(`body.${arrayKey}`, 'invalid_type', items === undefined ? 'is required' : 'must be an array');
  if (items.length > itemsMax) return refused({ is: 'too_many', total: items.length, max: itemsMax });
  const odd = json.oddNumbers ? notIntegersByItem(json.text, compiled) : new Map<number, Set<string>>();
  if (odd === undefined)
    return malformed('body', 'not_an_integer', `has more than ${NOT_INTEGERS_MAX} numbers that must be plain integers`);
  const sent = json.oddNumbers && spotted === undefined ? withVerbatim(items, json.text, compiled) : items;
  const judge: Judge = (item, index, named) =>
    judgeItem(compiled, item, {
      index,
      linkKey,
      notIntegers: odd.get(index) ?? NONE,
      spots: spotted?.spots.get(index) ?? NO_SPOTS,
      explained: named,
    });
  return judgeItems(sent, judge, rowsAtOnce);
};

const NONE: ReadonlySet<string> = new Set();

const isObject = (value: unknown): value is RawItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Judge = (item: unknown, index: number, named: boolean) => ItemVerdict;

const judgeItems = (items: readonly unknown[], judge: Judge, rowsAtOnce: number): OpenBatch => {
  const verdicts: Verdict<unknown>[] = [];
  const builders: (() => unknown)[] = [];
  const problems: ItemProblem[] = [];
  let problemCount = 0;
  const guesses = new Map<string, Guess>();
  let skipped = 0;
  let ignored = 0;
  items.forEach((item, index) => {
    const verdict = judge(item, index, skipped + ignored < NAMED_MAX);
    if ('problems' in verdict) {
      problemCount += verdict.problems.length;
      const { id, link } = verdict;
      for (const problem of verdict.problems.slice(0, PROBLEMS_NAMED - problems.length))
        problems.push({ index, id, link, ...problem });
    } else if ('build' in verdict) {
      builders.push(verdict.build);
      ignored += verdict.ignored.length;
      for (const guess of verdict.guesses) guesses.set(`${guess.path} ${guess.guess}`, guess);
      const { ids, link } = verdict;
      verdicts.push({
        index,
        ids,
        link,
        row: undefined,
        ...(verdict.ignored.length > 0 && { ignored: verdict.ignored }),
      });
    } else if (skipped++ < NAMED_MAX) verdicts.push({ index, ...verdict });
  });
  if (problemCount > 0) return refused({ is: 'refused', problems, problemCount });
  return {
    head: {
      is: 'accepted',
      total: items.length,
      unnamed: Math.max(0, skipped - NAMED_MAX),
      guesses: [...guesses.values()],
    },
    next: handOut(verdicts, builders, rowsAtOnce),
  };
};

/** Rows are built only now, and let go once they are handed out. */
const handOut = (verdicts: Verdict<unknown>[], builders: (() => unknown)[], rowsAtOnce: number): OpenBatch['next'] => {
  let at = 0;
  let built = 0;
  return () => {
    if (at === verdicts.length) return undefined;
    const piece: Verdict<unknown>[] = [];
    for (const end = built + rowsAtOnce; at < verdicts.length && piece.length < VERDICTS_AT_ONCE; at++) {
      const verdict = verdicts[at] as Verdict<unknown>;
      if (!('row' in verdict)) piece.push(verdict);
      else if (built === end) break;
      else piece.push({ ...verdict, row: (builders[built++] as () => unknown)() });
    }
    return piece;
  };
};

/** For each item, the paths in it of numbers that are no integers and should be; nothing if there are too many. */
const notIntegersByItem = (text: string, { kind, integers }: CompiledKind): Map<number, Set<string>> | undefined => {
  const byItem = new Map<number, Set<string>>();
  if (integers === undefined) return byItem;
  const found = findNotIntegers(text, inBatch(kind.arrayKey, integers), NOT_INTEGERS_MAX);
  if (found.length === NOT_INTEGERS_MAX) return undefined;
  for (const [, index, ...path] of found) {
    const paths = byItem.get(index as number) ?? new Set();
    paths.add(itemPath(path));
    byItem.set(index as number, paths);
  }
  return byItem;
};

/** The items, with the numbers in verbatim members as they were written. */
const withVerbatim = (items: readonly unknown[], text: string, { kind }: CompiledKind): readonly unknown[] => {
  const { arrayKey, verbatim } = kind;
  if (verbatim === undefined || !items.some((item) => isObject(item) && hasNumber(item[verbatim]))) return items;
  const written = (parseWithRawNumbers(text) as Record<string, readonly RawItem[]>)[arrayKey];
  return items.map((item, index) =>
    isObject(item) && Object.hasOwn(item, verbatim) ? { ...item, [verbatim]: written?.[index]?.[verbatim] } : item,
  );
};

const NOWHERE = {
  integer: false,
  decimal: false,
  properties: new Map(),
  rest: undefined,
  first: [],
  items: undefined,
} as const;

const inBatch = (arrayKey: string, items: IntegerFields): IntegerFields => ({
  ...NOWHERE,
  properties: new Map([[arrayKey, { ...NOWHERE, items }]]),
});
