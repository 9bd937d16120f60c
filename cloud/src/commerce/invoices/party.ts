import { z } from 'zod';
import { readVatId } from './vat-ids.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line');

/** A country by ISO 3166-1, such as `DE`. */
export const Country = z.string().regex(/^[A-Z]{2}$/, 'must be two capitals, such as DE');

/** Who supplies or is supplied, as documents name them. */
export const partyFields = {
  name: line(200),
  lines: z.array(line(100)).min(1).max(3),
  postcode: line(20).nullable().default(null),
  city: line(100),
  country: Country,
  vatId: line(30).nullable().default(null),
  email: z.email().max(254).nullable().default(null),
};

export interface Party {
  readonly name: string;
  /** Street and number, and what else there is above the city. */
  readonly lines: readonly string[];
  readonly postcode: string | null;
  readonly city: string;
  readonly country: string;
  readonly vatId: string | null;
  readonly email: string | null;
}

/** Puts the id for value-added tax into its right form, or says that it has none. */
export const checkVatId = <P extends Pick<Party, 'country' | 'vatId'>>(party: P): P | undefined => {
  if (party.vatId === null) return party;
  const vatId = readVatId(party.vatId, party.country);
  return vatId === undefined ? undefined : { ...party, vatId };
};
