import type { BusSeen, Hardware } from '@gatehouse/shared/door/hardware.ts';
import type { BusConfig, EdgeConfig } from '../config.ts';

type Board = NonNullable<BusSeen['boards']>[number];
const numbersOf = (byUnit: object): number[] => Object.keys(byUnit).map(Number);
const unknownBoards = (byUnit: object): Board[] =>
  numbersOf(byUnit).map((unit) => ({ unit, relays: null, inputs: null }));

/** What a bus has by its configuration alone. No board is asked: one that is unplugged is still meant to be there. */
const seenOn = (bus: BusConfig): Pick<BusSeen, 'boards' | 'readers'> => {
  switch (bus.kind) {
    case 'modbus-rtu':
      return { boards: null, readers: [] };
    case 'mqtt':
      return { boards: unknownBoards(bus.controllers), readers: [] };
    case 'osdp':
      return { boards: unknownBoards(bus.devices), readers: numbersOf(bus.devices) };
    case 'numato':
      return { boards: [{ unit: 1, relays: bus.relays, inputs: bus.inputs }], readers: [] };
    case 'lcus':
      return { boards: [{ unit: 1, relays: bus.relays, inputs: 0 }], readers: [] };
    case 'gpio':
    case 'gpio-sysfs':
      return {
        boards: Object.entries(bus.boards).map(([unit, { relays, inputs }]) => ({
          unit: Number(unit),
          relays: relays.length,
          inputs: inputs.length,
        })),
        readers: 'wiegand' in bus ? numbersOf(bus.wiegand) : [],
      };
    case 'serial-line':
    case 'usb-keyboard':
      return { boards: [], readers: [1] };
  }
};

/** The buses, boards and readers of this box, as its cloud may know them. */
export const hardwareOf = (
  buses: Readonly<Record<string, BusConfig | undefined>>,
  readers: EdgeConfig['readers'] = {},
): Hardware => ({
  buses: Object.entries(buses).flatMap(([name, bus]) =>
    bus === undefined ? [] : [{ name, kind: bus.kind, ...seenOn(bus) }],
  ),
  readers: Object.entries(readers).map(([name, { bus, unit, door: doorId }]) => ({ name, bus, unit, doorId })),
});
