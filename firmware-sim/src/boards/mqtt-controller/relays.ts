import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

/** The relays of a door controller, each with a timer of its own that brings it back. */
export interface Relays {
  readonly levels: readonly boolean[];
  has(relay: number): boolean;
  set(relay: number, energised: boolean): void;
  /** Now, and back `forMs` later. One that runs already starts over. */
  pulse(relay: number, energised: boolean, forMs: number): void;
  /** All at rest, all timers gone: the power went. */
  drop(): void;
}

export const createRelays = (deps: {
  readonly clock: Clock;
  readonly count: number;
  readonly drive: (relay: number, energised: boolean, cause: string) => void;
  readonly onChange: () => void;
}): Relays => {
  const { clock, count, drive, onChange } = deps;
  const levels: boolean[] = new Array<boolean>(count).fill(false);
  const backs = new Map<number, Timer>();

  const move = (relay: number, energised: boolean, cause: string) => {
    backs.get(relay)?.cancel();
    backs.delete(relay);
    levels[relay] = energised;
    drive(relay, energised, cause);
    onChange();
  };
  return {
    get levels() {
      return [...levels];
    },
    has: (relay) => relay < count,
    set: (relay, energised) => move(relay, energised, 'set over MQTT'),
    pulse: (relay, energised, forMs) => {
      move(relay, energised, `pulse of ${forMs} ms over MQTT`);
      backs.set(
        relay,
        clock.after(Milliseconds(forMs), () =>
          move(relay, !energised, `the controller's own timer ended after ${forMs} ms`),
        ),
      );
    },
    drop: () => {
      for (let relay = 0; relay < count; relay++) move(relay, false, 'the controller lost power');
    },
  };
};
