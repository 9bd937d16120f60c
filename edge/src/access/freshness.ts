import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { ClockTrust } from '../clock/clock-trust.ts';
import type { Slot } from '../store/box-store.ts';

/** The earliest time at which it can have been that the cloud last confirmed what the box has, in ms since 1970. */
export const ConfirmedAt = z.int();
/** For how long the agent has run since then, over all its runs, in ms: until the next time that it is written, at most. */
export const AgeMs = z.number().nonnegative();

/** Each confirmation costs a sync of the disk; one a minute is as good. */
const SAVE_EVERY_MS = Minutes(1);
const COUNT_EVERY = Hours(1);

export interface Freshness {
  /** Since the cloud last confirmed that the box has the newest, in ms; infinite where that is not known. */
  ageMs(): number;
  /** The cloud has just said so, in answer to something that was sent at `sentMonoMs`. */
  confirmed(sentMonoMs: number): void;
  /** There is nothing that could be confirmed. */
  forget(): void;
  close(): void;
}

/**
 * How old the snapshot is. Within a run only the monotonic clock counts, so that no step of the wall clock makes it older or
 * younger. Over a restart it is the time since the last confirmation that was written down; where the time is not known, for
 * how long the agent has run since then. It is never less than that.
 */
export const createFreshness = (deps: {
  readonly clock: Clock;
  readonly trust: Pick<ClockTrust, 'interval'>;
  readonly slot: Slot<number>;
  readonly ageSlot: Slot<number>;
  readonly longestOutage: () => Duration;
}): Freshness => {
  const { clock, trust, slot, ageSlot, longestOutage } = deps;
  /** On the monotonic clock. */
  let confirmedMono: number | undefined;
  let kept = slot.load();
  let keptAge = ageSlot.load();
  let savedMono = Number.NEGATIVE_INFINITY;

  const sinceKept = (): number => {
    if (kept === undefined) return Number.POSITIVE_INFINITY;
    const { trusted, toMs } = trust.interval(longestOutage());
    const elapsed = Math.max(0, toMs - kept);
    // An agent of an earlier release has counted nothing: the longest time that it can have been.
    keptAge ??= Math.max(0, elapsed - clock.monoMs());
    const ran = keptAge + clock.monoMs();
    return trusted ? Math.max(ran, elapsed) : ran;
  };
  const ageMs = () => (confirmedMono === undefined ? sinceKept() : clock.monoMs() - confirmedMono);
  /** `ahead`: until it is written again, for whatever may cut this run off. */
  const count = (ahead: number) => {
    const before = confirmedMono === undefined ? keptAge : -confirmedMono;
    if (before !== undefined) ageSlot.keep(before + clock.monoMs() + ahead);
  };
  const write = () => {
    if (confirmedMono === undefined) return;
    const { fromMs } = trust.interval(longestOutage());
    kept = Math.round(fromMs - (clock.monoMs() - confirmedMono));
    slot.keep(kept);
    count(COUNT_EVERY);
    savedMono = clock.monoMs();
  };
  const counting = clock.every(COUNT_EVERY, () => count(COUNT_EVERY));
  return {
    ageMs,
    confirmed: (sentMonoMs) => {
      const sent = Math.min(sentMonoMs, clock.monoMs());
      confirmedMono = Math.max(confirmedMono ?? Number.NEGATIVE_INFINITY, sent);
      if (clock.monoMs() - savedMono >= SAVE_EVERY_MS) write();
    },
    forget: () => {
      [confirmedMono, kept, keptAge] = [undefined, undefined, undefined];
      slot.clear();
      ageSlot.clear();
    },
    close: () => {
      counting.cancel();
      write();
      count(0);
    },
  };
};
