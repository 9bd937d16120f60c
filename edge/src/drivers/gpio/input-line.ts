import type { Chip } from './chips.ts';
import type { GpioBoardConfig } from './config.ts';
import { codeOf, type GpioKernel } from './kernel.ts';
import { type Lines, requestLines } from './lines.ts';

export interface InputLine {
  readonly lines: Lines;
  /** Whether the chip tells of changes; without, inputs are only looked at. */
  readonly tells: boolean;
}

/** Refusals that mean a chip or line without interrupts. It is asked again without: if it is gone, it refuses that too. */
const NO_INTERRUPTS = ['ENXIO', 'ENODEV', 'EINVAL', 'EIO', 'ENOTSUP', 'EOPNOTSUPP', 'Unknown system error -524'];

export const takeInputLine = (
  kernel: GpioKernel,
  chip: Chip,
  { line, activeLow, pull, debounceMs }: GpioBoardConfig['inputs'][number],
): InputLine => {
  const offsets = [line];
  const config = { direction: 'input', activeLow, pull } as const;
  try {
    const told = { ...config, edges: 'both', debounceUs: debounceMs * 1_000 } as const;
    return { lines: requestLines(kernel, chip, { offsets, config: told }), tells: true };
  } catch (error) {
    if (!NO_INTERRUPTS.includes(codeOf(error))) throw error;
    return { lines: requestLines(kernel, chip, { offsets, config }), tells: false };
  }
};
