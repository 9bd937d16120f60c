import { Days } from '@gatehouse/shared/time/duration.ts';
import type { LockoutPolicy } from './billing-shapes.ts';

/**
 * `clear`: nothing is owed. `grace`: something is, and nothing is refused for it yet. `restricted`: the gate of AI models, texts and
 * new agents in the cloud are refused with 402 `wallet_locked`; never a door, an unlock, a pass, a push of members, or reading.
 */
export type Lockout = 'clear' | 'grace' | 'restricted';

/** What a lockout is judged by, all of the one who pays. Times in ms since 1970. */
export interface LockoutFacts {
  readonly balanceMicros: number;
  /** When the wallet was used up; null: it is not, or its owner does not pay by it. */
  readonly depletedAt: number | null;
  /** When the oldest open record was due; null: none is overdue. */
  readonly overdueSince: number | null;
  readonly policy: LockoutPolicy;
  readonly billingDisabled: boolean;
  /** A payment came in that nobody could match, and it may be theirs. */
  readonly mayHavePaid: boolean;
}
export interface LockoutState {
  readonly state: Lockout;
  /** What of it began first; null: nothing is owed. */
  readonly since: number | null;
  /** When it becomes, or became, `restricted`; null: it never does. */
  readonly restrictedAt: number | null;
}

const CLEAR: LockoutState = { state: 'clear', since: null, restrictedAt: null };

export const lockoutAt = (now: number, facts: LockoutFacts): LockoutState => {
  const { balanceMicros, depletedAt, overdueSince, policy, billingDisabled, mayHavePaid } = facts;
  if (billingDisabled || policy.mode === 'never') return CLEAR;
  const owed = [balanceMicros > 0 ? null : depletedAt, overdueSince].filter((at) => at !== null);
  if (owed.length === 0) return CLEAR;
  const since = Math.min(...owed);
  if (policy.mode === 'warn') return { state: 'grace', since, restrictedAt: null };
  const restrictedAt = since + Days(policy.graceDays);
  const isOver = now >= restrictedAt && !mayHavePaid;
  return { state: isOver ? 'restricted' : 'grace', since, restrictedAt };
};
