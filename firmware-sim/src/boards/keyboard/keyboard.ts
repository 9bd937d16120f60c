import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { EV_KEY, EV_SYN, type Evdev } from './evdev.ts';
import { KEY_ENTER, KEY_LEFT_SHIFT, keyOf } from './keymap.ts';

/** A reader that pretends to be a USB keyboard: it types what it reads, then Enter. */
export interface Keyboard {
  /** False, and nothing is typed, when a character has no key or it types something already. */
  type(text: string): boolean;
  /** Stops in the middle of what it types. */
  stop(): void;
}

/** A full-speed keyboard is asked every 8 ms: one report for a key down, one for it up. */
const REPORT_PERIOD = Milliseconds(8);

type Report = readonly (readonly [code: number, value: 0 | 1])[];

const reportsOf = (text: string): readonly Report[] | undefined => {
  const reports: Report[] = [];
  for (const character of text) {
    const key = keyOf(character);
    if (key === undefined) return undefined;
    const codes = key.shift ? [KEY_LEFT_SHIFT, key.code] : [key.code];
    reports.push(codes.map((code) => [code, 1] as const));
    reports.push([...codes].reverse().map((code) => [code, 0] as const));
  }
  return [...reports, [[KEY_ENTER, 1]], [[KEY_ENTER, 0]]];
};

export const createKeyboard = (clock: Clock, device: () => Evdev | undefined): Keyboard => {
  let typing: Timer | undefined;
  const stop = () => {
    typing?.cancel();
    typing = undefined;
  };
  return {
    type: (text) => {
      const reports = reportsOf(text);
      if (reports === undefined || typing !== undefined) return false;
      let at = 0;
      typing = clock.every(REPORT_PERIOD, () => {
        for (const [code, value] of reports[at] ?? []) device()?.emit(EV_KEY, code, value);
        device()?.emit(EV_SYN, 0, 0);
        at += 1;
        if (at === reports.length) stop();
      });
      return true;
    },
    stop,
  };
};
