import {
  type CallersSession,
  type PlatformCaller,
  type PlatformGate,
  requireThemself,
} from '../users/platform-surface.ts';
import { usersFault } from '../users/users.faults.ts';
import type { User } from '../users/users.module.ts';
import { sessionsFault } from './sessions.faults.ts';

/** Whoever holds anything, wherever: for what is their own. */
export const ownGate = {
  needs: ['facility-staff', 'iam', 'admin', 'agent'],
  in: 'anywhere',
} as const satisfies PlatformGate;

/** The same of whoever is there for a while alone: who they are, and the way out. */
export const anybodyGate = { ...ownGate, needs: [...ownGate.needs, 'installer'] } as const satisfies PlatformGate;

/**
 * Who asks about their own ways to sign in. Throws while they act as somebody else: nobody makes themself a way into that; and
 * where only their organisation has said who they are.
 */
export const ownUser = (caller: Pick<PlatformCaller, 'user' | 'simulatedBy' | 'session'>): User => {
  requireThemself(caller);
  return unsimulated(caller);
};

const unsimulated = ({ user, simulatedBy }: Pick<PlatformCaller, 'user' | 'simulatedBy'>): User => {
  if (simulatedBy === undefined) return user;
  throw usersFault('acting_refused', 'x-simulated-user: sessions and passkeys are of who signs in: leave it out.');
};

/** The same of what a key cannot do: whoever took one would have a way in that outlives it. */
export const signedInUser = (
  caller: Pick<PlatformCaller, 'user' | 'simulatedBy' | 'session'>,
): { readonly user: User; readonly session: CallersSession } => {
  const { session } = caller;
  if (session === undefined) throw sessionsFault('session_needed', 'Sign in at the console to do this.');
  return { user: unsimulated(caller), session };
};
