import type { Ask } from './ask.ts';
import type { ClockFlag, Decision } from './decision.ts';
import { DENIED, grantedBy, PERMANENT_GRANT } from './decisions.ts';
import type { Facility } from './facility.ts';
import { deniedFor } from './near.ts';
import { openingAt } from './open-now.ts';
import type { Person } from './person.ts';
import { spansFor } from './person-spans.ts';
import { closesAt, opensAt } from './span.ts';

export type PersonAsk = Ask & { readonly person: Person };

/** Whether the person's break-glass grants, or all of the grants, hold for the door at every time it could be. */
export const grantsThroughout = (
  facility: Facility,
  { person, doorIndex, fromS, toS }: PersonAsk,
  which: 'break_glass' | 'permanent',
): boolean => {
  const grants = spansFor(facility, person, doorIndex).filter(
    ({ via, breakGlass }) => via === PERMANENT_GRANT && (breakGlass || which === 'permanent'),
  );
  return fromS <= toS && closesAt(grants, fromS, toS) > toS;
};

/** What an uncertain time comes to. */
export interface ClockVerdict {
  /** Whether the door may be opened, should anything open it; `untrusted` where it opens at some times and not at others. */
  readonly clock: ClockFlag | 'untrusted';
  /** The first possible time at which anything opens the door; if there is none, the first possible time. */
  readonly atS: number;
}

/**
 * Judges a time that is somewhere in `[fromS, toS]`: good enough if one rule or another opens at every instant of it, and by the
 * facility's policy also if at any. Takes time by the number of changes within the interval.
 */
export const judgeClock = (facility: Facility, ask: PersonAsk): ClockVerdict => {
  const { person, doorIndex, fromS, toS } = ask;
  if (!(fromS <= toS && Number.isFinite(fromS) && Number.isFinite(toS))) return { clock: 'untrusted', atS: fromS };
  const policy = facility.policy.uncertainClock;
  const spans = spansFor(facility, person, doorIndex);
  const firstS = opensAt(spans, fromS, toS);
  if (firstS > toS) return { clock: 'uncertain', atS: fromS };
  const throughout =
    policy === 'strict' ? grantsThroughout(facility, ask, 'permanent') : closesAt(spans, fromS, toS) > toS;
  if (throughout) return { clock: 'uncertain', atS: firstS };
  return { clock: policy === 'lenient' ? 'lenient' : 'untrusted', atS: firstS };
};

export const decideUncertain = (facility: Facility, ask: PersonAsk, stale: boolean): Decision => {
  const { clock, atS } = judgeClock(facility, ask);
  if (clock === 'untrusted') return DENIED.clock_untrusted;
  const opening = openingAt(facility, ask.person, ask.doorIndex, atS);
  return opening >= 0 ? grantedBy(facility.decisions, opening, clock, stale) : deniedFor(opening);
};
