import type { GpioConfig } from './config.ts';
import { codeOf, type GpioKernel } from './kernel.ts';
import { chipInfo, chipInfoRequest, IOCTL } from './uapi.ts';

export interface Chip {
  readonly fd: number;
  readonly path: string;
  /** The kernel's name, such as gpiochip0: two paths may lead to one chip. */
  readonly name: string;
  readonly label: string;
  readonly lines: number;
}

const openAt = (kernel: GpioKernel, path: string): Chip => {
  const fd = kernel.open(path);
  try {
    const bytes = chipInfoRequest();
    kernel.ioctl(fd, IOCTL.chipInfo, bytes);
    return { fd, path, ...chipInfo(bytes) };
  } catch (error) {
    kernel.close(fd);
    throw error;
  }
};

const describeError = (path: string, error: unknown): Error => {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENXIO':
    case 'ENODEV':
      return new Error(`there is no ${path}`);
    case 'EACCES':
    case 'EPERM':
      return new Error(`${path} may not be opened: the agent's user must be in the group that owns it, mostly "gpio"`);
    case 'ENOTTY':
    case 'EINVAL':
      return new Error(`${path} is no GPIO chip that this kernel (Linux 5.10 or later is needed) knows`);
    default:
      return new Error(`${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const openedAt = (kernel: GpioKernel, path: string): Chip => {
  try {
    return openAt(kernel, path);
  } catch (error) {
    throw describeError(path, error);
  }
};

/** Every chip once; those that may not be opened are left out, and why is kept. */
const openAll = (kernel: GpioKernel): { readonly chips: readonly Chip[]; readonly refusals: readonly string[] } => {
  const chips = new Map<string, Chip>();
  const refusals: string[] = [];
  for (const path of kernel.chipPaths()) {
    try {
      const chip = openAt(kernel, path);
      if (chips.has(chip.name)) kernel.close(chip.fd);
      else chips.set(chip.name, chip);
    } catch (error) {
      refusals.push(describeError(path, error).message);
    }
  }
  return { chips: [...chips.values()], refusals };
};

const noneOf = (label: string, chips: readonly Chip[], refusals: readonly string[]): string => {
  if (refusals[0] !== undefined) return refusals[0];
  if (chips.length === 0) return 'this machine has no GPIO chips';
  return `no GPIO chip is labelled ${label}; there are ${chips.map((chip) => chip.label).join(', ')}`;
};

/** Opens a chip by its label or path. Throws in words. Whoever opens it closes it. */
export const openChip = (kernel: GpioKernel, chip: string): Chip => {
  if (chip.startsWith('/')) return openedAt(kernel, chip);
  const { chips, refusals } = openAll(kernel);
  const fitting = chips.filter(({ label }) => label === chip);
  const [found] = fitting;
  for (const other of chips) if (other !== found || fitting.length > 1) kernel.close(other.fd);
  if (found === undefined) throw new Error(noneOf(chip, chips, refusals));
  if (fitting.length > 1)
    throw new Error(
      `${fitting.length} GPIO chips are labelled ${chip}: name one by its path, ${fitting.map(({ path }) => path).join(' or ')}`,
    );
  return found;
};

/** Of each chip that a configuration names and this machine does not have, in words. */
export const missingChips = (kernel: GpioKernel, { boards, wiegand }: GpioConfig): string[] => {
  const named = new Set([...Object.values(boards), ...Object.values(wiegand)].map(({ chip }) => chip));
  return [...named].flatMap((chip) => {
    try {
      kernel.close(openChip(kernel, chip).fd);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  });
};
