import type { Ask } from './ask.ts';
import type { AccessPolicy } from './facility-facts.ts';

/** How much longer a box that does not know the time goes on deciding: counted with the age, so it is given once and not again. */
export const DOUBT_GRACE_S = 72 * 3_600;

/** Whether what is known is so old that only break-glass grants open. An age that is no number is too old. */
export const isExpired = (
  { expiredAfterS }: Pick<AccessPolicy, 'expiredAfterS'>,
  { snapshotAgeS, clock }: Pick<Ask, 'snapshotAgeS' | 'clock'>,
): boolean => !(snapshotAgeS <= expiredAfterS + (clock === 'uncertain' ? DOUBT_GRACE_S : 0));
