import type { PinVerifier } from '@gatehouse/shared/snapshot/entries.ts';
import { pinMatches } from '@gatehouse/shared/snapshot/pin.ts';
import type { PinTries } from './pin-tries.ts';

export type PinVerdict = 'right' | 'pin_wrong' | 'pin_locked_out';

/** Compared with where nobody is known: so that a number that nobody has takes as long as one that somebody has. */
const NOBODY: PinVerifier = { salt: 'AAAAAAAAAAAAAAAAAAAAAA==', key: Buffer.alloc(32).toString('base64') };

/**
 * Checks PINs, one at a time: each takes 16 MB for as long as it takes, so many readers at once would take the box's memory. Never
 * rejects: a try that cannot be written down does not count, and opens nothing.
 */
export const createPinCheck = (
  tries: PinTries,
): ((about: {
  readonly pin: string;
  readonly who: number | null;
  /** Undefined for whoever has no PIN, and for nobody. */
  readonly verifier: PinVerifier | undefined;
  readonly doorId: string;
}) => Promise<PinVerdict>) => {
  let last: Promise<unknown> = Promise.resolve();
  return async ({ pin, who, verifier, doorId }) => {
    if (!tries.begin(who, doorId)) return 'pin_locked_out';
    const checked = last.then(() => pinMatches(pin, verifier ?? NOBODY));
    last = checked.catch(() => undefined);
    const matches = await checked.catch(() => false);
    if (!matches || verifier === undefined || who === null) return 'pin_wrong';
    tries.right(who);
    return 'right';
  };
};
