import { GRACE, openingOf, PERMANENT_GRANT, PLAN, WINDOW } from './decisions.ts';
import type { Facility } from './facility.ts';
import {
  BLOCKS,
  BLOCKS_HEAD,
  DAY_MINUTES,
  GRANT_FLAGS,
  GRANT_HEAD,
  INSTANTS,
  MEMBERSHIP_FLAGS,
  MEMBERSHIP_HEAD,
  PERSON_HEAD,
  RULE_HEAD,
  SECTION_HEAD,
} from './layout.ts';
import { rowHas, rowOf } from './masks.ts';
import { type Moment, secondIn, setMoment } from './moment.ts';
import { NEAR } from './near.ts';
import type { Person } from './person.ts';
import { ALWAYS, NEVER } from './plan-zones.ts';
import type { RecordMemory } from './record.ts';

/*
 * What opens a door for a person at one instant: the hot path. Nothing is allocated. A sound record is walked within its bounds
 * whatever its numbers are, and NaN is on no side of any instant.
 *
 * The answer is what opens (`openingOf`), or if nothing does, what came near to it: the complement of the bits of
 * `NEAR`, which is negative.
 */

/** The door must be one of the facility's. Parts that a person has none of are not even asked. */
export const openingAt = (facility: Facility, person: Person, door: number, t: number): number => {
  const { words } = person;
  const memberships = words[6] as number;
  const sections = words[7] as number;
  let near = ~0;
  facility.moment.t = t;
  const { times } = person;
  for (let at = PERSON_HEAD; at < memberships; at += words[at + 1] as number) {
    if (!grantHas(facility, words, at, door) || !(t < (times[(at + 4) >> 1] as number))) continue;
    if (t >= (times[(at + 2) >> 1] as number)) return openingOf(PERMANENT_GRANT, 0);
    near = ~NEAR.hours;
  }
  if (words.length === memberships) return near;
  setMoment(facility.moment, t);
  if (sections > memberships) {
    const planned = planAt(facility, person, door);
    if (planned >= 0) return planned;
    near &= planned;
  }
  if (words.length === sections) return near;
  const window = windowAt(facility, person, door);
  return window >= 0 ? window : near & window;
};

/** Grants by staff; with `breakGlass`, only those that are. */
export const grantAt = (facility: Facility, person: Person, door: number, breakGlass: boolean): number => {
  const { words, times } = person;
  const { t } = facility.moment;
  const end = words[6] as number;
  let near = 0;
  for (let at = PERSON_HEAD; at < end; at += words[at + 1] as number) {
    if (breakGlass && ((words[at] as number) & GRANT_FLAGS.breakGlass) === 0) continue;
    if (!(t < (times[(at + 4) >> 1] as number)) || !grantHas(facility, words, at, door)) continue;
    if (t >= (times[(at + 2) >> 1] as number)) return openingOf(PERMANENT_GRANT, 0);
    near = NEAR.hours;
  }
  return ~near;
};

/** Whether a grant is for a door. */
export const grantHas = (facility: Facility, words: Uint32Array, at: number, door: number): boolean => {
  const flags = words[at] as number;
  const place = at + GRANT_HEAD;
  if ((flags & GRANT_FLAGS.doorSet) !== 0)
    return rowHas(facility.doorSets, rowOf(facility.doorSets, words[place] as number), door);
  if ((flags & GRANT_FLAGS.doors) === 0) return true;
  const word = place + (door >>> 5); // Doors that were added since the record was made are beyond it.
  return word < at + (words[at + 1] as number) && (((words[word] as number) >>> (door & 31)) & 1) === 1;
};

/** Plans, and after them those within their days of grace. */
const planAt = (facility: Facility, person: Person, door: number): number => {
  const { words } = person;
  const end = words[7] as number;
  let near = 0;
  let grace = -1;
  for (let at = words[6] as number; at < end; at += words[at + 1] as number) {
    if (((words[at] as number) & MEMBERSHIP_FLAGS.current) === 0) continue;
    const opening = membershipAt(facility, person, at, door);
    if (opening < 0) near |= ~opening;
    else if ((opening & 7) === PLAN) return opening;
    else if (grace < 0) grace = opening;
  }
  return grace >= 0 ? grace : ~near;
};

const membershipAt = (facility: Facility, { words, times }: Person, at: number, door: number): number => {
  const { t } = facility.moment;
  const until = times[(at + 4) >> 1] as number;
  if (!(t < until + facility.policy.graceS)) return zonesAt(facility, words, at, ~door) === CLOSED ? ~NEAR.ended : ~0;
  const zones = zonesAt(facility, words, at, door);
  if (zones === OTHER_DOORS) return ~0;
  if (((words[at] as number) & MEMBERSHIP_FLAGS.denied) !== 0) return ~NEAR.status;
  if (zones < CLOSED) return zones === UNMAPPED ? ~NEAR.unmapped : ~0;
  const row = sourceRow(facility, words[at + 6] as number);
  if (row === 0) return ~NEAR.suspended;
  if (zones === CLOSED || !(t >= (times[(at + 2) >> 1] as number))) return ~NEAR.hours;
  return openingOf(t < until ? PLAN : GRACE, row);
};

