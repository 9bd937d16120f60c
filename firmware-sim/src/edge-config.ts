import type { Building } from './world/building.ts';
import { LAN_BUS, unitOf } from './world/units.ts';

/** The part of an agent's own file that a building decides, with doors by their names in the place of ids. */
export interface EdgeHardware {
  readonly buses: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly readers: Readonly<Record<string, Readonly<{ bus: string; unit: number; door: string }>>>;
}

export interface EdgeHardwareDeps {
  readonly building: Building;
  /** Where each serial bus shows up. */
  readonly pathOf: (bus: string) => string;
  /** Where each keyboard shows up. */
  readonly keyboardPathOf: (reader: string) => string;
}

/** How an agent of this machine reaches what hangs on a serial line, by what talks there. */
const SERIAL_KINDS = {
  waveshare: 'modbus-rtu',
  numato: 'numato',
  lcus: 'lcus',
  osdp: 'osdp',
  scanner: 'serial-line',
} as const;

export const edgeHardware = ({ building, pathOf, keyboardPathOf }: EdgeHardwareDeps): EdgeHardware => {
  const { boards, readers } = building;
  const on = (bus: string) => [...boards, ...readers].filter((one) => 'bus' in one && one.bus === bus);
  const byUnit = <One extends { readonly name: string }>(all: readonly One[], what: (one: One) => unknown) =>
    Object.fromEntries(all.map((one) => [String(unitOf(building, one.name)?.unit), what(one)]));

  const serial = building.buses.flatMap((bus) => {
    const kinds = on(bus.name).map(({ kind }) => kind) as (keyof typeof SERIAL_KINDS)[];
    const [kind] = kinds;
    if (bus.kind !== 'serial' || kind === undefined) return [];
    const devices = readers.filter((reader) => reader.kind === 'osdp' && reader.bus === bus.name);
    return [
      [
        bus.name,
        {
          kind: SERIAL_KINDS[kind],
          path: pathOf(bus.name),
          baud: bus.baud,
          ...(kind === 'osdp' && {
            devices: byUnit(devices, (one) => ({ address: 'address' in one ? one.address : 0 })),
          }),
        },
      ],
    ];
  });
  const lines = building.buses.flatMap((bus) => {
    if (bus.kind !== 'gpio') return [];
    const mine = boards.flatMap((board) => (board.kind === 'gpio' && board.bus === bus.name ? [board] : []));
    const board = ({ relays, inputs, activeLow }: (typeof mine)[number]) => ({
      chip: bus.label,
      relays: relays.map((line) => ({ line, activeLow })),
      inputs: inputs.map((line) => ({ line })),
    });
    return [[bus.name, { kind: 'gpio-sysfs', boards: byUnit(mine, board) }]];
  });
  const controllers = boards.filter(({ kind }) => kind === 'mqtt-controller');
  const lan =
    controllers.length === 0 ? [] : [[LAN_BUS, { kind: 'mqtt', controllers: byUnit(controllers, ({ name }) => name) }]];
  const keyboards = readers.filter(({ kind }) => kind === 'keyboard');
  const wedges = keyboards.map(({ name }) => [name, { kind: 'usb-keyboard', path: keyboardPathOf(name) }]);

  return {
    buses: Object.fromEntries([...serial, ...lines, ...lan, ...wedges]),
    readers: Object.fromEntries(
      readers
        .filter(({ kind }) => kind !== 'mqtt')
        .map(({ name, door }) => [name, { ...(unitOf(building, name) ?? { bus: name, unit: 1 }), door }]),
    ),
  };
};
