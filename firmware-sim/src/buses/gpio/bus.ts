import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { GpioBusPlan } from '../../world/plans.ts';
import { createTrace, type Trace } from '../pty/trace.ts';
import { createGpioChip, type GpioChip } from './chip.ts';

/** What is wired to lines of a chip. */
export interface GpioDevice {
  /** The level it puts on a line that the machine does not drive; undefined for lines that are not its own. */
  level(offset: number): boolean | undefined;
  /** The machine drives a line otherwise than before, or no more. */
  driven(offset: number): void;
}

/** The GPIO lines of the machine that the agent runs on, and what is wired to them. */
export interface GpioBus {
  readonly name: string;
  readonly chip: GpioChip;
  /** What the agent wrote into the lines' files, and the edges that it was told of. */
  readonly trace: Trace;
  attach(device: GpioDevice): void;
  /** Something in the building moved: contacts may stand otherwise. */
  look(): void;
}

export const createGpioBus = ({ clock, plan }: { readonly clock: Clock; readonly plan: GpioBusPlan }): GpioBus => {
  const devices: GpioDevice[] = [];
  const trace = createTrace(clock, plan.name);
  const chip = createGpioChip({
    label: plan.label,
    base: plan.base,
    lines: plan.lines,
    level: (offset) => {
      for (const device of devices) {
        const level = device.level(offset);
        if (level !== undefined) return level;
      }
      return false;
    },
    onDrive: (offset) => {
      for (const device of devices) device.driven(offset);
    },
    onEdge: (offset) => {
      const text = chip.exported.get(offset)?.value() ?? '';
      trace.record('reply', Buffer.from(text), `line ${offset}: edge, value ${text.trim()}`);
    },
  });
  return {
    name: plan.name,
    chip,
    trace,
    attach: (device) => void devices.push(device),
    look: chip.look,
  };
};
