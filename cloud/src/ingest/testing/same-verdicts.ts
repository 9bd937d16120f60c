import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AnyBatchKind, RawItem } from '../batch-kind.ts';
import { compileKind } from '../compile-kind.ts';
import { explain } from '../explain.ts';
import { mutate } from './mutate.ts';
import { schemaRules } from './schema-rules.ts';

export interface SameVerdicts {
  readonly kind: AnyBatchKind;
  /** Items that fit, with every optional member there now and then. */
  readonly items: fc.Arbitrary<object>;
  /** The first words of every reason that `judge` may give. */
  readonly reasons?: readonly string[];
}

/** By hand, `SAME_VERDICTS=1000000` looks longer. */
const RUNS = Number(process.env.SAME_VERDICTS ?? 20_000);

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
    fc.assert(
      fc.property(items, fc.array(mutation, { maxLength: 2 }), (item, mutations) => {
        const sent = mutate(item, mutations, edges);
        if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return;
        const fits = compiled.fitsItem(sent);
        const parsed = kind.item.safeParse(sent);
        expect(parsed.success, JSON.stringify(compiled.fitsItem.errors ?? parsed.error)).toBe(fits);
        if (!fits) {
          for (const { schemaPath } of compiled.fitsItem.errors ?? []) broken.add(schemaPath);
          expect(explain(kind.item, sent as RawItem, compiled.fitsItem.errors?.[0])).not.toContain('documented');
          return;
        }
        accepted++;
        const judged = kind.judge(sent, undefined);
        const known = kind.judge(parsed.data, undefined);
        if ('skip' in judged) {
          given.add(judged.skip);
          expect(known).toEqual(judged);
        } else {
          expect('ready' in known && kind.build(known.ready)).toEqual(kind.build(judged.ready));
        }
      }),
      { numRuns: RUNS },
    );
    expect(accepted).toBeGreaterThan(RUNS / 20);
    expect([...rules].filter((rule) => !broken.has(rule))).toEqual([]);
    for (const reason of reasons) expect([...given].filter((text) => text.includes(reason))).not.toEqual([]);
  });
};
