import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';

/** A step beyond this, or a time this far before the floor, makes the wall clock untrusted. */
const STEP_MAX_MS = Minutes(2);
/** Steps beyond this are worth a fact. */
const STEP_MS = Seconds(2);
/** How near the cloud's time must be to vouch for ours, and how fresh its answer. */
const AGREES_WITHIN_MS = Seconds(2);
/** How long an answer that is signed may have taken: it says a time that has certainly been reached. */
const SIGNED_WITHIN_MS = Seconds(10);
const LOOK_EVERY = Seconds(1);
const SAVE_EVERY = Minutes(1);

/** When now is: `fromMs` and `toMs` are the same where the time is known, by the wall clock or by the cloud's word. */
export interface PossibleTime {
  readonly trusted: boolean;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The cloud's clock, in answer to something sent at `sentMonoMs`. */
export interface CloudWord {
  readonly cloudWallMs: number;
  readonly sentMonoMs: number;
}

/** What is kept of the times that the cloud has signed. */
export interface SignedMemory {
  /** The latest of them: no time before it is believed again, whoever says it. */
  readonly floorMs: number;
  /** Such a time spoke against the wall clock, and nothing has vouched for that since: a time server's word does not. */
  readonly contradicted: boolean;
}

export interface ClockTrust {
  /** Whether this box believes its wall clock. */
  trusted(): boolean;
  /** Whether the time is known, by the wall clock or by the cloud's word. */
  known(): boolean;
  /** The time, as well as it is known: the wall clock's unless the cloud's word counts instead. */
  nowMs(): number;
  /** The time by what the cloud has signed, while the wall clock has another one. */
  signedMs(): number | undefined;
  /** No moment before this one can be now. While the clock is not trusted it rises with the monotonic clock. */
  floorMs(): number;
  /**
   * Every time that it could be now, if the power was away for no longer than `longestOutage`. While the wall clock is not
   * trusted, what the cloud has said since counts, and the monotonic clock from then on.
   */
  interval(longestOutage: Duration): PossibleTime;
  /** Whether the cloud says about the time that this box has, or a time server is to be believed rather than it. */
  agrees(word: CloudWord): boolean;
  /** The cloud's clock, heard over authenticated TLS. */
  confirm(word: CloudWord): void;
  /** The cloud's clock, signed in answer to this box. `false`, and nothing changes, where it came late or lies before an earlier one. */
  confirmSigned(word: CloudWord): boolean;
  /** This box belongs to another cloud's facility now: what the last one signed counts no more. */
  forgetSigned(): void;
  close(): void;
}

/**
 * Watches the wall clock against the monotonic one. While the clock is trusted the floor is the time; while it is not, the
 * floor grows by the time that is known to have passed, so that no number of power cuts makes it earlier than it is. It falls
 * only on the cloud's word, and never below what the cloud has signed.
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
  readonly signed?: SignedMemory | undefined;
  readonly saveSigned?: (signed: SignedMemory) => void;
  /** Whether a time server keeps the machine's clock. */
  readonly synchronised?: () => boolean;
}): ClockTrust => {
  const { clock, synchronised = () => false } = deps;
  let doubted = false;
  /** What the cloud has said since the wall clock lost its trust: how far its time is ahead of the monotonic clock. */
  let told: { readonly offsetMs: number; readonly signed: boolean } | undefined;
  let signed: SignedMemory = deps.signed ?? { floorMs: 0, contradicted: false };
  let floor = Math.max(deps.floorMs, signed.floorMs);
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
  const setSigned = (now: SignedMemory) => {
    if (now.floorMs === signed.floorMs && now.contradicted === signed.contradicted) return;
    signed = now;
    deps.saveSigned?.(now);
  };
  const toldMs = () => (told === undefined ? undefined : clock.monoMs() + told.offsetMs);
  const isNear = (ms: number | undefined, withinMs: number) =>
    ms !== undefined && Math.abs(clock.wallMs() - ms) <= withinMs;
  const vouch = () => {
    setSigned({ ...signed, contradicted: false });
    setDoubt(false);
  };
  const look = () => {
    const nowOffset = clock.wallMs() - clock.monoMs();
    const stepMs = nowOffset - offset;
    offset = nowOffset;
    // To the time that the cloud has signed somebody has set it right. Any other step may be a sleep of the machine, too.
    if (told?.signed && isNear(toldMs(), STEP_MAX_MS)) vouch();
    else if (Math.abs(stepMs) > STEP_MAX_MS) {
      told = undefined;
      setDoubt(true);
    }
    if (Math.abs(stepMs) > STEP_MS) deps.onStep(Math.round(stepMs));
  };
  const trusted = () => {
    look();
    if (doubted && !signed.contradicted && synchronised()) setDoubt(false);
    if (doubted || clock.wallMs() < floorNow() - STEP_MAX_MS) return false;
    told = undefined;
    setFloor(Math.max(floor, clock.wallMs()));
    return true;
  };
  /** From now on the cloud's word counts in the wall clock's place. */
  const believe = (cloudWallMs: number, isSigned: boolean) => {
    setDoubt(true);
    told = { offsetMs: cloudWallMs - clock.monoMs(), signed: isSigned };
    if (Math.abs(floorNow() - cloudWallMs) > AGREES_WITHIN_MS) deps.saveFloor(Math.round(cloudWallMs));
    setFloor(cloudWallMs);
  };
  /** The wall clock and the cloud have the same time. */
  const agreed = (cloudWallMs: number) => {
    const wasTrusted = trusted();
    vouch();
    if (wasTrusted) return;
    setFloor(Math.min(clock.wallMs(), cloudWallMs));
    deps.saveFloor(Math.round(floor));
  };

  setDoubt((deps.unproven ?? false) || signed.contradicted);
  const looking = clock.every(LOOK_EVERY, trusted);
  const saving = clock.every(SAVE_EVERY, () => deps.saveFloor(Math.round(floorNow())));
  return {
    trusted,
    known: () => trusted() || told !== undefined,
    nowMs: () => (trusted() ? clock.wallMs() : (toldMs() ?? clock.wallMs())),
    signedMs: () => (!trusted() && told?.signed ? toldMs() : undefined),
    floorMs: floorNow,
    interval: (longestOutage) => {
      if (trusted()) return known(clock.wallMs());
      const byCloud = toldMs();
      if (byCloud !== undefined) return known(byCloud);
      const fromMs = floorNow();
      return { trusted: false, fromMs, toMs: fromMs + longestOutage };
    },
    agrees: ({ cloudWallMs }) => {
      if (trusted()) return isNear(cloudWallMs, STEP_MAX_MS) || synchronised();
      return isNear(cloudWallMs, AGREES_WITHIN_MS) || Math.abs((toldMs() ?? Number.NaN) - cloudWallMs) <= STEP_MAX_MS;
    },
    confirm: ({ cloudWallMs, sentMonoMs }) => {
      if (clock.monoMs() - sentMonoMs > AGREES_WITHIN_MS || cloudWallMs < signed.floorMs - AGREES_WITHIN_MS) return;
      if (isNear(cloudWallMs, AGREES_WITHIN_MS)) return agreed(cloudWallMs);
      // Another time than the wall clock's counts, but for a small difference, or a time server's or a signature's against it.
      if (trusted() && (isNear(cloudWallMs, STEP_MAX_MS) || synchronised())) return;
      if (told?.signed !== true) believe(cloudWallMs, false);
    },
    confirmSigned: ({ cloudWallMs, sentMonoMs }) => {
      if (clock.monoMs() - sentMonoMs > SIGNED_WITHIN_MS || cloudWallMs < signed.floorMs) return false;
      const same = isNear(cloudWallMs, STEP_MAX_MS);
      setSigned({ floorMs: cloudWallMs, contradicted: !same });
      if (same) agreed(cloudWallMs);
      else believe(cloudWallMs, true);
      return true;
    },
    forgetSigned: () => setSigned({ ...signed, floorMs: 0 }),
    close: () => {
      looking.cancel();
      saving.cancel();
      deps.saveFloor(Math.round(floorNow()));
    },
  };
};

const known = (ms: number): PossibleTime => ({ trusted: true, fromMs: ms, toMs: ms });
