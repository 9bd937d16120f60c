import type { LineTrouble, SwitchFamily, SwitchListener } from '../pulse-supervisor/switch-bus.ts';
import { createGpioBoard } from './board.ts';
import { boardsBus } from './boards-bus.ts';
import { missingChips } from './chips.ts';
import { GpioConfig } from './config.ts';
import type { GpioKernel } from './kernel.ts';
import { openLinuxKernel } from './linux-kernel.ts';
import { warnOfRelease } from './release-check.ts';
import { createWiegandReader } from './wiegand/reader.ts';

/** Relays and readers on GPIO lines, on a kernel that is handed in. */
export const gpioFamilyOn = (openKernel: () => GpioKernel): SwitchFamily<GpioConfig> => ({
  kind: 'gpio',
  config: GpioConfig,
  open: (config, { clock, log }) => {
    const kernel = openKernel();
    // Whether or not a door is wired to them yet: a wrong label is a mistake of whoever stands at the box now.
    for (const why of missingChips(kernel, config))
      log.error({ why }, 'A GPIO chip of the configuration is not there.');
    let listener: SwitchListener | undefined;
    const troubles = new Map<number, LineTrouble | null>();
    const checked = new Set<string>();
    const onRelays = (label: string): void => {
      if (checked.has(label)) return;
      checked.add(label);
      warnOfRelease(kernel, label, log);
    };
    const readers = Object.entries(config.wiegand).map(([key, lines]) => {
      const unit = Number(key);
      return createWiegandReader({
        unit,
        config: lines,
        kernel,
        clock,
        log,
        bits: (bits, atMs) => listener?.bits(unit, bits, atMs),
        trouble: (trouble) => {
          troubles.set(unit, trouble);
          listener?.trouble(unit, trouble);
        },
      });
    });
    return boardsBus(
      config.boards,
      (unit, board, hint) => createGpioBoard({ unit, config: board, kernel, clock, log, onRelays, hint }),
      {
        listen: (next) => {
          listener = next;
          for (const [unit, trouble] of troubles) next.trouble(unit, trouble);
        },
        close: async () => {
          for (const reader of readers) reader.close();
          await kernel.shutDown();
        },
      },
    );
  },
});

export const gpioFamily = gpioFamilyOn(openLinuxKernel);
