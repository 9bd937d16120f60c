import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

export type ContactReading = 'open' | 'closed';
export type ContactMode = 'normal' | 'bounce' | 'stuck';

/** A reed contact on the leaf. It says what the leaf does, unless it bounces or is stuck. */
export interface Contact {
  readonly reading: ContactReading;
  readonly mode: ContactMode;
  follow(ajar: boolean): void;
  /** `stuck` keeps the reading it has, or takes `at` if given. */
  setMode(mode: ContactMode, at?: ContactReading): void;
}

export interface ContactDeps {
  readonly clock: Clock;
  readonly onChange: (reading: ContactReading) => void;
}

/** A worn reed makes and breaks about this often before it rests. */
const BOUNCES = 6;
const BOUNCE_PERIOD = Milliseconds(7);

export const createContact = ({ clock, onChange }: ContactDeps): Contact => {
  let reading: ContactReading = 'closed';
  let leafSays: ContactReading = 'closed';
  let mode: ContactMode = 'normal';
  let bouncing: Timer | undefined;

  const show = (next: ContactReading) => {
    if (reading === next) return;
    reading = next;
    onChange(next);
  };
  const rest = () => {
    bouncing?.cancel();
    bouncing = undefined;
    show(leafSays);
  };
  const bounce = () => {
    rest();
    let left = BOUNCES;
    bouncing = clock.every(BOUNCE_PERIOD, () => {
      left -= 1;
      if (left === 0) rest();
      else show(reading === 'open' ? 'closed' : 'open');
    });
  };

  return {
    get reading() {
      return reading;
    },
    get mode() {
      return mode;
    },
    follow: (ajar) => {
      const says = ajar ? 'open' : 'closed';
      if (says === leafSays) return;
      leafSays = says;
      if (mode === 'normal') rest();
      else if (mode === 'bounce') bounce();
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
