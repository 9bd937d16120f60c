import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Gpio } from 'onoff';
import type { Log } from '../driver.ts';
import { warnOfEnergised } from '../gpio/board.ts';
import { createLineBoard, type LineBoard, type LineBoardDeps } from '../gpio/line-board.ts';
import type { SysfsBoardConfig } from './config.ts';
import { type PinConfig, takeInputPin, takeRelayPin } from './pins.ts';
import type { GpioSysfs } from './sysfs.ts';
import { numberOf } from './sysfs-chips.ts';

export interface SysfsBoardDeps {
  readonly unit: number;
  readonly config: SysfsBoardConfig;
  readonly sysfs: GpioSysfs;
  readonly clock: Clock;
  readonly log: Log;
  readonly hint: () => void;
}

/** How often inputs without interrupts are looked at. */
const LOOK_EVERY = Milliseconds(20);

/** Looks at inputs that do not tell. One that cannot be read is for the next reading to complain of. */
const lookAt = (pins: readonly Gpio[], clock: Clock, changed: () => void): (() => void) => {
  const read = (pin: Gpio): number => {
    try {
      return pin.readSync();
    } catch {
      return -1;
    }
  };
  let last = pins.map(read);
  const timer = clock.every(LOOK_EVERY, () => {
    const now = pins.map(read);
    if (now.some((value, i) => value !== last[i])) changed();
    last = now;
  });
  return timer.cancel;
};

/** One that is gone already must not keep the others. */
const letGoOf = (pin: Gpio): void => {
  try {
    pin.unexport();
  } catch {
    // What is left of it goes with this process.
  }
};

/** A board on lines under /sys/class/gpio. */
export const createSysfsBoard = ({ unit, config, sysfs, clock, log, hint }: SysfsBoardDeps): LineBoard => {
  const { chip } = config;
  const pinOf = ({ line, activeLow }: { readonly line: number; readonly activeLow: boolean }): PinConfig => ({
    number: numberOf(sysfs, chip, line),
    activeLow,
    name: `line ${line} of ${chip}`,
  });

  const take: LineBoardDeps['take'] = (tell) => {
    const pins: Gpio[] = [];
    const silent: Gpio[] = [];
    let stopLooking = (): void => undefined;
    const letGo = (): void => {
      stopLooking();
      for (const pin of pins) letGoOf(pin);
    };
    try {
      const inputs = config.inputs.map((input) => {
        const { pin, tells } = takeInputPin(sysfs, pinOf(input));
        pins.push(pin);
        // Several edges may come as one: it is a reason to look again, and never counted.
        if (tells) pin.watch(() => tell.changed());
        else silent.push(pin);
        return { read: () => pin.readSync() === 1 };
      });
      const relays = config.relays.map((relay, channel) => {
        const { pin, foundEnergised } = takeRelayPin(sysfs, pinOf(relay));
        pins.push(pin);
        if (foundEnergised) warnOfEnergised(log, unit, channel, relay.line);
        return { read: () => pin.readSync() === 1, set: (on: boolean) => pin.writeSync(on ? 1 : 0) };
      });
      if (silent.length > 0) {
        log.info({ unit, chip }, 'the chip tells of no changes: inputs are only looked at');
        stopLooking = lookAt(silent, clock, tell.changed);
      }
      return { inputs, relays, letGo };
    } catch (error) {
      letGo();
      throw error;
    }
  };
  return createLineBoard({ unit, chip, clock, log, hint, take });
};
