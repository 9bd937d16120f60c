import { z } from 'zod';

const Authorities = z.object({ authorities: z.array(z.object({ certificate: z.string() })).min(1) });

/** What a phone or a device on a facility's LAN is to trust, as one PEM file, of the answer of the cloud's `authority`. */
export const authoritiesPem = (answer: unknown): string =>
  Authorities.parse(answer)
    .authorities.map(({ certificate }) => certificate)
    .join('');
