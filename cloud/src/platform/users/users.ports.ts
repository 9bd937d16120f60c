import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event } from '../../kit/modules/ports.ts';

/** A user is deleted. */
export const userRemoved = event<[tx: Tx, userId: string]>('users.removed');
