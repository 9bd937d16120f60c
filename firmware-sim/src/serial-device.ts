import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { BusDevice } from './buses/pty/bus.ts';
import type { MainsFed } from './world/mains-fed.ts';
import type { Site } from './world/site.ts';

/** Firmware that listens on a serial line. */
export interface Listening {
  readonly baud: number;
  receive(bytes: Uint8Array, startMs: number): void;
  words?(bytes: Uint8Array): string | undefined;
}

export interface SerialPlace {
  /** Whether it hears the line and is heard: not while it hangs or its line is cut, nor while any line of its bus is shorted. */
  reachable(): boolean;
  /** What the bus hears of it. */
  device(firmware: Listening): BusDevice;
}

/** Where a part hangs on a serial line of a site, with a wire of its own between them. */
export const createSerialPlace = (deps: {
  readonly clock: Clock;
  readonly site: Site;
  readonly plan: { readonly name: string; readonly bus: string };
  readonly fed: () => MainsFed;
}): SerialPlace => {
  const { clock, site, plan, fed } = deps;
  const { boards, readers } = site.building;
  const onSameBus = [...boards, ...readers].filter((one) => 'bus' in one && one.bus === plan.bus);
  const faultOf = (name: string) => site.wires.get(`${name}.line`)?.fault;
  // They all hang on one pair of conductors: where those touch, nobody hears anybody.
  const shorted = () => onSameBus.some(({ name }) => faultOf(name) === 'short');
  const reachable = () => fed().state !== 'hung' && faultOf(plan.name) === undefined && !shorted();
  return {
    reachable,
    device: (firmware) => ({
      get baud() {
        return firmware.baud;
      },
      receive: (bytes, startMs) => {
        // Its own clock stood still while it hung: what began before is told in its own time.
        if (reachable()) firmware.receive(bytes, fed().clock.monoMs() - (clock.monoMs() - startMs));
      },
      words: (bytes) => firmware.words?.(bytes),
    }),
  };
};
