import {
  BLOCKS,
  BLOCKS_HEAD,
  DAY_MINUTES,
  GRANT_FLAGS,
  INSTANTS,
  MEMBERSHIP_FLAGS,
  MEMBERSHIP_HEAD,
  PERSON_HEAD,
  RULE_HEAD,
  SECTION_HEAD,
  WEEK_MINUTES,
} from './layout.ts';
import type { Person } from './person.ts';
import type { RecordMemory } from './record.ts';

/*
 * A person's record as plain objects, for whoever has time: calendars, explanations, uncertain clocks.
 */

/** Start and end, in minutes of the local week or in Unix seconds. */
export type Run = readonly [start: number, end: number];

export interface DecodedRule {
  /** Unix seconds. */
  readonly fromS: number;
  readonly untilS: number;
  /** The zone's index, if the runs are minutes of its week. Without one they are instants. */
  readonly zone: number | undefined;
  /** In order and apart, but for runs that touch at midnight. */
  readonly runs: readonly Run[];
}

export interface DecodedGrant {
  /** Where the record says which doors: for `grantHas`. */
  readonly at: number;
  readonly breakGlass: boolean;
  readonly doorSet: boolean;
  readonly fromS: number;
  readonly untilS: number;
}
export interface DecodedMembership {
  readonly source: number;
  readonly planZones: readonly number[];
  readonly fromS: number;
  readonly untilS: number;
  readonly current: boolean;
  readonly denied: boolean;
}
export interface DecodedSection {
  readonly source: number;
  readonly scope: number;
  readonly lastEndS: number;
  readonly rules: readonly DecodedRule[];
}

export const grantsOf = ({ words, times }: Person): DecodedGrant[] =>
  partsOf(words, PERSON_HEAD, words[6] as number).map((at) => ({
    at,
    breakGlass: ((words[at] as number) & GRANT_FLAGS.breakGlass) !== 0,
    doorSet: ((words[at] as number) & GRANT_FLAGS.doorSet) !== 0,
    fromS: times[(at + 2) / 2] as number,
    untilS: times[(at + 4) / 2] as number,
  }));

export const membershipsOf = ({ words, times }: Person): DecodedMembership[] =>
  partsOf(words, words[6] as number, words[7] as number).map((at) => ({
    source: words[at + 6] as number,
    planZones: [...words.subarray(at + MEMBERSHIP_HEAD, at + MEMBERSHIP_HEAD + (words[at + 7] as number))],
    fromS: times[(at + 2) / 2] as number,
    untilS: times[(at + 4) / 2] as number,
    current: ((words[at] as number) & MEMBERSHIP_FLAGS.current) !== 0,
    denied: ((words[at] as number) & MEMBERSHIP_FLAGS.denied) !== 0,
  }));

export const sectionsOf = (person: Person): DecodedSection[] => {
  const { words, times } = person;
  return partsOf(words, words[7] as number, words.length).map((at) => ({
    source: words[at + 4] as number,
    scope: words[at] as number,
    lastEndS: times[(at + 2) / 2] as number,
    rules: partsOf(words, at + SECTION_HEAD, at + (words[at + 1] as number)).map((rule) => decodeRule(person, rule)),
  }));
};

/** Where the parts between two places begin. */
const partsOf = (words: Uint32Array, from: number, end: number): number[] => {
  const places: number[] = [];
  for (let at = from; at < end; at += words[at + 1] as number) places.push(at);
  return places;
};

export const decodeRule = ({ words, times }: RecordMemory, at: number): DecodedRule => {
  const head = words[at] as number;
  const kind = head & 0xffff;
  const fromS = times[(at + 2) / 2] as number;
  const untilS = times[(at + 4) / 2] as number;
  if (kind === INSTANTS) {
    const pairs = times.subarray((at + RULE_HEAD) / 2, (at + (words[at + 1] as number)) / 2);
    const runs = Array.from(
      { length: pairs.length / 2 },
      (_, i): Run => [pairs[2 * i] as number, pairs[2 * i + 1] as number],
    );
    return { fromS, untilS, zone: undefined, runs };
  }
  const runs = kind === BLOCKS ? runsOfBlocks(words, at + RULE_HEAD) : runsOfBits(words, at + RULE_HEAD, kind);
  return { fromS, untilS, zone: head >>> 16, runs };
};

const runsOfBits = (words: Uint32Array, at: number, minutes: number): Run[] => {
  const runs: Run[] = [];
  let start = -1;
  for (let bit = 0; bit <= WEEK_MINUTES / minutes; bit++) {
    const open = bit < WEEK_MINUTES / minutes && (((words[at + (bit >>> 5)] as number) >>> (bit & 31)) & 1) === 1;
    if (open && start < 0) start = bit;
    if (open || start < 0) continue;
    runs.push([start * minutes, bit * minutes]);
    start = -1;
  }
  return runs;
};

const runsOfBlocks = (words: Uint32Array, at: number): Run[] => {
  const position = (day: number): number => ((words[at + (day >>> 1)] as number) >>> ((day & 1) * 16)) & 0xffff;
  return Array.from({ length: 7 }, (_, day) => {
    const blocks = words.subarray(at + BLOCKS_HEAD + position(day), at + BLOCKS_HEAD + position(day + 1));
    return Array.from(
      blocks,
      (bounds): Run => [day * DAY_MINUTES + (bounds & 0xffff), day * DAY_MINUTES + (bounds >>> 16)],
    );
  }).flat();
};
