import { createHash } from 'node:crypto';
import { PERSON_MAGIC } from '@gatehouse/shared/access/layout.ts';
import type { EntriesDeps } from './entries-of.ts';

/**
 * What makes entries what they are, beside what is stored of a facility: the form of the records, the time-zone tables, and
 * the keys that passes are signed with. Where a head was made by something else, everybody is made anew.
 */
export const madeBy = ({ zones, ports }: Pick<EntriesDeps, 'zones' | 'ports'>): string =>
  createHash('sha256')
    .update(JSON.stringify([PERSON_MAGIC, zones.hash, ports.passKeys()]))
    .digest('hex');
