/** What is kept of an address. One that did not fit has `address_line_1` only. */
export type Address = Readonly<Record<string, string>>;

const MEMBERS: ReadonlySet<string> = new Set([
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'postal_code',
  'country',
  'country_name',
]);
/** More characters than this, over all values, are no address. */
export const ADDRESS_LENGTH_MAX = 30_000;
const ALPHA_2 = /^[A-Z]{2}$/;

/**
 * An address as it is stored. One of the documented shape is kept: some of its members, each a text, `country` two
 * capital letters; `null` members are left out, as ones that were not sent. Anything else is not refused: every value in it, however deep and of
 * whatever type, is written into `address_line_1`, in the order of the JSON, twice if it was there twice.
 */
export const keepAddress = (sent: unknown): Address => {
  const fitting = asDocumented(sent);
  if (fitting !== undefined) return fitting;
  const parts: string[] = [];
  collect(sent, parts);
  return { address_line_1: parts.join(', ') };
};

/** Characters that would be kept of an address, with what joins its values. */
export const lengthOfAddress = (sent: unknown): number => {
  if (sent === null || sent === undefined || sent === '') return 0;
  if (typeof sent === 'object')
    return Object.values(sent).reduce((total: number, inner) => total + lengthOfAddress(inner), 0);
  return String(sent).length + 2;
};

const asDocumented = (sent: unknown): Address | undefined => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (!MEMBERS.has(name)) return undefined;
    if (value === null) continue;
    if (typeof value !== 'string' || (name === 'country' && !ALPHA_2.test(value))) return undefined;
    kept[name] = value;
  }
  return kept;
};

/** Texts without a character and nulls say nothing, so there is nothing of them to keep. */
const collect = (value: unknown, into: string[]): void => {
  if (value === null || value === undefined || value === '') return;
  if (typeof value === 'object') for (const inner of Object.values(value)) collect(inner, into);
  else into.push(String(value));
};
