import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';

export type LeafMotion = 'shut' | 'opening' | 'open' | 'closing';

/** The leaf of a door: it swings at a steady pace, and a closer brings it back unless something props it. */
export interface Leaf {
  readonly motion: LeafMotion;
  /** From 0 (shut) to 1 (wide open), now. */
  readonly openness: number;
  /** Milliseconds until the swing under way ends; 0 at rest. */
  readonly remainingMs: number;
  readonly shut: boolean;
  /** Far enough out of the frame that the door contact has let go. */
  readonly ajar: boolean;
  readonly propped: boolean;
  /** Swings it open; the closer takes it back `hold` after it stands wide open. Never asks the lock: the door does. */
  open(hold: Duration): void;
  close(): void;
  prop(): void;
  unprop(): void;
}

export interface LeafTiming {
  readonly openTravel: Duration;
  readonly closeTravel: Duration;
  readonly closerDelay: Duration;
}

export interface LeafDeps {
  readonly clock: Clock;
  readonly timing: LeafTiming;
  readonly onChange: () => void;
}

/** The magnet of a door contact lets go about 5 % into the swing. */
const AJAR_FROM = 0.05;

export const createLeaf = ({ clock, timing, onChange }: LeafDeps): Leaf => {
  let motion: LeafMotion = 'shut';
  let propped = false;
  let ajar = false;
  let swing = { from: 0, to: 0, startMs: 0, durationMs: 0 };
  let hold = timing.closerDelay;
  let timers: Timer[] = [];

  const openness = () => {
    const done = swing.durationMs === 0 ? 1 : Math.min(1, (clock.monoMs() - swing.startMs) / swing.durationMs);
    return swing.from + (swing.to - swing.from) * done;
  };
  const later = (ms: number, run: () => void) => {
    timers.push(clock.after(Milliseconds(ms), run));
  };
  const stop = () => {
    for (const timer of timers) timer.cancel();
    timers = [];
  };
  const start = (to: 0 | 1, fullTravel: Duration) => {
    const from = openness();
    stop();
    swing = { from, to, startMs: clock.monoMs(), durationMs: Math.abs(to - from) * fullTravel };
    motion = to === 1 ? 'opening' : 'closing';
    if ((to === 1) !== ajar)
      later(Math.abs(AJAR_FROM - from) * fullTravel, () => {
        ajar = to === 1;
        onChange();
      });
    later(swing.durationMs, arrive);
    onChange();
  };
  const arrive = () => {
    stop();
    swing = { from: swing.to, to: swing.to, startMs: clock.monoMs(), durationMs: 0 };
    motion = swing.to === 1 ? 'open' : 'shut';
    ajar = swing.to === 1;
    if (motion === 'open') waitForCloser();
    onChange();
  };
  const waitForCloser = () => {
    stop();
    if (!propped) later(hold, close);
  };
  const close = () => {
    propped = false;
    if (motion === 'shut' || motion === 'closing') return;
    start(0, timing.closeTravel);
  };

  return {
    get motion() {
      return motion;
    },
    get openness() {
      return openness();
    },
    get remainingMs() {
      return Math.max(0, swing.startMs + swing.durationMs - clock.monoMs());
    },
    get shut() {
      return motion === 'shut';
    },
    get ajar() {
      return ajar;
    },
    get propped() {
      return propped;
    },
    open: (holdOpen) => {
      hold = holdOpen;
      if (motion === 'open') waitForCloser();
      else if (motion !== 'opening') start(1, timing.openTravel);
    },
    close,
    prop: () => {
      propped = true;
      if (motion === 'closing') start(1, timing.openTravel);
      else if (motion === 'open') waitForCloser();
      onChange();
    },
    unprop: () => {
      propped = false;
      if (motion === 'open') waitForCloser();
      onChange();
    },
  };
};
