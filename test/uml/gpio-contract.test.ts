import { relayDriverContract } from '@gatehouse/edge/drivers/contract.ts';
import type { Bus } from '@gatehouse/edge/drivers/driver.ts';
import { GpioConfig } from '@gatehouse/edge/drivers/gpio/config.ts';
import { gpioFamilyOn } from '@gatehouse/edge/drivers/gpio/family.ts';
import type { GpioKernel } from '@gatehouse/edge/drivers/gpio/kernel.ts';
import { openLinuxKernel } from '@gatehouse/edge/drivers/gpio/linux-kernel.ts';
import { memoryPulseSupervisors } from '@gatehouse/edge/drivers/pulse-supervisor/pulse-supervisor.kit.ts';
import { supervisedBus } from '@gatehouse/edge/drivers/pulse-supervisor/supervised-bus.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach } from 'vitest';
import { createSimChip, type SimChip } from './sim-chip.ts';

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
/** GPIO_V2_LINE_SET_VALUES_IOCTL. */
const SET_VALUES = 0xc010b40f;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let chips: SimChip[] = [];
let opened: Bus | undefined;
afterEach(async () => {
  await opened?.close();
  for (const chip of chips) chip.remove();
  chips = [];
});

relayDriverContract(
  'GPIO lines of a real kernel',
  () => {
    const clock = new ManualClock();
    const both = [createSimChip('first', 20), createSimChip('second', 20)] as const;
    chips = [...both];
    // The lines of active-low relays are pulled up where nobody drives them, as such boards do.
    for (const line of EIGHT) both[1].pull(line, true);
    let writes = 0;
    let mute = false;
    const counted = (): GpioKernel => {
      const kernel = openLinuxKernel();
      return {
        ...kernel,
        ioctl: (fd, request, bytes) => {
          kernel.ioctl(fd, request, bytes);
          if (request !== SET_VALUES) return;
          writes += 1;
          if (mute) throw Object.assign(new Error('the answer is lost'), { code: 'EREMOTEIO' });
        },
      };
    };
    const family = gpioFamilyOn(counted);
    const board = (chip: string, activeLow: boolean) => ({
      chip,
      relays: EIGHT.map((line) => ({ line, activeLow })),
      inputs: EIGHT.map((line) => ({ line: 8 + line, debounceMs: 0 })),
    });
    const config = GpioConfig.parse({ boards: { 1: board('first', false), 2: board('second', true) } });
    const bus = supervisedBus(family, memoryPulseSupervisors(clock, family)).open(config, { clock, log: quiet });
    opened = bus;
    const chipOf = (unit: number) => both[unit - 1] ?? both[0];
    return {
      bus,
      clock,
      coils: (unit) => EIGHT.map((line) => chipOf(unit).level(line) !== (unit === 2)),
      setInput: (unit, channel, on) => chipOf(unit).pull(8 + channel, on),
      coilWrites: () => writes,
      unplug: () => {
        for (const chip of both) chip.unplug();
      },
      plugIn: () => {
        for (const chip of both) chip.plugIn();
      },
      mute: () => {
        mute = true;
      },
    };
  },
  { units: [1, 2], inputs: true, registers: true, letGo: 'rests', absent: 'refused' },
);
