import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';

/** A step backwards beyond this, or a time this far before the floor, makes the wall clock untrusted. */
const BACKWARDS_MAX_MS = Minutes(2);
/** Steps beyond this are worth a fact. */
const STEP_MS = Seconds(2);
/** How near the cloud's time must be to vouch for ours, and how fresh its answer. */
const AGREES_WITHIN_MS = Seconds(2);
const LOOK_EVERY = Seconds(1);
const SAVE_EVERY = Minutes(1);

/** When now is: `fromMs` and `toMs` are the same where the time is known, by the wall clock or by the cloud's word. */
export interface PossibleTime {
  readonly trusted: boolean;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ClockTrust {
  /** Whether this box believes its wall clock. */
  trusted(): boolean;
  /** No moment before this one can be now. While the clock is not trusted it rises with the monotonic clock. */
  floorMs(): number;
  /**
   * Every time that it could be now, if the power was away for no longer than `longestOutage`. While the wall clock is not
   * trusted, what the cloud has said since counts, and the monotonic clock from then on.
   */
  interval(longestOutage: Duration): PossibleTime;
  /** The cloud's clock, heard over authenticated TLS in answer to something sent at `sentMonoMs`. */
  confirm(cloud: { readonly cloudWallMs: number; readonly sentMonoMs: number }): void;
  close(): void;
}

/**
 * Watches the wall clock against the monotonic one. While the clock is trusted the floor is the time; while it is not, the
 * floor grows by the time that is known to have passed, so that no number of power cuts makes it earlier than it is. It falls
 * only on the cloud's word.
 */
export const watchClock = (deps: {
  readonly clock: Clock;
  readonly floorMs: number;
  readonly saveFloor: (floorMs: number) => void;
  readonly onStep: (byMs: number) => void;
  /**
   * The machine came up with no clock that runs on a battery, or an earlier run of the agent was in doubt to its end: the time
   * is as good as none until something vouches for it.
   */
  readonly unproven?: boolean;
  /** Keeps whether there is a doubt that only somebody's word clears: a restart of the agent is nobody's. */
  readonly saveDoubt?: (doubted: boolean) => void;
  /** Whether a time server keeps the machine's clock. */
  readonly synchronised?: () => boolean;
}): ClockTrust => {
  const { clock, synchronised = () => false } = deps;
  let doubted = false;
  /** What the cloud has said since the wall clock lost its trust: how far its time is ahead of the monotonic clock. */
  let toldOffset: number | undefined;
  let floor = deps.floorMs;
  let floorMono = clock.monoMs();
  let offset = clock.wallMs() - clock.monoMs();

  const floorNow = () => floor + (clock.monoMs() - floorMono);
  const setFloor = (ms: number) => {
    [floor, floorMono] = [ms, clock.monoMs()];
  };
  const setDoubt = (now: boolean) => {
    if (doubted === now) return;
    doubted = now;
    deps.saveDoubt?.(now);
  };
  const look = () => {
    const nowOffset = clock.wallMs() - clock.monoMs();
    const stepMs = nowOffset - offset;
    offset = nowOffset;
    if (stepMs < -BACKWARDS_MAX_MS) {
      toldOffset = undefined;
      setDoubt(true);
    }
    if (Math.abs(stepMs) > STEP_MS) deps.onStep(Math.round(stepMs));
  };
  const trusted = () => {
    look();
    if (doubted && synchronised()) setDoubt(false);
    if (doubted || clock.wallMs() < floorNow() - BACKWARDS_MAX_MS) return false;
    toldOffset = undefined;
    setFloor(Math.max(floor, clock.wallMs()));
    return true;
  };

  /** The wall clock is another one. It is the cloud's word that counts, but for a small difference, or a time server's against it. */
  const contradicted = (cloudWallMs: number) => {
    if (trusted()) {
      if (Math.abs(clock.wallMs() - cloudWallMs) <= BACKWARDS_MAX_MS || synchronised()) return;
      setDoubt(true);
    }
    toldOffset = cloudWallMs - clock.monoMs();
    if (Math.abs(floorNow() - cloudWallMs) > AGREES_WITHIN_MS) deps.saveFloor(Math.round(cloudWallMs));
    setFloor(cloudWallMs);
  };
  setDoubt(deps.unproven ?? false);
  const looking = clock.every(LOOK_EVERY, trusted);
  const saving = clock.every(SAVE_EVERY, () => deps.saveFloor(Math.round(floorNow())));
  return {
    trusted,
    floorMs: floorNow,
    interval: (longestOutage) => {
      if (trusted()) return known(clock.wallMs());
      if (toldOffset !== undefined) return known(clock.monoMs() + toldOffset);
      const fromMs = floorNow();
      return { trusted: false, fromMs, toMs: fromMs + longestOutage };
    },
    confirm: ({ cloudWallMs, sentMonoMs }) => {
      if (clock.monoMs() - sentMonoMs > AGREES_WITHIN_MS) return;
      if (Math.abs(clock.wallMs() - cloudWallMs) > AGREES_WITHIN_MS) return contradicted(cloudWallMs);
      const wasTrusted = trusted();
      setDoubt(false);
      if (wasTrusted) return;
      setFloor(Math.min(clock.wallMs(), cloudWallMs));
      deps.saveFloor(Math.round(floor));
    },
    close: () => {
      looking.cancel();
      saving.cancel();
      deps.saveFloor(Math.round(floorNow()));
    },
  };
};

const known = (ms: number): PossibleTime => ({ trusted: true, fromMs: ms, toMs: ms });
