import { z } from 'zod';

/** What signs somebody in, of a link that the machine made. */
export const LinkToken = z
  .string()
  .length(43)
  .regex(/^[\w-]{43}$/, 'must be what is behind the # of the link')
  .describe('What is behind the `#` of the link.');
export const A_LINK_TOKEN = 'AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGhIjKlMnOpQ';
