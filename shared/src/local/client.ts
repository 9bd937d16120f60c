import { z } from 'zod';

/** What a client of the box's own broker is, and so what it may do. */
export const LocalKind = z.enum(['controller', 'reader', 'sensor', 'observer']);
export type LocalKind = z.infer<typeof LocalKind>;

/** The name of a client: its user name at the broker, and a part of its topics. */
export const LocalName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens, 40 at most');
