import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event } from '../../kit/modules/ports.ts';

/** Somebody holds nothing any more, and is still a user. */
export const lastRightTaken = event<[tx: Tx, userId: string]>('users.lastRightTaken');

/** A user is deleted. */
export const userRemoved = event<[tx: Tx, userId: string]>('users.removed');
