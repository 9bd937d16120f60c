import type { Denied } from './decision.ts';
import { DENIED } from './decisions.ts';

/** What came near to opening a door, as bits: a plan or window that is open at other times, a denied status, and so on. */
export const NEAR = { hours: 1, status: 2, ended: 4, suspended: 8, unmapped: 16 } as const;

/** The best explanation of what came near, given as the complement of its bits: it opens at other times; the membership; the facility's own settings. */
export const deniedFor = (near: number): Denied => {
  if ((~near & NEAR.hours) !== 0) return DENIED.outside_hours;
  if ((~near & NEAR.status) !== 0) return DENIED.status_denied;
  if ((~near & NEAR.ended) !== 0) return DENIED.plan_ended;
  if ((~near & NEAR.suspended) !== 0) return DENIED.source_suspended;
  return (~near & NEAR.unmapped) !== 0 ? DENIED.scope_unmapped : DENIED.no_grant;
};
