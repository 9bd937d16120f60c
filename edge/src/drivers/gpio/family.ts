import { BoardError } from '../driver.ts';
import type { SwitchBus, SwitchFamily, SwitchListener } from '../keeper/switch-bus.ts';
import { createGpioBoard } from './board.ts';
import { GpioConfig } from './config.ts';
import type { GpioKernel } from './kernel.ts';
import type { LineBoard } from './line-board.ts';
import { openLinuxKernel } from './linux-kernel.ts';
import { warnOfRelease } from './release-check.ts';
import { createWiegandReader } from './wiegand/reader.ts';

const NOBODY: SwitchListener = { hint: () => undefined, bits: () => undefined, trouble: () => undefined };

/** Relays and readers on GPIO lines, on a kernel that is handed in. */
export const gpioFamilyOn = (openKernel: () => GpioKernel): SwitchFamily<GpioConfig> => ({
  kind: 'gpio',
  config: GpioConfig,
  open: (config, { clock, log }) => {
    const kernel = openKernel();
    let listener = NOBODY;
    const troubles = new Map<number, string | null>();
    const checked = new Set<string>();
    const onRelays = (label: string): void => {
      if (checked.has(label)) return;
      checked.add(label);
      warnOfRelease(kernel, label, log);
    };

    const boards = new Map<number, LineBoard>(
      Object.entries(config.boards).map(([key, board]) => {
        const unit = Number(key);
        return [
          unit,
          createGpioBoard({ unit, config: board, kernel, clock, log, onRelays, hint: () => listener.hint(unit) }),
        ];
      }),
    );
    const readers = Object.entries(config.wiegand).map(([key, lines]) => {
      const unit = Number(key);
      return createWiegandReader({
        unit,
        config: lines,
        kernel,
        clock,
        log,
        bits: (bits, atMs) => listener.bits(unit, bits, atMs),
        trouble: (why) => {
          troubles.set(unit, why);
          listener.trouble(unit, why);
        },
      });
    });
    const boardAt = (unit: number): LineBoard => {
      const board = boards.get(unit);
      if (board === undefined) throw new BoardError('refused', false, `this bus has no board at unit ${unit}`);
      return board;
    };

    const bus: SwitchBus = {
      set: async (unit, channel, energised, mayWrite) => boardAt(unit).set(channel, energised, mayWrite),
      readCoils: async (unit, count) => boardAt(unit).readCoils(count),
      readInputs: async (unit, count) => boardAt(unit).readInputs(count),
      listen: (next) => {
        listener = next;
        for (const [unit, why] of troubles) listener.trouble(unit, why);
      },
      close: async () => {
        for (const one of [...boards.values(), ...readers]) one.close();
        await kernel.shutDown();
      },
    };
    return bus;
  },
});

export const gpioFamily = gpioFamilyOn(openLinuxKernel);
