import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { RefusedKey } from '../../kit/http/strangers.ts';
import { event, question } from '../../kit/modules/ports.ts';

/** Whose partner key this is or was, for the audit of a refusal. */
export const ownerOfPartnerKey = question<(key: string) => Promise<RefusedKey | undefined>>('users.ownerOfPartnerKey');

/** Somebody holds less than before. */
export const rightTaken = event<[tx: Tx, userId: string]>('users.rightTaken');

/** Somebody holds nothing any more, and is still a user. */
export const lastRightTaken = event<[tx: Tx, userId: string]>('users.lastRightTaken');

/** A user is deleted. */
export const userRemoved = event<[tx: Tx, userId: string]>('users.removed');

/** A browser in which somebody is signed in. Times in milliseconds since 1970. */
export interface SignedIn {
  readonly sessionId: string;
  readonly signedInBy: 'code' | 'passkey' | 'link' | 'pin' | 'organisation';
  readonly createdAt: number;
  readonly seenAt: number;
  readonly endsAt: number;
  readonly ip: string;
  readonly userAgent: string;
}

/** Where somebody is signed in now, the newest first. */
export type SessionsOf = (tx: Tx, userId: string) => Promise<readonly SignedIn[]>;
export const sessionsOf = question<SessionsOf>('users.sessionsOf');
