import { z } from 'zod';

/** RFC 5321 section 4.5.3.1: 64 before the at sign, 254 in all. */
const LENGTH_MAX = 254;
/** RFC 5322 `dot-atom` at a domain of two labels or more: no quotes, comments, display names or lists of addresses. */
const ADDRESS =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

const fits = (text: string): boolean => text.length <= LENGTH_MAX && text.indexOf('@') <= 64 && ADDRESS.test(text);

/** One address, of which nothing can be taken for a header, a second recipient or an option of a mailer. */
export const MailAddress = z
  .string()
  .refine(fits, 'must be one e-mail address, such as sam@example.com')
  .refine((text) => !text.startsWith('-'), 'must not begin with a hyphen');
