import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { ClockTrust } from '../clock/clock-trust.ts';
import type { Slot } from '../store/box-store.ts';

/** The earliest time at which it can have been that the cloud last confirmed what the box has, in ms since 1970. */
export const ConfirmedAt = z.int();

/** Each confirmation costs a sync of the disk; one a minute is as good. */
const SAVE_EVERY_MS = Minutes(1);

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
 * younger. Over a restart it is the time since the last confirmation that was written down; where the clock is uncertain, the
 * longest time that it can have been.
 */
export const createFreshness = (deps: {
  readonly clock: Clock;
  readonly trust: Pick<ClockTrust, 'interval'>;
  readonly slot: Slot<number>;
  readonly longestOutage: () => Duration;
}): Freshness => {
  const { clock, trust, slot, longestOutage } = deps;
  /** On the monotonic clock. */
  let confirmedMono: number | undefined;
  let kept = slot.load();
  let savedMono = Number.NEGATIVE_INFINITY;
  /** The age by what the last run wrote down, at the start of this one; only ever corrected to a smaller one. */
  let atStart = Number.POSITIVE_INFINITY;

  /** An uncertain clock that becomes a trusted one says better how long the box was off. */
  const sinceKept = (): number => {
    if (kept === undefined) return Number.POSITIVE_INFINITY;
    const { trusted, toMs } = trust.interval(longestOutage());
    const elapsed = toMs - kept;
    const now = elapsed >= 0 || !trusted ? Math.max(0, elapsed) : longestOutage(); // A time from the future says nothing.
    atStart = Math.min(atStart, Math.max(0, now - clock.monoMs()));
    return atStart + clock.monoMs();
  };
  const write = () => {
    if (confirmedMono === undefined) return;
    const { fromMs } = trust.interval(longestOutage());
    kept = Math.round(fromMs - (clock.monoMs() - confirmedMono));
    slot.keep(kept);
    savedMono = clock.monoMs();
  };
  return {
    ageMs: () => (confirmedMono === undefined ? sinceKept() : clock.monoMs() - confirmedMono),
    confirmed: (sentMonoMs) => {
      const sent = Math.min(sentMonoMs, clock.monoMs());
      confirmedMono = Math.max(confirmedMono ?? Number.NEGATIVE_INFINITY, sent);
      if (clock.monoMs() - savedMono >= SAVE_EVERY_MS) write();
    },
    forget: () => {
      [confirmedMono, kept, atStart] = [undefined, undefined, Number.POSITIVE_INFINITY];
      slot.clear();
    },
    close: write,
  };
};