/** What the zones of a plan do for a door now, the best of them. */
const NO_ZONES = 0;
const OTHER_DOORS = 1;
const UNMAPPED = 2;
const CLOSED = 3;
const OPEN = 4;

/** Given the complement of a door, it does not look at the hours. */
const zonesAt = (facility: Facility, words: Uint32Array, at: number, asked: number): number => {
  const { masks, rules, record } = facility.planZones;
  const door = asked < 0 ? ~asked : asked;
  const end = at + MEMBERSHIP_HEAD + (words[at + 7] as number);
  let best = NO_ZONES;
  for (let place = at + MEMBERSHIP_HEAD; place < end; place++) {
    const row = rowOf(masks, words[place] as number);
    const rule = rules[row] as number;
    let zone = UNMAPPED;
    if (row !== 0) zone = rule === NEVER || !rowHas(masks, row, door) ? OTHER_DOORS : CLOSED;
    if (zone === CLOSED && asked >= 0 && (rule === ALWAYS || rulesOpen(facility.moment, record, rule, rule + 1)))
      return OPEN;
    if (zone > best) best = zone;
  }
  return best;
};

/** 0 for a source that is suspended, or not known here. */
export const sourceRow = (facility: Facility, source: number): number =>
  source < facility.sourceRows.length ? (facility.sourceRows[source] as number) : 0;

/** Windows. A section whose last end is past comes near to nothing. */
const windowAt = (facility: Facility, person: Person, door: number): number => {
  const { words, times } = person;
  const { moment, scopes } = facility;
  const { t } = moment;
  let near = 0;
  let next = words[7] as number;
  for (let at = next; at < words.length; at = next) {
    next = at + (words[at + 1] as number);
    if (!(t < (times[(at + 2) >> 1] as number))) continue;
    const scope = rowOf(scopes, words[at] as number);
    if (scope === 0) near |= NEAR.unmapped;
    else if (rowHas(scopes, scope, door)) {
      const row = sourceRow(facility, words[at + 4] as number);
      if (row === 0) near |= NEAR.suspended;
      else if (rulesOpen(moment, person, at + SECTION_HEAD, next)) return openingOf(WINDOW, row);
      else near |= NEAR.hours;
    }
  }
  return ~near;
};

/** Of so many minutes, in seconds. A multiplication is several times faster than a division; half a second keeps it clear of the next number either way. */
const INVERSES = Float64Array.from({ length: DAY_MINUTES + 1 }, (_, minutes) => 1 / (minutes * 60));

/** Whether any of the rules from one place up to another is open. */
const rulesOpen = (moment: Moment, { words, times }: RecordMemory, from: number, end: number): boolean => {
  const { t } = moment;
  for (let at = from; at < end; at += words[at + 1] as number) {
    if (!(t >= (times[(at + 2) >> 1] as number) && t < (times[(at + 4) >> 1] as number))) continue;
    const head = words[at] as number;
    const kind = head & 0xffff;
    if (kind === INSTANTS) {
      if (instantsHold(times, (at + RULE_HEAD) >> 1, (at + (words[at + 1] as number)) >> 1, t)) return true;
      continue;
    }
    const second = secondIn(moment, head >>> 16);
    if (second < 0) continue;
    if (kind === BLOCKS) {
      if (blocksHold(words, at + RULE_HEAD, (second / 60) | 0)) return true;
      continue;
    }
    const bit = ((second + 0.5) * (INVERSES[kind] as number)) | 0;
    if ((((words[at + RULE_HEAD + (bit >>> 5)] as number) >>> (bit & 31)) & 1) === 1) return true;
  }
  return false;
};

const instantsHold = (times: Float64Array, from: number, end: number, t: number): boolean => {
  for (let i = from; i < end; i += 2) if (t < (times[i + 1] as number)) return t >= (times[i] as number);
  return false;
};

const blocksHold = (words: Uint32Array, at: number, minute: number): boolean => {
  const day = (minute / DAY_MINUTES) | 0;
  const rest = minute - day * DAY_MINUTES;
  const first = ((words[at + (day >>> 1)] as number) >>> ((day & 1) * 16)) & 0xffff;
  const end = ((words[at + ((day + 1) >>> 1)] as number) >>> (((day + 1) & 1) * 16)) & 0xffff;
  for (let block = at + BLOCKS_HEAD + first; block < at + BLOCKS_HEAD + end; block++) {
    const bounds = words[block] as number;
    if (rest < bounds >>> 16) return rest >= (bounds & 0xffff);
  }
  return false;
};
