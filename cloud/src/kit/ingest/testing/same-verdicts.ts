import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AnyBatchKind, RawItem } from '../batch-kind.ts';
import { compileKind } from '../compile-kind.ts';
import { mendMembers } from '../mend-item.ts';
import { NO_SPOTS } from '../spotted-json.ts';
import { mutate } from './mutate.ts';
import { schemaRules } from './schema-rules.ts';

export interface SameVerdicts {
  readonly kind: AnyBatchKind;
  /** Items that fit, with every optional member there now and then. */
  readonly items: fc.Arbitrary<object>;
  /** The first words of every reason that `judge` may give. */
  readonly reasons?: readonly string[];
}

const NONE: ReadonlySet<string> = new Set();

/** What does not fit is found in some field, and told in words. */
const expectMended = (kind: AnyBatchKind, item: RawItem): void => {
  const at = { item, path: [], spots: NO_SPOTS, notIntegers: NONE, explained: true };
  const { faults } = mendMembers(kind.item.shape, item, at, kind.mends);
  expect(faults).not.toEqual([]);
  for (const { reason } of faults) expect(reason).not.toContain('documented');
};

/** Whoever has the item from zod's hand comes to the same. Returns what was wrong. */
const expectAlike = (kind: AnyBatchKind, sent: unknown, parsed: unknown): readonly string[] => {
  const judged = kind.judge(sent, undefined, []);
  const known = kind.judge(parsed, undefined, []);
  if ('skip' in judged) {
    expect(known).toEqual(judged);
    return [judged.skip];
  }
  expect('ready' in known && kind.build(known.ready)).toEqual(kind.build(judged.ready));
  return (judged.ignored ?? []).map(({ reason }) => reason);
};

/** At least so many items. By hand, `SAME_VERDICTS=1000000` looks longer. */
const RUNS = Number(process.env.SAME_VERDICTS ?? 4_000);
const RUNS_AT_ONCE = 2_000;
/** Chance breaks the rarest rule once in some thousand items: it is waited for. */
const RUNS_MAX = Math.max(RUNS, 100_000);

/**
 * Proves that the compiled validator and zod say the same of every item, right or wrong, and that a refused one is
 * explained. Items are changed at random; every rule of the schema has to be broken at least once, and every reason given.
 */
export const sameVerdicts = ({ kind, items, reasons = [] }: SameVerdicts): void => {
  it(`the compiled validator and zod agree on ${kind.arrayKey}, every rule broken`, { timeout: 600_000 }, () => {
    const { rules, edges } = schemaRules(kind.item);
    rules.delete('#/type'); // The frame has seen to it.
    const compiled = compileKind(kind);
    const broken = new Set<string>();
    const given = new Set<string>();
    const mutation = fc.record({ place: fc.nat(), change: fc.nat(), value: fc.nat() });
    let accepted = 0;
    const property = fc.property(items, fc.array(mutation, { maxLength: 2 }), (item, mutations) => {
      const sent = mutate(item, mutations, edges);
      if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return;
      const fits = compiled.fitsItem(sent);
      const parsed = kind.item.safeParse(sent);
      expect(parsed.success, JSON.stringify(compiled.fitsItem.errors ?? parsed.error)).toBe(fits);
      if (!fits) {
        for (const { schemaPath } of compiled.fitsItem.errors ?? []) broken.add(schemaPath);
        expectMended(kind, sent as RawItem);
        return;
      }
      accepted++;
      for (const reason of expectAlike(kind, sent, parsed.data)) given.add(reason);
    });
    const kept = () => [...rules].filter((rule) => !broken.has(rule));
    const untold = () => reasons.filter((reason) => ![...given].some((text) => text.includes(reason)));
    let runs = 0;
    while (runs < RUNS || (runs < RUNS_MAX && kept().length + untold().length > 0)) {
      fc.assert(property, { numRuns: RUNS_AT_ONCE });
      runs += RUNS_AT_ONCE;
    }
    expect(accepted).toBeGreaterThan(runs / 20);
    expect([kept(), untold()]).toEqual([[], []]);
  });
};
