import { z } from 'zod';

const PIN_RULE = 'must have 6 to 12 digits';

/** A PIN as staff set it, of a person or of somebody of the staff. */
export const pin = z
  .string()
  .min(6, PIN_RULE)
  .max(12, PIN_RULE)
  .describe('6 to 12 digits, neither one digit over and over nor a straight count.');
