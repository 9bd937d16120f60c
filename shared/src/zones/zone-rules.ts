import { dateOfDays } from './civil-days.ts';
import { type Footer, footerTransitions, parseFooter, type Transition } from './footer.ts';
import { ZonesError } from './zones-error.ts';

/** All that a zone does: the offset before the first transition, the transitions, and what goes on after the last. */
export interface ZoneRules {
  readonly first: number;
  readonly transitions: readonly Transition[];
  readonly footer: Footer;
  /** The footer as it was written. */
  readonly footerText: string;
}

/** No place on earth was ever further from Greenwich; RFC 9636 allows it. */
const OFFSET_MAX = 26 * 3_600;
/** 0001-01-01 and 9999-12-31: nobody has rules outside, and the tables stay small. */
const INSTANT_MIN = -62_135_596_800;
const INSTANT_MAX = 253_402_300_799;

/**
 * Writes the rules of a zone as one line: `<offset> <instant> <offset> <instant> <offset>;<footer>`, whole seconds all.
 * For Kathmandu: `20476 -1577943676 19800 504901800 20700;<+0545>-5:45`.
 */
export const formatRules = ({ first, transitions, footerText }: Omit<ZoneRules, 'footer'>): string =>
  `${[first, ...transitions.flatMap(({ at, offset }) => [at, offset])].join(' ')};${footerText}`;

/** Reads what `formatRules` writes. Throws a `ZonesError` that says what is wrong. */
export const parseRules = (text: string): ZoneRules => {
  const [numbers = '', footerText = '', ...more] = text.split(';');
  if (more.length > 0 || !/^-?\d{1,12}( -?\d{1,12} -?\d{1,12})*$/.test(numbers)) fail('it is not written as rules are');
  const footer = parseFooter(footerText) ?? fail(`${JSON.stringify(footerText)} is not a footer`);
  const [first = 0, ...rest] = numbers.split(' ').map(Number);
  if (!(Math.abs(first) <= OFFSET_MAX)) fail(`offset ${first} is more than 26 hours`);
  const transitions: Transition[] = [];
  let before = { at: INSTANT_MIN - 1, offset: first };
  for (let i = 0; i < rest.length; i += 2) {
    const next = { at: rest[i] ?? 0, offset: rest[i + 1] ?? 0 };
    if (Math.abs(next.offset) > OFFSET_MAX) fail(`offset ${next.offset} is more than 26 hours`);
    if (next.at < INSTANT_MIN || next.at > INSTANT_MAX) fail(`transition ${next.at} is not in the years 1 to 9999`);
    if (next.at <= before.at) fail(`transition ${next.at} is not after ${before.at}`);
    if (next.offset === before.offset) fail(`transition ${next.at} changes nothing`);
    transitions.push(next);
    before = next;
  }
  requireContinuation(footer, transitions.length === 0 ? undefined : before, first);
  return { first, transitions, footer, footerText };
};

/** The footer must go on from where the transitions end (RFC 9636, 3.3), else the two say different things about one instant. */
const requireContinuation = (footer: Footer, last: Transition | undefined, first: number): void => {
  if (last === undefined) {
    if (footer.daylight !== undefined) fail('its footer changes the clocks, and no transition says from when');
    if (footer.standard !== first) fail(`its footer says ${footer.standard}, its offset is ${first}`);
    return;
  }
  const expected = footerOffsetAt(footer, last.at);
  if (expected !== last.offset) fail(`its footer says ${expected} at ${last.at}, its last transition ${last.offset}`);
};

/** What a footer alone says about an instant. */
export const footerOffsetAt = (footer: Footer, epochS: number): number => {
  const { year } = dateOfDays(Math.floor(epochS / 86_400));
  const before = footerTransitions(footer, year - 2, year + 1).findLast(({ at }) => at <= epochS);
  return before?.offset ?? footer.standard;
};

const fail = (problem: string): never => {
  throw new ZonesError([problem]);
};
