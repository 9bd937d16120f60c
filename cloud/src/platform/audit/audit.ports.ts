import { question } from '../../kit/modules/ports.ts';
import type { Pseudonyms } from './audit-search.ts';

/** Whom targets in the audit stand for. */
export const namesOf = question<Pseudonyms['namesOf']>('audit.namesOf');
export const targetsOf = question<Pseudonyms['targetsOf']>('audit.targetsOf');
