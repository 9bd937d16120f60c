import { z } from 'zod';

export const imageIdField = z
  .string()
  .regex(/^pim_[0-9a-z]{16}$/, 'must be the id of a picture that was sent')
  .describe('The picture, as sending it has answered.')
  .meta({ examples: ['pim_0123456789abcdef'] });
/** There is none without: whoever does not see the picture is told what it shows. */
export const imageTextField = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .describe('What the picture shows, in words, for whoever does not see it.')
  .meta({ examples: ['The weights by the window'] });
