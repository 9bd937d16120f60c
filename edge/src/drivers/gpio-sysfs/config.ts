import { z } from 'zod';
import { InputLine, linesOf, RelayLine, usedTwice } from '../gpio/config.ts';
import { byUnit } from '../units.ts';

const SysfsBoard = z.strictObject({
  /** The label of the chip, such as `pinctrl-bcm2711`. Its first number under /sys/class/gpio is looked up by it. */
  chip: z.string().min(1).max(200),
  /** In the order of the channels that doors name, the first being 0. */
  relays: z.array(RelayLine).max(32).default([]),
  inputs: z.array(InputLine).max(32).default([]),
});
export type SysfsBoardConfig = z.output<typeof SysfsBoard>;

/** Relays and contacts on GPIO lines of this machine, by the units that doors name. */
export const GpioSysfsConfig = z
  .strictObject({ boards: byUnit(SysfsBoard).default({}) })
  .superRefine(({ boards }, context) => {
    if (Object.keys(boards).length === 0)
      context.addIssue({ code: 'custom', path: ['boards'], message: 'is missing: there is no board' });
    const twice = usedTwice(linesOf(boards));
    if (twice !== undefined) context.addIssue({ code: 'custom', ...twice });
  });
export type GpioSysfsConfig = z.output<typeof GpioSysfsConfig>;
