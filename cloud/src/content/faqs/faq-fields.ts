import { z } from 'zod';
import { localeField, ownerField, stampFields } from '../../platform/users/owned-surface.ts';

export const category = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters and digits, with single hyphens between them')
  .describe('What it is filed under: small letters, digits and hyphens.')
  .meta({ examples: ['opening-hours'] });
export const audience = z.enum(['staff', 'partner', 'public']).describe('Whom it is written for.');
export const state = z.enum(['draft', 'published']).describe('A draft is seen by those alone who may change it.');
const about = z
  .string()
  .max(90)
  .regex(/^(?:error:[a-z][a-z0-9_]*|page:[a-z0-9][a-z0-9/-]*)$/, 'must be error: and a code, or page: and its path');
export const fields = {
  category,
  locale: localeField,
  question: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .describe('The question.')
    .meta({ examples: ['May I bring a guest?'] }),
  answer: z
    .string()
    .trim()
    .min(1)
    .max(20_000)
    .describe('The answer, in Markdown without HTML.')
    .meta({ examples: ['Yes, **one** a visit: ask at the desk.'] }),
  audience,
  about: z
    .array(about)
    .max(20)
    .describe('Error codes (`error:relay_fault`) and pages of the consoles (`page:doors`) that it is shown beside.')
    .meta({ examples: [['error:relay_fault']] }),
  position: z
    .int()
    .min(0)
    .max(100_000)
    .describe('Where in a list it stands: the lowest is first.')
    .meta({ examples: [10] }),
  state,
};
export const Faq = z
  .object({
    faqId: z
      .string()
      .describe('The FAQ: `faq_` and 16 characters.')
      .meta({ examples: ['faq_0123456789abcdef'] }),
    organisationId: ownerField,
    ...fields,
    ...stampFields,
  })
  .meta({ id: 'Faq', description: 'A question that is asked often, and its answer.' });
