import { dateOfDays, daysOf } from './civil-days.ts';
import { footerTransitions, mergeTransitions } from './footer.ts';
import type { ZoneRules } from './zone-rules.ts';

/** A zone's offsets as a step function, ready to be searched. */
export interface Segments {
  /**
   * Segment i is [starts[i], starts[i + 1]). The first start is −Infinity, and there is one start more than segments: Infinity,
   * or for a zone whose clocks go on changing for ever the end of a whole 400-year cycle.
   */
  readonly starts: Float64Array;
  /** Seconds east of UTC, one a segment. */
  readonly offsets: Int32Array;
  /** Where that cycle begins, and the first segment that begins in it. */
  readonly cycleFrom: number;
  readonly cycleFirst: number;
}

/** Lays out the transitions of a zone and what its footer makes of one cycle after them. */
export const segmentsOf = ({ first, transitions, footer }: ZoneRules): Segments => {
  const known = transitions.at(-1)?.at ?? 0;
  const knownYear = dateOfDays(Math.floor(known / 86_400)).year;
  const cycleFrom = daysOf(knownYear + 1, 1, 1) * 86_400;
  const cycleEnd = daysOf(knownYear + 401, 1, 1) * 86_400;
  const following = footerTransitions(footer, knownYear - 1, knownYear + 402).filter(
    ({ at }) => at > known && at < cycleEnd,
  );
  const steps = mergeTransitions([...transitions, ...following], first);
  const cycleFirst = steps.findIndex(({ at }) => at >= cycleFrom) + 1;
  return {
    starts: Float64Array.of(
      Number.NEGATIVE_INFINITY,
      ...steps.map(({ at }) => at),
      cycleFirst === 0 ? Number.POSITIVE_INFINITY : cycleEnd,
    ),
    offsets: Int32Array.of(first, ...steps.map(({ offset }) => offset)),
    cycleFrom,
    cycleFirst,
  };
};
