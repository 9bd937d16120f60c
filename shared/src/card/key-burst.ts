/** What a key of a keypad is called, as on a telephone. */
export const KEYS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#'] as const;
export type Key = (typeof KEYS)[number];

/**
 * A key as keypads send it in the manner of a card: its number in 4 bits, or in 8, of which the first four are the last four
 * turned over. Undefined for bits that are no key.
 */
export const keyOfBits = (bits: string): Key | undefined => {
  const number = Number.parseInt(bits.slice(-4), 2);
  if (bits.length === 4) return KEYS[number];
  return bits.length === 8 && Number.parseInt(bits.slice(0, 4), 2) === 15 - number ? KEYS[number] : undefined;
};
