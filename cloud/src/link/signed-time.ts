import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import type { SignedTime } from '@gatehouse/shared/wire/device-api.ts';
import { type SigningKey, signJws } from '@gatehouse/shared/wire/jws.ts';

/** Time servers move a clock by less. */
const STEP_MAX_MS = Minutes(2);
/** So long after a step somebody has noticed, if it was a mistake. */
const BELIEVED_AFTER_MS = Hours(24);

/**
 * What time it is, signed for one box's nonce with the key that signs commands. Boxes never again believe an earlier time than
 * one that was signed: so after a step of this machine's clock nothing is signed, until it is undone or a day has passed.
 */
export const createSignedTime = ({
  clock,
  signingKey,
}: {
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  readonly signingKey: SigningKey;
}): ((nonce: string) => string | undefined) => {
  let usualMs = clock.wallMs() - clock.monoMs();
  let steppedMonoMs: number | undefined;
  const isSure = (): boolean => {
    const aheadMs = clock.wallMs() - clock.monoMs();
    if (Math.abs(aheadMs - usualMs) <= STEP_MAX_MS) {
      steppedMonoMs = undefined;
      return true;
    }
    steppedMonoMs ??= clock.monoMs();
    if (clock.monoMs() - steppedMonoMs < BELIEVED_AFTER_MS) return false;
    usualMs = aheadMs;
    return true;
  };
  return (nonce) => {
    if (!isSure()) return undefined;
    const said: SignedTime = { v: 1, says: 'time', nonce, wallMs: Math.round(clock.wallMs()) };
    return signJws(said, signingKey);
  };
};
