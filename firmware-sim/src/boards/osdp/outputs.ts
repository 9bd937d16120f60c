import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

/** The reader's outputs: a state that stays, and one over it for a time that the reader itself measures. */
export interface Outputs {
  readonly states: readonly boolean[];
  /** Which of them have a time running. */
  readonly timed: readonly boolean[];
  /** What stays. A running time is ended, or with `afterTime` left to end by itself. */
  set(number: number, on: boolean, afterTime: boolean): void;
  /** Over what stays, for `ms`. A time that runs already starts over. */
  pulse(number: number, on: boolean, ms: number): void;
  /** Everything off and every time gone: power-up. */
  drop(cause: string): void;
}

export interface OutputsDeps {
  readonly clock: Clock;
  readonly count: number;
  readonly drive: (number: number, energised: boolean, cause: string) => void;
  /** One of them moved. */
  readonly onChange: () => void;
}

export const createOutputs = ({ clock, count, drive, onChange }: OutputsDeps): Outputs => {
  const all = Array.from({ length: count }, () => ({
    stays: false,
    now: false,
    timer: undefined as Timer | undefined,
  }));
  const at = (number: number) => all[number] ?? { stays: false, now: false, timer: undefined };
  const move = (number: number, on: boolean, cause: string) => {
    const moved = at(number).now !== on;
    at(number).now = on;
    drive(number, on, cause);
    if (moved) onChange();
  };
  const stop = (number: number) => {
    at(number).timer?.cancel();
    at(number).timer = undefined;
  };
  return {
    get states() {
      return all.map(({ now }) => now);
    },
    get timed() {
      return all.map(({ timer }) => timer !== undefined);
    },
    set: (number, on, afterTime) => {
      at(number).stays = on;
      if (afterTime && at(number).timer !== undefined) return;
      stop(number);
      move(number, on, `switched ${on ? 'on' : 'off'} from the bus`);
    },
    pulse: (number, on, ms) => {
      const seconds = (ms / 1000).toFixed(1);
      stop(number);
      move(number, on, `switched ${on ? 'on' : 'off'} for ${seconds} s from the bus`);
      at(number).timer = clock.after(Milliseconds(ms), () => {
        at(number).timer = undefined;
        move(number, at(number).stays, `the reader's own timer ended after ${seconds} s`);
      });
    },
    drop: (cause) => {
      for (let number = 0; number < count; number++) {
        stop(number);
        at(number).stays = false;
        move(number, false, cause);
      }
    },
  };
};
