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

export const isPerson = ({ words, times }: RecordMemory): boolean => {
  if (words.length < PERSON_HEAD || words[0] !== PERSON_MAGIC || words[1] !== words.length) return false;
  let at = PERSON_HEAD;
  for (let i = 0; i < (words[3] as number); i++) at = behind(words, at, GRANT_HEAD);
  if (words[6] !== at) return false;
  for (let i = 0; i < (words[4] as number); i++) {
    const next = behind(words, at, MEMBERSHIP_HEAD);
    if ((words[at + 7] as number) > next - at - MEMBERSHIP_HEAD) return false;
    at = next;
  }
  if (words[7] !== at) return false;
  for (let i = 0; i < (words[5] as number); i++) {
    const next = behind(words, at, PROGRAM_HEAD);
    if (!isProgram({ words, times }, at, next)) return false;
    at = next;
  }
  return at === words.length;
};

export const isProgram = ({ words }: RecordMemory, from: number, end: number): boolean => {
  if (end - from < PROGRAM_HEAD || words[from] !== PROGRAM_MAGIC || words[from + 1] !== end - from) return false;
  let at = from + PROGRAM_HEAD;
  for (let i = 0; i < (words[from + 3] as number); i++) {
    const next = behind(words, at, SECTION_HEAD);
    if (!(next <= end) || !areRules(words, at + SECTION_HEAD, next)) return false;
    at = next;
  }
  return at === end;
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
