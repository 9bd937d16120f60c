import { z } from 'zod';

const ADDRESS = /^https:\/\/[^/?#@\s]+\/?$/;

/** The facility's network controller, as the box's own file names it: nobody else says where it is, or has its key. */
export const NetworkControllerSettings = z
  .strictObject({
    kind: z.literal('unifi'),
    url: z.string().max(300).regex(ADDRESS, 'must be https://host or https://host:port, and nothing after it'),
    /** A file with the API key, made in the controller for this. Read at each test. */
    keyFile: z.string().min(1).max(400),
    /** SHA-256 of the certificate that it has, for the one that it made itself. */
    fingerprint: z
      .string()
      .transform((text) => text.replaceAll(':', '').toLowerCase())
      .refine((text) => /^[0-9a-f]{64}$/.test(text), 'must be a SHA-256 fingerprint: 64 hexadecimal digits')
      .optional(),
    /** The authorities that its certificate may be of, PEM. */
    caFile: z.string().min(1).max(400).optional(),
  })
  .refine(({ fingerprint, caFile }) => (fingerprint === undefined) !== (caFile === undefined), {
    path: ['fingerprint'],
    error: 'or caFile must be given, one of the two: no certificate is taken on trust',
  });
export type NetworkControllerSettings = z.infer<typeof NetworkControllerSettings>;
