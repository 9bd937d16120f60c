import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event } from '../../kit/modules/ports.ts';

/** A person at a club has signed. */
export const cuaSigned = event<[tx: Tx, signatureId: string]>('club-user-agreements.signed');
