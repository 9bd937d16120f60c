import type { WindowChange } from './source-reports.ts';

/**
 * By how many members each scope key gained or lost. Keys that stay even are left out: somebody had them before, so they
 * are known. Sorted, so that rows are taken in one order.
 */
export const countChanges = (changes: readonly WindowChange[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const add = (keys: ReadonlySet<string>, by: number) => {
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + by);
  };
  for (const { before, after } of changes) {
    add(new Set(before), -1);
    add(new Set(after), 1);
  }
  return new Map([...counts].filter(([, by]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1)));
};
