import { type ReaderPresent, ReaderResult } from '@gatehouse/shared/local/reader.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Held } from '../../held.ts';

/** What lamp and buzzer did last, and for which presentation. */
export interface Shown {
  readonly id: string;
  readonly granted: boolean;
  readonly reason: string;
  readonly message: string;
  readonly led: string;
  readonly beeps: number;
  /** From the presentation to the answer, in ms. */
  readonly tookMs: number;
}

/** A reader that speaks MQTT: what is presented goes out, lamp and buzzer follow the answer. It decides nothing. */
export interface MqttReader {
  readonly shown: Shown | null;
  /** Waits for an answer since it presented. */
  readonly waiting: boolean;
  /** Returns the id of the presentation. */
  present(held: Held): string;
  receive(message: string, payload: unknown): void;
}

export const createMqttReader = (deps: {
  readonly clock: Clock;
  readonly send: (message: string, payload: object, qos: 0 | 1) => void;
  readonly onShown: (shown: Shown) => void;
}): MqttReader => {
  let count = 0;
  let asked: { readonly id: string; readonly atMs: number } | undefined;
  let shown: Shown | null = null;
  return {
    get shown() {
      return shown;
    },
    get waiting() {
      return asked !== undefined;
    },
    present: (held) => {
      count += 1;
      const id = `p${count}`;
      asked = { id, atMs: deps.clock.monoMs() };
      const said = { v: 1, id, ageMs: 0, ...held } as ReaderPresent;
      deps.send('present', said, 1);
      return id;
    },
    receive: (message, payload) => {
      const result = message === 'result' ? ReaderResult.safeParse(payload).data : undefined;
      if (result === undefined || result.id !== asked?.id) return;
      const { id, granted, reason, message: text, signal } = result;
      const tookMs = deps.clock.monoMs() - asked.atMs;
      asked = undefined;
      shown = { id, granted, reason, message: text, led: signal.led, beeps: signal.beeps, tookMs };
      deps.onShown(shown);
    },
  };
};
