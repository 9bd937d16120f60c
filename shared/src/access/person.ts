import type { Facility } from './facility.ts';
import { doorBits } from './facility.ts';
import {
  even,
  GRANT_FLAGS,
  GRANT_HEAD,
  MEMBERSHIP_FLAGS,
  MEMBERSHIP_HEAD,
  PERSON_FLAGS,
  PERSON_HEAD,
  PERSON_MAGIC,
  PROGRAM_HEAD,
} from './layout.ts';
import type { Grant, Membership, PersonFacts } from './person-facts.ts';
import { createRecord, type RecordMemory, recordOf } from './record.ts';
import { isPerson, isProgram } from './sound-record.ts';

/**
 * A person's facts as one binary record: `bytes` is position independent and may be stored; the views are on the same memory.
 * Made by `compilePerson` or `readPerson` only, which let nothing in that could lead a reader astray.
 */
export interface Person extends RecordMemory {
  readonly bytes: Uint8Array;
}

/**
 * Writes a person's record for a facility: doors by their index there, everything else by number. Total: an unknown door is left
 * out, and so is a program that is none; the record then says that it is damaged, which `explain` shows.
 */
export const compilePerson = (facts: PersonFacts, facility: Facility): Person => {
  const doorWords = even((facility.facts.doors.length + 31) >>> 5);
  const programs = facts.windows.map(({ source, program }) => ({ source, ...recordOf(program) }));
  const sound = programs.filter((program) => isProgram(program.words));
  const most =
    PERSON_HEAD +
    facts.grants.length * (GRANT_HEAD + Math.max(2, doorWords)) +
    facts.memberships.reduce((sum, { planZones }) => sum + MEMBERSHIP_HEAD + even(planZones.length), 0) +
    sound.reduce((sum, { words }) => sum + words.length, 0);
  const record = createRecord(most);
  const { words } = record;
  let at = PERSON_HEAD;
  for (const grant of facts.grants) at = writeGrant(record, at, grant, facility);
  words[6] = at;
  for (const membership of facts.memberships) at = writeMembership(record, at, membership);
  words[7] = at;
  let sections = 0;
  for (const program of sound) {
    words.set(program.words.subarray(PROGRAM_HEAD), at);
    const end = at + program.words.length - PROGRAM_HEAD;
    for (; at < end; at += words[at + 1] as number, sections++) words[at + 4] = program.source;
  }
  words[0] = PERSON_MAGIC;
  words[1] = at;
  words[2] =
    (facts.banned ? PERSON_FLAGS.banned : 0) |
    (facts.disabled ? PERSON_FLAGS.disabled : 0) |
    (facts.blocked ? PERSON_FLAGS.blocked : 0) |
    (sound.length < programs.length ? PERSON_FLAGS.damaged : 0);
  words[3] = facts.grants.length;
  words[4] = facts.memberships.length;
  words[5] = sections;
  return recordOf(new Uint8Array(words.buffer as ArrayBuffer, 0, at * 4));
};

/** Takes a stored record: at once where its memory is aligned, else a copy of it. Undefined for bytes that are no such record. */
export const readPerson = (bytes: Uint8Array): Person | undefined => {
  if (bytes.length % 8 !== 0) return undefined;
  const person = recordOf(bytes);
  return isPerson(person) ? person : undefined;
};

const writeGrant = ({ words, times }: RecordMemory, at: number, grant: Grant, facility: Facility): number => {
  const { target, fromS = Number.NEGATIVE_INFINITY, untilS = Number.POSITIVE_INFINITY, breakGlass = false } = grant;
  let flags = breakGlass ? GRANT_FLAGS.breakGlass : 0;
  let next = at + GRANT_HEAD;
  if (target.kind === 'door_set') {
    flags |= GRANT_FLAGS.doorSet;
    words[next] = target.number;
    next += 2;
  } else if (target.kind === 'doors') {
    flags |= GRANT_FLAGS.doors;
    const bits = doorBits(target.doors, facility.doorIndexes, facility.facts.doors.length) ?? new Uint32Array(0);
    words.set(bits, next);
    next += even(bits.length);
  }
  words[at] = flags;
  words[at + 1] = next - at;
  times[(at + 2) / 2] = fromS;
  times[(at + 4) / 2] = untilS;
  return next;
};

const writeMembership = ({ words, times }: RecordMemory, at: number, membership: Membership): number => {
  const { planZones, source, current, status } = membership;
  const length = MEMBERSHIP_HEAD + even(planZones.length);
  words[at] = (current ? MEMBERSHIP_FLAGS.current : 0) | (status === 'deny' ? MEMBERSHIP_FLAGS.denied : 0);
  words[at + 1] = length;
  times[(at + 2) / 2] = membership.fromS ?? Number.NEGATIVE_INFINITY;
  times[(at + 4) / 2] = membership.untilS ?? Number.POSITIVE_INFINITY;
  words[at + 6] = source;
  words[at + 7] = planZones.length;
  words.set(planZones, at + MEMBERSHIP_HEAD);
  return at + length;
};
