import type { Denied } from './decision.ts';
import { DENIED } from './decisions.ts';
import type { DenyReason } from './reasons.ts';

/** What came near to opening a door, as bits: a plan or window that is open at other times, a denied status, and so on. */
export const NEAR = { hours: 1, status: 2, ended: 4, suspended: 8, unmapped: 16 } as const;

/** The best explanation first: it opens at other times; the membership; the facility's own settings. */
export const NEAR_ORDER: readonly DenyReason[] = [
  'outside_hours',
  'status_denied',
  'plan_ended',
  'source_suspended',
  'scope_unmapped',
];

/** The best explanation of what came near, given as the complement of its bits. The lower the bit, the better. */
export const deniedFor = (near: number): Denied => {
  const bits = ~near;
  const best = bits & -bits;
  return best === 0 ? DENIED.no_grant : (BY_BIT[31 - Math.clz32(best)] as Denied);
};

const BY_BIT: readonly Denied[] = NEAR_ORDER.map((reason) => DENIED[reason]);
