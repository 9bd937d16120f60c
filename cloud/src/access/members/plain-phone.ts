import { getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/min';

/** What the library knows of a country's numbers; its types leave the prefix out. */
interface NumberingPlan {
  possibleLengths(): readonly number[];
  nationalPrefixForParsing(): string | undefined;
}

/** Of the countries that share a calling code. */
interface CallingCode {
  /** Digits behind the code that are possible in every one of them. */
  readonly lengths: ReadonlySet<number>;
  /** How numbers begin that one of them writes differently at home, such as with a leading 0. */
  readonly prefixes: readonly RegExp[];
}

/** Calling codes have one to three digits, and none begins with another one. */
const CODE_DIGITS_MAX = 3;

let codes: ReadonlyMap<string, CallingCode> | undefined;

/**
 * Whether a plus and digits are a possible number as they stand, in whichever country that shares the calling code. Says no
 * where the library has to look closer: it takes the number apart, at fifty times the cost.
 */
export const isPlainNumber = (e164: string): boolean => {
  codes ??= readCodes();
  for (let end = 2; end <= 1 + CODE_DIGITS_MAX; end++) {
    const code = codes.get(e164.slice(1, end));
    if (code === undefined) continue;
    const national = e164.slice(end);
    return code.lengths.has(national.length) && !code.prefixes.some((prefix) => prefix.test(national));
  }
  return false;
};

const readCodes = (): ReadonlyMap<string, CallingCode> => {
  const found = new Map<string, CallingCode>();
  for (const country of getCountries()) {
    const metadata = new Metadata();
    metadata.selectNumberingPlan(country);
    const plan = metadata.numberingPlan as unknown as NumberingPlan;
    const lengths = new Set(plan.possibleLengths());
    const prefix = plan.nationalPrefixForParsing();
    const known = found.get(getCountryCallingCode(country));
    found.set(getCountryCallingCode(country), {
      lengths: known === undefined ? lengths : known.lengths.intersection(lengths),
      prefixes: [...(known?.prefixes ?? []), ...(prefix ? [new RegExp(`^(?:${prefix})`)] : [])],
    });
  }
  return found;
};
