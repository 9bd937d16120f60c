import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

export interface BuzzerState {
  readonly sounding: boolean;
  readonly onMs: number;
  readonly offMs: number;
  /** How often it sounds; 0 is until told otherwise. */
  readonly times: number;
  /** How often it was told to sound since power-up. */
  readonly orders: number;
}

/** The reader's buzzer. It sounds in its own time and stops by itself. */
export interface Buzzer {
  readonly state: BuzzerState;
  sound(onMs: number, offMs: number, times: number): void;
  silence(): void;
  reset(): void;
}

const STILL: BuzzerState = { sounding: false, onMs: 0, offMs: 0, times: 0, orders: 0 };

export const createBuzzer = ({ clock, onChange }: { readonly clock: Clock; readonly onChange: () => void }): Buzzer => {
  let state = STILL;
  let timer: Timer | undefined;
  const silence = () => {
    timer?.cancel();
    timer = undefined;
    if (!state.sounding) return;
    state = { ...state, sounding: false };
    onChange();
  };
  return {
    get state() {
      return state;
    },
    sound: (onMs, offMs, times) => {
      timer?.cancel();
      state = { sounding: true, onMs, offMs, times, orders: state.orders + 1 };
      const ms = times * (onMs + offMs) - offMs;
      timer = times > 0 ? clock.after(Milliseconds(Math.max(0, ms)), silence) : undefined;
      onChange();
    },
    silence,
    reset: () => {
      silence();
      state = STILL;
    },
  };
};
