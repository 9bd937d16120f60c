import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event } from '../../kit/modules/ports.ts';

/** A club has signed. */
export const agreementSigned = event<[tx: Tx, signatureId: string]>('agreements.signed');
