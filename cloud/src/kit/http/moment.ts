import { z } from 'zod';

/** The last moment that ISO 8601 has with a year of four digits. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A moment as callers give it in a query or a body, in the years that an answer can say. */
export const Moment = z.iso
  .datetime({ offset: true, abort: true })
  .max(40)
  .refine((text) => Date.parse(text) >= 0 && Date.parse(text) <= LAST_MS, {
    error: 'must be in the years 1970 to 9999 of UTC',
  })
  .describe('ISO 8601 with `Z` or an offset (write its `+` as `%2B`).');
