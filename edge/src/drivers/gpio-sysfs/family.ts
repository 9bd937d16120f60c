import { boardsBus } from '../gpio/boards-bus.ts';
import type { SwitchFamily } from '../pulse-supervisor/switch-bus.ts';
import { GpioSysfsConfig } from './config.ts';
import { type GpioSysfs, loadSysfs } from './sysfs.ts';
import { createSysfsBoard } from './sysfs-board.ts';
import { missingChips } from './sysfs-chips.ts';

/** Relays on lines under /sys/class/gpio, by an onoff that is handed in. */
export const sysfsFamilyOn = (sysfs: GpioSysfs): SwitchFamily<GpioSysfsConfig> => ({
  kind: 'gpio-sysfs',
  config: GpioSysfsConfig,
  open: (config, { clock, log }) => {
    for (const why of missingChips(sysfs, config)) log.error({ why }, 'A GPIO chip of the configuration is not there.');
    return boardsBus(config.boards, (unit, board, hint) =>
      createSysfsBoard({ unit, config: board, sysfs, clock, log, hint }),
    );
  },
});

/** Rejects where onoff cannot be loaded. */
export const loadSysfsFamily = async (): Promise<SwitchFamily<GpioSysfsConfig>> => sysfsFamilyOn(await loadSysfs());
