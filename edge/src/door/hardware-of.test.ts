import { Hardware } from '@gatehouse/shared/door/hardware.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import type { BusConfig } from '../config.ts';
import { hardwareOf } from './hardware-of.ts';

const line = (n: number) => ({ line: n, activeLow: false });
const BUSES = {
  'rs485-1': { kind: 'modbus-rtu', path: '/dev/ttySECRET', baud: 9_600 },
  usb: { kind: 'numato', path: '/dev/ttySECRET', baud: 9_600, relays: 4, inputs: 2, replyAllowanceMs: 100 },
  cheap: { kind: 'lcus', path: '/dev/ttySECRET', baud: 9_600, relays: 2 },
  lan: { kind: 'mqtt', controllers: { '1': 'secret-controller' } },
  pins: {
    kind: 'gpio',
    boards: {
      '3': { chip: '/dev/gpiochipSECRET', relays: [line(5), line(6)], inputs: [{ ...line(7), debounceMs: 5 }] },
    },
    wiegand: { '2': { chip: '/dev/gpiochipSECRET', data0: 1, data1: 2, pull: 'up', inverted: false } },
  },
  desk: { kind: 'usb-keyboard', path: '/dev/input/SECRET' },
} as unknown as Record<string, BusConfig>;

describe('what a box says it has', () => {
  const seen = hardwareOf(BUSES, { desk: { bus: 'desk', unit: 1, door: 'door_0123456789abcdef' as DoorId } });

  it('is its buses, boards and readers, as far as its own file knows them', () => {
    expect(seen.buses.map(({ name, kind, boards, readers }) => [name, kind, boards, readers])).toEqual([
      ['rs485-1', 'modbus-rtu', null, []],
      ['usb', 'numato', [{ unit: 1, relays: 4, inputs: 2 }], []],
      ['cheap', 'lcus', [{ unit: 1, relays: 2, inputs: 0 }], []],
      ['lan', 'mqtt', [{ unit: 1, relays: null, inputs: null }], []],
      ['pins', 'gpio', [{ unit: 3, relays: 2, inputs: 1 }], [2]],
      ['desk', 'usb-keyboard', [], [1]],
    ]);
    expect(seen.readers).toEqual([{ name: 'desk', bus: 'desk', unit: 1, doorId: 'door_0123456789abcdef' }]);
    expect(Hardware.parse(seen)).toEqual(seen);
  });

  it('names no path, no chip and nobody on the network', () => {
    expect(JSON.stringify(seen)).not.toMatch(/secret|dev/i);
  });
});
