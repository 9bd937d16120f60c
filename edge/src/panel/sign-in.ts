import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Db } from '../store/database.ts';

const WRONG_MAX = 5;
const WITHIN_MS = Minutes(15);

export type SignIn =
  | { readonly outcome: 'in' }
  | { readonly outcome: 'wrong'; readonly triesLeft: number }
  | { readonly outcome: 'locked_out'; readonly retryAfterSeconds: number };

/**
 * Lets a PIN be tried, five wrong ones in fifteen minutes for the whole panel. Every try is written down before it is
 * looked at, so that tries side by side, or a restart, win nothing. Time is counted on the monotonic clock while the
 * box runs: setting its clock forward, or switching it off for a while, does not help either.
 */
export const createSignIn = (deps: {
  readonly db: Db;
  readonly bootId: string;
  readonly clock: Clock;
  readonly matches: (pin: string) => Promise<boolean>;
}): ((pin: string) => Promise<SignIn>) => {
  const { db, bootId, clock, matches } = deps;
  const add = db.prepare('INSERT INTO sign_in_failure (boot_id, mono_ms) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM sign_in_failure WHERE id = ?');
  const clear = db.prepare('DELETE FROM sign_in_failure');
  const all = db.prepare<[], { id: number; boot_id: string; mono_ms: number }>('SELECT * FROM sign_in_failure');

  /** How much longer each failure counts, in ms, longest first. Forgets those that no longer do. */
  const counting = (): number[] => {
    const left: number[] = [];
    for (const { id, boot_id, mono_ms } of all.all()) {
      const ageMs = boot_id === bootId ? clock.monoMs() - mono_ms : clock.monoMs();
      if (ageMs >= WITHIN_MS) remove.run(id);
      else left.push(WITHIN_MS - ageMs);
    }
    return left.sort((a, b) => b - a);
  };

  return async (pin) => {
    const before = counting();
    const untilFree = before[WRONG_MAX - 1];
    if (untilFree !== undefined) return { outcome: 'locked_out', retryAfterSeconds: Math.ceil(untilFree / 1_000) };
    add.run(bootId, clock.monoMs());
    if (!(await matches(pin))) return { outcome: 'wrong', triesLeft: WRONG_MAX - 1 - before.length };
    clear.run();
    return { outcome: 'in' };
  };
};
