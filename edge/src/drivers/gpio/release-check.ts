import type { Log } from '../driver.ts';
import type { GpioKernel } from './kernel.ts';

/** What becomes of an output when whoever drove it is gone. */
export type Release =
  /** It falls back to an input, as upstream kernels have it. */
  | 'falls'
  /** It stays as it was driven. */
  | 'stays'
  /** This kernel does not say. */
  | 'unknown';

/** Where chips of Raspberry Pi computers are driven; their kernels keep outputs unless told (raspberrypi/linux#6117, #6150). */
const MODULES: readonly (readonly [label: RegExp, module: string])[] = [
  [/^pinctrl-bcm/, 'pinctrl_bcm2835'],
  [/^pinctrl-rp1$/, 'pinctrl_rp1'],
];
const CONFIGS = ['/boot/firmware/config.txt', '/boot/config.txt'];

const parameter = (kernel: Pick<GpioKernel, 'readText'>, module: string, name: string): boolean | undefined => {
  const text = kernel.readText(`/sys/module/${module}/parameters/${name}`)?.trim();
  return text === undefined ? undefined : /^[Y1]$/.test(text);
};

/** Undefined on machines and chips of which nothing special is known. */
export const releaseOf = (kernel: Pick<GpioKernel, 'readText'>, label: string): Release | undefined => {
  if (!/^Raspberry Pi/.test(kernel.readText('/proc/device-tree/model') ?? '')) return undefined;
  const module = MODULES.find(([pattern]) => pattern.test(label))?.[1];
  if (module === undefined) return undefined;
  // For some weeks of 2024 the parameter had another name, and meant the opposite.
  const stays = parameter(kernel, module, 'persist_gpio_outputs');
  const falls = parameter(kernel, module, 'strict_gpiod') ?? (stays === undefined ? undefined : !stays);
  if (falls === undefined) return 'unknown';
  return falls ? 'falls' : 'stays';
};

/** Says clearly, once at start, when the death of a pulse supervisor could leave a relay energised. */
export const warnOfRelease = (kernel: Pick<GpioKernel, 'readText'>, label: string, log: Log): void => {
  const release = releaseOf(kernel, label);
  if (release === undefined || release === 'falls') return;
  const file = CONFIGS.find((path) => kernel.readText(path) !== undefined) ?? CONFIGS[0];
  const asked = /^\s*dtparam=(?:.*,)?strict_gpiod(?!=(?:off|no|false|0))/m.test(kernel.readText(file ?? '') ?? '');
  const todo = asked
    ? `"dtparam=strict_gpiod" is in ${file} already: restart this machine, or update its system if that does not help.`
    : `Write "dtparam=strict_gpiod" into ${file} and restart this machine.`;
  const finding =
    release === 'stays'
      ? 'This system keeps GPIO outputs as they are when the process that drives them is killed: a door could stay released.'
      : 'This system does not say what becomes of GPIO outputs when the process that drives them is killed: a door could stay released.';
  log.error({ chip: label, release }, `${finding} ${todo}`);
};
