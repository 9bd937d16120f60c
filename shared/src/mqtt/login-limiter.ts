import { networkOf } from '../net/network-of.ts';
import { type Clock, sleep } from '../time/clock.ts';
import { Milliseconds } from '../time/duration.ts';

export interface LoginLimiter {
  /** Counts a login that failed; resolves when it may be told so. */
  failed(address: string, clientId: string): Promise<void>;
}

const WINDOW_MS = 60_000;
const KEYS_MAX = 10_000;
/** Failures of a minute that cost nothing: of one client id, and of a whole network. */
const FREE_OF_A_CLIENT = 3;
const FREE_OF_A_NETWORK = 20;
const FIRST_MS = 250;
/** Below the time in which a connection has to log in. */
const LONGEST_MS = 3_000;

/**
 * Slows down who guesses, by address and client id, and keeps nobody out: a gym's boxes share its address with whoever is
 * on its guest network, and a login that is right is never asked how many were wrong.
 */
export const createLoginLimiter = (clock: Clock): LoginLimiter => {
  const failures = new Map<string, number[]>();
  const count = (key: string): number => {
    const now = clock.monoMs();
    const times = [...(failures.get(key) ?? []).filter((at) => at > now - WINDOW_MS), now].slice(
      -FREE_OF_A_NETWORK * 2,
    );
    failures.delete(key); // Back in as the youngest: the oldest entry is the one to forget when there are too many.
    failures.set(key, times);
    const [oldest] = failures.keys();
    if (failures.size > KEYS_MAX && oldest !== undefined) failures.delete(oldest);
    return times.length;
  };
  return {
    failed: async (address, clientId) => {
      const network = networkOf(address);
      const beyond = Math.max(
        count(JSON.stringify([network, clientId.slice(0, 64)])) - FREE_OF_A_CLIENT,
        count(network) - FREE_OF_A_NETWORK,
      );
      if (beyond > 0) await sleep(clock, Milliseconds(Math.min(LONGEST_MS, FIRST_MS * 2 ** (beyond - 1))));
    },
  };
};
