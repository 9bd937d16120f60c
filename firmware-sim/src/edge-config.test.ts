import { describe, expect, it } from 'vitest';
import { edgeHardware } from './edge-config.ts';
import { Building } from './world/building.ts';
import { demoBuilding } from './world/demo-building.ts';

const of = (building: Building) =>
  edgeHardware({ building, pathOf: (bus) => `/sim/${bus}`, keyboardPathOf: (reader) => `/sim/input/${reader}` });

describe('what an agent is told of the hardware of a building', () => {
  it('is the demo’s serial line', () => {
    expect(of(demoBuilding)).toEqual({
      buses: { 'rs485-1': { kind: 'modbus-rtu', path: '/sim/rs485-1', baud: 9_600 } },
      readers: {},
    });
  });

  it('names every kind of bus, its boards by unit, and its readers at their doors', () => {
    const everything = Building.parse({
      title: 'Everything',
      buses: [
        { name: 'numato' },
        { name: 'lcus' },
        { name: 'osdp', baud: 115_200 },
        { name: 'scanner' },
        { name: 'lines', kind: 'gpio' },
        { name: 'spare' },
      ],
      boards: [
        { name: 'a', kind: 'numato', bus: 'numato' },
        { name: 'b', kind: 'lcus', bus: 'lcus' },
        { name: 'c', kind: 'gpio', bus: 'lines', relays: [17], inputs: [4, 5], activeLow: true },
        { name: 'd', kind: 'mqtt-controller' },
      ],
      doors: [{ name: 'front', title: 'Front', lock: 'strike', wiring: 'no', board: 'a', channel: 0 }],
      readers: [
        { name: 'in', kind: 'osdp', door: 'front', bus: 'osdp', address: 0 },
        { name: 'out', kind: 'osdp', door: 'front', bus: 'osdp', address: 3 },
        { name: 'qr', kind: 'scanner', door: 'front', bus: 'scanner' },
        { name: 'wedge', kind: 'keyboard', door: 'front' },
        { name: 'lan', door: 'front' },
      ],
    });
    expect(of(everything)).toEqual({
      buses: {
        numato: { kind: 'numato', path: '/sim/numato', baud: 9_600 },
        lcus: { kind: 'lcus', path: '/sim/lcus', baud: 9_600 },
        osdp: {
          kind: 'osdp',
          path: '/sim/osdp',
          baud: 115_200,
          devices: { '127': { address: 0 }, '3': { address: 3 } },
        },
        scanner: { kind: 'serial-line', path: '/sim/scanner', baud: 9_600 },
        lines: {
          kind: 'gpio-sysfs',
          boards: {
            '1': {
              chip: 'pinctrl-bcm2711',
              relays: [{ line: 17, activeLow: true }],
              inputs: [{ line: 4 }, { line: 5 }],
            },
          },
        },
        lan: { kind: 'mqtt', controllers: { '1': 'd' } },
        wedge: { kind: 'usb-keyboard', path: '/sim/input/wedge' },
      },
      readers: {
        in: { bus: 'osdp', unit: 127, door: 'front' },
        out: { bus: 'osdp', unit: 3, door: 'front' },
        qr: { bus: 'scanner', unit: 1, door: 'front' },
        wedge: { bus: 'wedge', unit: 1, door: 'front' },
      },
    });
  });
});
