import type { Gpio } from 'onoff';
import { codeOf } from '../gpio/kernel.ts';
import { type GpioSysfs, ROOT } from './sysfs.ts';

export interface PinConfig {
  readonly number: number;
  readonly activeLow: boolean;
  /** What it is, for people: `line 17 of pinctrl-bcm2711`. */
  readonly name: string;
}

const describeError = (error: unknown, { number, name }: PinConfig): Error => {
  switch (codeOf(error)) {
    case 'EBUSY':
      return new Error(`${name} (gpio${number}) is in use by something that holds it alone`);
    case 'EINVAL':
      return new Error(`${name} (gpio${number}) is not to be had: this system knows no such line`);
    case 'EACCES':
    case 'EPERM':
      return new Error(`${name} (gpio${number}) may not be used: the agent's user must be in the group "gpio"`);
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
};

/** onoff says nothing when a line that was exported before does not do as asked: what came of it is read back. */
const check = (pin: Gpio, config: PinConfig, direction: 'in' | 'out'): void => {
  const is = pin.direction();
  if (is !== direction)
    throw new Error(`${config.name} (gpio${config.number}) is set to "${is}" by somebody else, and stays so`);
  if (pin.activeLow() !== config.activeLow)
    throw new Error(`${config.name} (gpio${config.number}) keeps its polarity, set by somebody else`);
};

const taken = (config: PinConfig, make: () => Gpio, prepare: (pin: Gpio) => void): Gpio => {
  let pin: Gpio | undefined;
  try {
    pin = make();
    prepare(pin);
    return pin;
  } catch (error) {
    pin?.unexport();
    throw describeError(error, config);
  }
};

/**
 * Takes the line of a relay without moving it: a line that is driven stays as it is, any other is driven to rest from the
 * first moment on ("high" and "low" set direction and level in one; they are levels, whatever the polarity).
 */
export const takeRelayPin = ({ Gpio }: GpioSysfs, config: PinConfig): { pin: Gpio; foundEnergised: boolean } => {
  const { number, activeLow } = config;
  const rest = activeLow ? 'high' : 'low';
  const pin = taken(
    config,
    () => new Gpio(number, rest, undefined, { activeLow, reconfigureDirection: false }),
    (made) => check(made, config, 'out'),
  );
  return { pin, foundEnergised: pin.readSync() === 1 };
};

/** Takes the line of a contact. `tells` is false where the chip has no interrupts: then there is no edge to wait for. */
export const takeInputPin = (sysfs: GpioSysfs, config: PinConfig): { pin: Gpio; tells: boolean } => {
  const { number, activeLow } = config;
  let tells = false;
  // Asked for an edge that is not there, onoff would wait for its file in a busy loop and then fail.
  const pin = taken(
    config,
    () => new sysfs.Gpio(number, 'in', undefined, { activeLow }),
    (made) => {
      check(made, config, 'in');
      tells = sysfs.exists(`${ROOT}/gpio${number}/edge`);
      if (!tells) return;
      made.setEdge('both');
      if (made.edge() !== 'both') throw new Error(`${config.name} (gpio${number}) does not take an edge to wait for`);
    },
  );
  return { pin, tells };
};
