import { z } from 'zod';
import { type RandomBytes, systemRandom } from './random.ts';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const LENGTH = 16;

/** One line per entity: the brand, the parser, the error text and the OpenAPI component share it. */
export const idOf = <const Prefix extends string, const Name extends string>(prefix: Prefix, name: Name) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-z]{${LENGTH}}$`), {
      error: `must look like ${prefix}_ and ${LENGTH} characters`,
    })
    .meta({ id: name, examples: [`${prefix}_0123456789abcdef`] })
    .brand<Name>(); // Keep last: the brand is lost from the type if another call follows it.

/** Milliseconds since 1970 in base 36: enough until the year 2059. */
const MOMENT_LENGTH = 8;
const momentOf = (nowMs: number): string =>
  Math.max(0, Math.floor(nowMs)).toString(36).padStart(MOMENT_LENGTH, '0').slice(-MOMENT_LENGTH);

/** No id that was made since then with `nowMs` comes before it, and none that was made before comes after. */
export const firstIdSince = (prefix: string, ms: number): string => `${prefix}_${momentOf(ms)}`;

/**
 * `<prefix>_` and 16 characters of lower-case base 36, unbiased (82 bits). With `nowMs` the first eight say when (41 bits
 * are left): for what is stored by the thousand, since a database appends keys of one moment side by side to its index,
 * where random ones touch a page each. Ids are names, not secrets.
 */
export const randomId = (prefix: string, random: RandomBytes = systemRandom, nowMs?: number): string => {
  let id = nowMs === undefined ? '' : momentOf(nowMs);
  while (id.length < LENGTH)
    for (const byte of random(24)) if (byte < 252 && id.length < LENGTH) id += ALPHABET[byte % 36];
  return `${prefix}_${id}`;
};
