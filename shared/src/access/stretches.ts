import { askAt } from './ask.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import { grantsOf, membershipsOf, sectionsOf } from './decode-person.ts';
import type { Facility } from './facility.ts';
import type { Person } from './person.ts';
import { INTERVALS_MAX, intervals } from './schedule.ts';

/** A time throughout which a door answers a person alike. Unix seconds, the beginning inclusive and the end exclusive. */
export interface Stretch {
  readonly fromS: number;
  readonly toS: number;
  readonly decision: Decision;
}

/**
 * What a door answers a person from `fromS` until before `toS`: without gaps, and each stretch other than the one before. It is
 * the answer of `decide` at a reader, by a trusted clock, without lockdown or maintenance. It ends before `toS` where the door
 * opens and closes more often than `intervals` follows.
 */
export const stretches = (
  facility: Facility,
  person: Person,
  doorIndex: number,
  { fromS, toS }: { readonly fromS: number; readonly toS: number },
): readonly Stretch[] => {
  const open = intervals(facility, person, doorIndex, { fromS, toS });
  const endS = open.length < INTERVALS_MAX ? toS : (open.at(-1)?.toS ?? toS);
  const turns = [...open.flatMap((interval) => [interval.fromS, interval.toS]), ...endingsOf(facility, person)];
  const starts = [fromS, ...turns.filter((turn) => turn > fromS && turn < endS)].sort((a, b) => a - b);
  const found: Stretch[] = [];
  for (const [i, start] of starts.entries()) {
    const next = starts[i + 1] ?? endS;
    if (!(next > start)) continue;
    const decision = decide(facility, { ...askAt(doorIndex, start), person });
    const last = found.at(-1);
    // Decisions are a finite set of frozen objects: the same answer is the same object.
    if (last?.decision === decision) found[found.length - 1] = { ...last, toS: next };
    else found.push({ fromS: start, toS: next, decision });
  }
  return found;
};

/** When the reason of a denial may become another: what came near to opening the door does so no longer. */
const endingsOf = ({ policy }: Facility, person: Person): number[] => [
  ...grantsOf(person).map(({ untilS }) => untilS),
  ...membershipsOf(person).map(({ untilS }) => untilS + policy.graceS),
  ...sectionsOf(person).map(({ lastEndS }) => lastEndS),
];
