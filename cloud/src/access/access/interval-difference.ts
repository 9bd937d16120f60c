/** Unix seconds, `[fromS, toS)`. */
export interface Interval {
  readonly fromS: number;
  readonly toS: number;
}

/** What of `a` is not in `b`. Both in order and apart, as `intervals` gives them. */
const without = (a: readonly Interval[], b: readonly Interval[]): Interval[] => {
  const left: Interval[] = [];
  let skip = 0;
  for (const { fromS, toS } of a) {
    let at = fromS;
    while (skip < b.length && (b[skip] as Interval).toS <= at) skip++;
    for (let i = skip; i < b.length && (b[i] as Interval).fromS < toS; i++) {
      const cut = b[i] as Interval;
      if (cut.fromS > at) left.push({ fromS: at, toS: cut.fromS });
      at = Math.max(at, cut.toS);
    }
    if (at < toS) left.push({ fromS: at, toS });
  }
  return joined(left);
};

/** Intervals that touch are one: what opens a door changes within them, and that it is open does not. */
const joined = (intervals: readonly Interval[]): Interval[] => {
  const found: Interval[] = [];
  for (const { fromS, toS } of intervals) {
    const last = found.at(-1);
    if (last !== undefined && last.toS >= fromS)
      found[found.length - 1] = { fromS: last.fromS, toS: Math.max(last.toS, toS) };
    else found.push({ fromS, toS });
  }
  return found;
};

export const gainedAndLost = (before: readonly Interval[], after: readonly Interval[]) => ({
  gains: without(after, before),
  loses: without(before, after),
});
