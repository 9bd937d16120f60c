import { z } from 'zod';
import { sessionsFault } from './sessions.faults.ts';

export const SixDigits = z
  .string()
  .length(6)
  .regex(/^\d{6}$/, 'must be six digits');

const message = 'code: is not the one of the newest e-mail.';

/** What is answered to a code that is not the right one, for the document. */
export const WrongCode = {
  schema: z.object({
    error: z.literal('code_wrong'),
    message: z.string().describe('The same in words.'),
    triesLeft: z.int().describe('How many tries this code has left.'),
  }),
  example: { error: 'code_wrong', message, triesLeft: 4 },
};

export const wrongCode = (triesLeft: number) =>
  sessionsFault('code_wrong', message, { body: { error: 'code_wrong', message, triesLeft } });
