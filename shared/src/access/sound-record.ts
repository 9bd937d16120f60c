import {
  BLOCKS,
  BLOCKS_HEAD,
  bitmapWords,
  DAY_MINUTES,
  even,
  GRANT_HEAD,
  INSTANTS,
  MEMBERSHIP_HEAD,
  PERSON_HEAD,
  PERSON_MAGIC,
  PROGRAM_HEAD,
  PROGRAM_MAGIC,
  RULE_HEAD,
  SECTION_HEAD,
} from './layout.ts';
import type { RecordMemory } from './record.ts';

/*
 * Whether a record is one that a reader may walk without looking where it steps: every length leads exactly to the next part or
 * the end. Checked once, when it is read from storage. What the numbers in it mean is not looked at: any number decides safely.
 */

export const isPerson = ({ words }: RecordMemory): boolean => {
  if (words.length < PERSON_HEAD || words[0] !== PERSON_MAGIC || words[1] !== words.length) return false;
  const memberships = behindAll(words, PERSON_HEAD, { count: words[3], head: GRANT_HEAD });
  if (words[6] !== memberships) return false;
  const zonesFit = (at: number, next: number) => (words[at + 7] as number) <= next - at - MEMBERSHIP_HEAD;
  const sections = behindAll(words, memberships, { count: words[4], head: MEMBERSHIP_HEAD, isSound: zonesFit });
  return words[7] === sections && areSections(words, sections, { count: words[5], end: words.length });
};

export const isProgram = (words: Uint32Array): boolean =>
  words.length >= PROGRAM_HEAD &&
  words[0] === PROGRAM_MAGIC &&
  words[1] === words.length &&
  areSections(words, PROGRAM_HEAD, { count: words[2], end: words.length });

const areSections = (
  words: Uint32Array,
  from: number,
  { count, end }: { count: number | undefined; end: number },
): boolean =>
  behindAll(words, from, {
    count,
    head: SECTION_HEAD,
    isSound: (at, next) => areRules(words, at + SECTION_HEAD, next),
  }) === end;

/** The place behind so many parts, or NaN if any of them is unsound. */
const behindAll = (
  words: Uint32Array,
  from: number,
  {
    count = 0,
    head,
    isSound = () => true,
  }: { count: number | undefined; head: number; isSound?: (at: number, next: number) => boolean },
): number => {
  let at = from;
  for (let i = 0; i < count; i++) {
    const next = behind(words, at, head);
    if (!(next > at && isSound(at, next))) return Number.NaN;
    at = next;
  }
  return at;
};

const areRules = (words: Uint32Array, from: number, end: number): boolean => {
  let at = from;
  while (at < end) {
    const next = behind(words, at, RULE_HEAD);
    if (!(next <= end) || !isRule(words, at, next - at - RULE_HEAD)) return false;
    at = next;
  }
  return at === end;
};

const isRule = (words: Uint32Array, at: number, payload: number): boolean => {
  const kind = (words[at] as number) & 0xffff;
  if (kind === INSTANTS) return payload % 4 === 0;
  if (kind === BLOCKS)
    return payload >= BLOCKS_HEAD && (words[at + RULE_HEAD + 3] as number) >>> 16 <= payload - BLOCKS_HEAD;
  return DAY_MINUTES % kind === 0 && payload === even(bitmapWords(kind));
};

/** The place behind a part, or NaN, which is behind nothing, if its length is less than its head, odd, or too much. */
const behind = (words: Uint32Array, at: number, head: number): number => {
  const length = words[at + 1] ?? 0;
  const next = at + length;
  return length >= head && length % 2 === 0 && next <= words.length ? next : Number.NaN;
};
