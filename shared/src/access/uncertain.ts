import type { Ask } from './ask.ts';
import type { Decision } from './decision.ts';
import { DENIED, grantedBy, PERMANENT_GRANT } from './decisions.ts';
import type { Facility } from './facility.ts';
import { deniedFor } from './near.ts';
import { openingAt } from './open-now.ts';
import type { Person } from './person.ts';
import { spansFor } from './person-spans.ts';
import { closesAt, opensAt } from './span.ts';

type PersonAsk = Ask & { readonly person: Person };

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

/**
 * Decides where the time is somewhere in `[fromS, toS]`: granted if one rule or another opens at every instant of it, and by the
 * facility's policy also if at any. Names what opens at the first of them. Takes time by the changes within the interval.
 */
export const decideUncertain = (facility: Facility, ask: PersonAsk, stale: boolean): Decision => {
  const { person, doorIndex, fromS, toS } = ask;
  if (!(fromS <= toS && Number.isFinite(fromS) && Number.isFinite(toS))) return DENIED.clock_untrusted;
  const { decisions } = facility;
  const policy = facility.facts.policy.uncertainClock;
  const spans = spansFor(facility, person, doorIndex);
  const firstS = opensAt(spans, fromS, toS);
  if (firstS > toS) return deniedFor(openingAt(facility, person, doorIndex, fromS));
  const opening = openingAt(facility, person, doorIndex, firstS);
  const throughout =
    policy === 'strict' ? grantsThroughout(facility, ask, 'permanent') : closesAt(spans, fromS, toS) > toS;
  if (throughout) return grantedBy(decisions, opening, 'uncertain', stale);
  return policy === 'lenient' ? grantedBy(decisions, opening, 'lenient', stale) : DENIED.clock_untrusted;
};
