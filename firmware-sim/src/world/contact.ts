import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

export type ContactMode = 'normal' | 'bounce' | 'stuck';

/** A contact with two readings. It says what it is fixed to, unless it bounces or is stuck. */
export interface Contact<Reading extends string> {
  readonly reading: Reading;
  readonly mode: ContactMode;
  /** What it is fixed to stands so now. */
  follow(stands: Reading): void;
  /** `stuck` keeps the reading it has, or takes `at` if given. */
  setMode(mode: ContactMode, at?: Reading): void;
}

export interface ContactDeps<Reading extends string> {
  readonly clock: Clock;
  readonly initially: Reading;
  readonly onChange: (reading: Reading) => void;
}

/** A worn contact makes and breaks about this often before it rests. */
const BOUNCES = 6;
const BOUNCE_PERIOD = Milliseconds(7);

export const createContact = <Reading extends string>({
  clock,
  initially,
  onChange,
}: ContactDeps<Reading>): Contact<Reading> => {
  let reading = initially;
  let stands = initially;
  let mode: ContactMode = 'normal';
  let bouncing: Timer | undefined;

  const show = (next: Reading) => {
    if (reading === next) return;
    reading = next;
    onChange(next);
  };
  const rest = () => {
    bouncing?.cancel();
    bouncing = undefined;
    show(stands);
  };
  const bounce = (from: Reading) => {
    rest();
    let left = BOUNCES;
    bouncing = clock.every(BOUNCE_PERIOD, () => {
      left -= 1;
      if (left === 0) rest();
      else show(reading === stands ? from : stands);
    });
  };

  return {
    get reading() {
      return reading;
    },
    get mode() {
      return mode;
    },
    follow: (next) => {
      if (next === stands) return;
      const from = stands;
      stands = next;
      if (mode === 'normal') rest();
      else if (mode === 'bounce') bounce(from);
    },
    setMode: (next, at) => {
      mode = next;
      if (next !== 'stuck') return rest();
      bouncing?.cancel();
      bouncing = undefined;
      if (at !== undefined) show(at);
    },
  };
};
