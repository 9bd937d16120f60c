import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event } from '../../kit/modules/ports.ts';

/** A person at a club has signed. */
export const cuaSigned = event<[tx: Tx, signatureId: string]>('club-user-agreements.signed');

/** What a person has signed is sealed: only the operator reads it any more. */
export const cuaRestricted = event<[tx: Tx, signatureId: string]>('club-user-agreements.restricted');

/** What a person has signed is on record by its hashes alone. */
export const cuaEvidenceGone = event<[tx: Tx, signatureId: string]>('club-user-agreements.evidenceGone');
