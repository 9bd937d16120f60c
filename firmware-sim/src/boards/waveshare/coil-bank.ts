import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

export const CHANNELS = 8;

/** The board's eight coils and their flash timers. Channels run from 0 to 7. */
export interface CoilBank {
  readonly states: readonly boolean[];
  /** Which channels have a flash under way. */
  readonly flashing: readonly boolean[];
  /** Sets and ends any flash of the channel. */
  set(channel: number, on: boolean, cause: string): void;
  /** Sets now and to the opposite `ms` later. A flash that runs already starts over. */
  flash(channel: number, on: boolean, ms: number): void;
  /** All off, all timers gone: power-up. */
  drop(cause: string): void;
}

export interface CoilBankDeps {
  readonly clock: Clock;
  readonly drive: (channel: number, energised: boolean, cause: string) => void;
}

export const createCoilBank = ({ clock, drive }: CoilBankDeps): CoilBank => {
  const states: boolean[] = Array.from({ length: CHANNELS }, () => false);
  const timers = new Map<number, Timer>();
  const move = (channel: number, on: boolean, cause: string) => {
    states[channel] = on;
    drive(channel, on, cause);
  };
  const set = (channel: number, on: boolean, cause: string) => {
    timers.get(channel)?.cancel();
    timers.delete(channel);
    move(channel, on, cause);
  };
  return {
    get states() {
      return [...states];
    },
    get flashing() {
      return states.map((_, channel) => timers.has(channel));
    },
    set,
    flash: (channel, on, ms) => {
      const seconds = (ms / 1000).toFixed(1);
      set(channel, on, `flash-${on ? 'on' : 'off'} for ${seconds} s from the bus`);
      timers.set(
        channel,
        clock.after(Milliseconds(ms), () => {
          timers.delete(channel);
          move(channel, !on, `the board's own timer ended after ${seconds} s`);
        }),
      );
    },
    drop: (cause) => {
      for (let channel = 0; channel < CHANNELS; channel++) set(channel, false, cause);
    },
  };
};
