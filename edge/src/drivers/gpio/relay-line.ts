import type { Chip } from './chips.ts';
import type { GpioKernel } from './kernel.ts';
import { isOutput, type Lines, requestLines } from './lines.ts';

export interface RelayLine {
  readonly lines: Lines;
  /** Whether the line was found driven such that the relay is energised. */
  readonly foundEnergised: boolean;
}

/**
 * Takes the line of a relay without moving it: first as it is, so that it is ours; then driven, to what it was driven to
 * before, or else to rest, with the value in the same order as the direction. No level in between ever leaves the chip.
 */
export const takeRelayLine = (
  kernel: GpioKernel,
  chip: Chip,
  { line, activeLow }: { readonly line: number; readonly activeLow: boolean },
): RelayLine => {
  const lines = requestLines(kernel, chip, { offsets: [line], config: { direction: 'as-is', activeLow } });
  try {
    const foundEnergised = isOutput(kernel, chip, line) && lines.values()[0] === true;
    lines.configure({ direction: 'output', activeLow, values: [foundEnergised] });
    return { lines, foundEnergised };
  } catch (error) {
    lines.close();
    throw error;
  }
};
