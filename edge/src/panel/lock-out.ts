import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { Slot } from '../store/box-store.ts';

const WRONG_MAX = 5;
const WITHIN_MS = Minutes(15);
const LOCKED_FIRST_MS = Minutes(15);
const LOCKED_MOST_MS = Hours(8);
/** Without a wrong PIN for this long the next lock-out is a short one again. */
const REMEMBERED_MS = Hours(24);
const ALARM_AT = 10;
/** Whoever tries slowly enough not to be locked out: from so many in a day on, each wrong PIN locks. */
const A_DAY_MAX = 30;
const TRIES_KEPT = 100;

/** What is kept of wrong PINs. Times are of the monotonic clock of the run that `bootId` names. */
export const LockOutMemory = z.strictObject({
  tries: z.array(z.strictObject({ subject: z.string(), bootId: z.string(), monoMs: z.number() })),
  /** `by`: whose try it was that locked. */
  lock: z.strictObject({ by: z.string(), bootId: z.string(), fromMonoMs: z.number(), forMs: z.number() }).nullable(),
  /** How many lock-outs there were in a row: each is twice as long as the one before. */
  rounds: z.int().nonnegative(),
});
export type LockOutMemory = z.infer<typeof LockOutMemory>;

export type Try = { readonly outcome: 'may' } | { readonly outcome: 'locked_out'; readonly retryAfterSeconds: number };

export interface LockOut {
  /** Asks to try a PIN. The try is written down, as a wrong one, before anybody looks at the PIN. */
  begin(subject: string): Try;
  /** It was wrong. Returns how many more there may be. */
  wrong(): { readonly triesLeft: number };
  /** It was right: the tries under this name are forgiven, and no others. */
  right(subject: string): void;
  /** For how long the panel takes no PIN, in seconds; 0 while it does. */
  lockedForSeconds(): number;
}

/**
 * Five wrong PINs in fifteen minutes and thirty in a day, for the whole panel, whatever the names; then it is locked, and
 * twice as long each time. Tries side by side, a restart, and a clock that is set win nothing: a try counts before it is looked at, and time
 * counts only while the box runs. Whoever has a PIN of their own cannot wipe out tries at somebody else's.
 */
export const createLockOut = (deps: {
  readonly slot: Slot<LockOutMemory>;
  readonly bootId: string;
  readonly clock: Clock;
  /** Somebody is guessing: how many wrong tries are remembered by now. */
  readonly onAlarm: (tries: number) => void;
}): LockOut => {
  const { slot, bootId, clock } = deps;
  let { tries, lock, rounds }: LockOutMemory = slot.load() ?? { tries: [], lock: null, rounds: 0 };
  let alarmedAt = 0;

  /** Of another run it is only known that it was before this one. */
  const agoMs = (at: { readonly bootId: string; readonly monoMs: number }): number =>
    at.bootId === bootId ? clock.monoMs() - at.monoMs : clock.monoMs();
  const save = () => slot.keep({ tries, lock, rounds });
  const counting = () => tries.filter((one) => agoMs(one) < WITHIN_MS).length;
  const lockedMs = (): number =>
    lock === null ? 0 : Math.max(0, lock.forMs - agoMs({ bootId: lock.bootId, monoMs: lock.fromMonoMs }));
  const forget = () => {
    tries = tries.filter((one) => agoMs(one) < REMEMBERED_MS).slice(-TRIES_KEPT);
    if (tries.length === 0) rounds = 0;
  };
  const close = (by: string) => {
    const forMs = Math.min(LOCKED_MOST_MS, LOCKED_FIRST_MS * 2 ** Math.min(rounds, 10));
    lock = { by, bootId, fromMonoMs: clock.monoMs(), forMs };
    rounds++;
  };

  return {
    begin: (subject) => {
      const leftMs = lockedMs();
      if (leftMs > 0) return { outcome: 'locked_out', retryAfterSeconds: Math.ceil(leftMs / 1_000) };
      forget();
      tries.push({ subject, bootId, monoMs: clock.monoMs() });
      if (counting() >= WRONG_MAX || tries.length >= A_DAY_MAX) close(subject);
      save();
      return { outcome: 'may' };
    },
    wrong: () => {
      if (lockedMs() > 0 && tries.length >= ALARM_AT && tries.length > alarmedAt) {
        alarmedAt = tries.length;
        deps.onAlarm(tries.length);
      }
      return { triesLeft: lockedMs() > 0 ? 0 : Math.max(0, WRONG_MAX - counting()) };
    },
    right: (subject) => {
      tries = tries.filter((one) => one.subject !== subject);
      if (lock?.by === subject && lockedMs() > 0 && counting() < WRONG_MAX) {
        lock = null;
        rounds = Math.max(0, rounds - 1);
      }
      forget();
      alarmedAt = Math.min(alarmedAt, tries.length);
      save();
    },
    lockedForSeconds: () => Math.ceil(lockedMs() / 1_000),
  };
};
