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

/** `<prefix>_` and 16 characters of lower-case base 36, unbiased (82 bits). */
export const randomId = (prefix: string, random: RandomBytes = systemRandom): string => {
  let id = '';
  while (id.length < LENGTH)
    for (const byte of random(24)) if (byte < 252 && id.length < LENGTH) id += ALPHABET[byte % 36];
  return `${prefix}_${id}`;
};
