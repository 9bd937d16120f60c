import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';

/** A step backwards beyond this, or a time this far before the floor, makes the wall clock untrusted. */
const BACKWARDS_MAX_MS = Minutes(2);
/** Steps beyond this are worth a fact. */
const STEP_MS = Seconds(2);
/** How near the cloud's time must be to vouch for ours, and how fresh its answer. */
const AGREES_WITHIN_MS = Seconds(2);
const LOOK_EVERY = Seconds(1);
const SAVE_EVERY = Minutes(1);

export interface ClockTrust {
  /** Whether this box believes its wall clock. */
  trusted(): boolean;
  /** No moment before this one can be now. */
  floorMs(): number;
  /** The cloud's clock, heard over authenticated TLS in answer to something sent at `sentMonoMs`. */
  confirm(cloud: { readonly cloudWallMs: number; readonly sentMonoMs: number }): void;
  close(): void;
}

/**
 * Watches the wall clock against the monotonic one. The floor rises only while the clock is trusted, so that a clock
 * that ran ahead cannot poison it for good, and falls only on the cloud's word.
 */
export const watchClock = (deps: {
  readonly clock: Clock;
  readonly floorMs: number;
  readonly saveFloor: (floorMs: number) => void;
  readonly onStep: (byMs: number) => void;
}): ClockTrust => {
  const { clock } = deps;
  let floor = deps.floorMs;
  let steppedBack = false;
  let offset = clock.wallMs() - clock.monoMs();

  const look = () => {
    const nowOffset = clock.wallMs() - clock.monoMs();
    const stepMs = nowOffset - offset;
    offset = nowOffset;
    if (stepMs < -BACKWARDS_MAX_MS) steppedBack = true;
    if (Math.abs(stepMs) > STEP_MS) deps.onStep(Math.round(stepMs));
  };
  const trusted = () => {
    look();
    if (steppedBack || clock.wallMs() < floor - BACKWARDS_MAX_MS) return false;
    floor = Math.max(floor, clock.wallMs());
    return true;
  };

  const looking = clock.every(LOOK_EVERY, trusted);
  const saving = clock.every(SAVE_EVERY, () => deps.saveFloor(Math.round(floor)));
  return {
    trusted,
    floorMs: () => floor,
    confirm: ({ cloudWallMs, sentMonoMs }) => {
      const fresh = clock.monoMs() - sentMonoMs <= AGREES_WITHIN_MS;
      if (!fresh || Math.abs(clock.wallMs() - cloudWallMs) > AGREES_WITHIN_MS) return;
      const wasTrusted = trusted();
      steppedBack = false;
      if (wasTrusted) return;
      floor = Math.min(clock.wallMs(), cloudWallMs);
      deps.saveFloor(Math.round(floor));
    },
    close: () => {
      looking.cancel();
      saving.cancel();
      deps.saveFloor(Math.round(floor));
    },
  };
};
