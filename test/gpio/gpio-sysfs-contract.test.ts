import { relayDriverContract } from '@gatehouse/edge/drivers/contract.ts';
import type { Bus } from '@gatehouse/edge/drivers/driver.ts';
import { GpioSysfsConfig } from '@gatehouse/edge/drivers/gpio-sysfs/config.ts';
import { sysfsFamilyOn } from '@gatehouse/edge/drivers/gpio-sysfs/family.ts';
import { loadSysfs } from '@gatehouse/edge/drivers/gpio-sysfs/sysfs.ts';
import { memoryPulseSupervisors } from '@gatehouse/edge/drivers/pulse-supervisor/pulse-supervisor.kit.ts';
import { supervisedBus } from '@gatehouse/edge/drivers/pulse-supervisor/supervised-bus.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach } from 'vitest';
import { firstChip, levelOf, pull } from './lines.ts';

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
/** Of each unit: eight relays, then eight inputs. The second has relays that a low line energises. */
const FIRST_LINE: Readonly<Record<number, number>> = { 1: 0, 2: 16 };
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const refuse = (code: string): never => {
  throw Object.assign(new Error(`${code}: refused by the test`), { code });
};

const sysfs = await loadSysfs();
let opened: Bus | undefined;
afterEach(() => opened?.close());

relayDriverContract(
  'onoff on lines under /sys/class/gpio',
  () => {
    const clock = new ManualClock();
    let writes = 0;
    let mute = false;
    let unplugged = false;
    /** The package as it is, counted, and with a chip that the test can pull out. */
    class CountedGpio extends sysfs.Gpio {
      override writeSync(value: 0 | 1): void {
        if (unplugged) refuse('ENODEV');
        super.writeSync(value);
        writes += 1;
        if (mute) refuse('EREMOTEIO');
      }
      override readSync(): 0 | 1 {
        return unplugged ? refuse('ENODEV') : super.readSync();
      }
    }
    const family = sysfsFamilyOn({
      ...sysfs,
      Gpio: CountedGpio,
      names: (folder) => (unplugged ? [] : sysfs.names(folder)),
    });
    for (const line of EIGHT) {
      for (const base of Object.values(FIRST_LINE)) pull(base + 8 + line, false);
      pull(line, false);
      // The lines of active-low relays are pulled up where nobody drives them, as such boards do.
      pull(16 + line, true);
    }
    const board = (first: number, activeLow: boolean) => ({
      chip: firstChip().label,
      relays: EIGHT.map((line) => ({ line: first + line, activeLow })),
      inputs: EIGHT.map((line) => ({ line: first + 8 + line })),
    });
    const config = GpioSysfsConfig.parse({ boards: { 1: board(0, false), 2: board(16, true) } });
    const bus = supervisedBus(family, memoryPulseSupervisors(clock, family)).open(config, { clock, log: quiet });
    opened = bus;
    const first = (unit: number) => FIRST_LINE[unit] ?? 0;
    return {
      bus,
      clock,
      coils: (unit) => EIGHT.map((line) => levelOf(first(unit) + line) !== (unit === 2)),
      setInput: (unit, channel, on) => pull(first(unit) + 8 + channel, on),
      coilWrites: () => writes,
      unplug: () => {
        unplugged = true;
      },
      plugIn: () => {
        unplugged = false;
      },
      mute: () => {
        mute = true;
      },
    };
  },
  { units: [1, 2], inputs: true, registers: true, letGo: 'rests', absent: 'refused' },
);
