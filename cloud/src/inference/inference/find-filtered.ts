import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { RE2JS } from 're2js';
import type { ContentFilter } from '../ai-settings/ai-settings.module.ts';

/** Where a filter found something in a text: both as of `slice`. */
export interface Match {
  readonly from: number;
  readonly to: number;
  readonly kind: ContentFilter['kind'];
  readonly action: ContentFilter['action'];
}

/** Of a name that is too long its end counts: what stands before it never matters. */
const EMAIL = /[\w.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}/g;
const PHONE = /(?<![\w+])(?:\+|\(|0)\d[\d ().-]{5,20}\d(?!\w)/g;
const CARD = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;
const IBAN = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]){11,30}(?![A-Za-z0-9])/g;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Luhn: every second digit from the right counts double. */
const isCard = (text: string): boolean => {
  const sum = [...digitsOf(text)].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};

/** ISO 13616: as a number, with the first four characters last, it leaves 1 by 97. */
const isIban = (text: string): boolean => {
  const plain = text.replaceAll(' ', '').toUpperCase();
  let rest = 0;
  for (const character of plain.slice(4) + plain.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
};

const isPhone = (text: string): boolean => {
  const { length } = digitsOf(text);
  return length >= 8 && length <= 15;
};

const between = (text: string, expression: RegExp, holds: (found: string) => boolean = () => true) =>
  [...text.matchAll(expression)]
    .filter(([found]) => holds(found))
    .map(({ index, 0: found }) => ({ from: index, to: index + found.length }));

/** An IBAN in a sentence may look longer than it is: the words behind it are letters too. */
const ibansIn = (text: string) =>
  [...text.matchAll(IBAN)].flatMap(({ index, 0: found }) => {
    for (let end = found.length; end >= 15; end -= 1) {
      const part = found.slice(0, end);
      if (/[A-Za-z0-9]$/.test(part) && !/^[A-Za-z0-9]/.test(found.slice(end)) && isIban(part))
        return [{ from: index, to: index + end }];
    }
    return [];
  });

let re2: typeof RE2JS | undefined;
/** Loads what some filters need, before they look at anything. */
export const prepareFilters = async (filters: readonly ContentFilter[]): Promise<void> => {
  if (re2 === undefined && filters.some(({ kind }) => kind === 'pattern')) re2 = (await import('re2js')).RE2JS;
};

const PATTERNS_MAX = 500;
const patterns = new Map<string, RE2JS>();
/** Compiled once, for most requests of a key have the same. */
const patternOf = (text: string): RE2JS => {
  const known = patterns.get(text);
  if (known !== undefined) return known;
  if (patterns.size >= PATTERNS_MAX) patterns.clear();
  if (re2 === undefined) throw new Bug('nobody has prepared the filters');
  const made = re2.compile(text);
  patterns.set(text, made);
  return made;
};

/** By RE2, whose time is linear in the text whatever the pattern. What is empty is nothing found. */
const ofPattern = (text: string, pattern: string) => {
  const matcher = patternOf(pattern).matcher(text);
  const found: { from: number; to: number }[] = [];
  while (matcher.find()) if (matcher.end() > matcher.start()) found.push({ from: matcher.start(), to: matcher.end() });
  return found;
};

const foundBy = ({ kind, pattern = '' }: ContentFilter, text: string) => {
  switch (kind) {
    case 'email':
      return between(text, EMAIL);
    case 'phone':
      return between(text, PHONE, isPhone);
    case 'card':
      return between(text, CARD, isCard);
    case 'iban':
      return ibansIn(text);
    case 'pattern':
      return ofPattern(text, pattern);
  }
};

/** What filters find in a text. Pure. */
export const findFiltered = (text: string, filters: readonly ContentFilter[]): Match[] =>
  filters.flatMap((filter) =>
    foundBy(filter, text).map((match) => ({ ...match, kind: filter.kind, action: filter.action })),
  );
