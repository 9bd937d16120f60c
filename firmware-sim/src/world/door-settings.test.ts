import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { describe, expect, it } from 'vitest';
import { Building } from './building.ts';
import { demoBuilding } from './demo-building.ts';
import { doorSettings } from './door-settings.ts';
import { unitOf } from './units.ts';

const door = (name: string, more: object) => ({ name, title: name, lock: 'strike', wiring: 'no', channel: 0, ...more });
const building = (more: object) => Building.parse({ title: 'A gym', buses: [], boards: [], doors: [], ...more });
const doorId = 'door_0123456789abcdef';

describe('the settings of a building’s doors', () => {
  it('are what the demo’s doors are wired to', () => {
    const at = (channel: number) => ({ bus: 'rs485-1', unit: 1, channel });
    expect(doorSettings(demoBuilding).studio).toEqual({
      name: 'Studio',
      profile: 'magnet',
      relay: at(1),
      relayEnergisedMeans: 'unlocked',
      evidence: { kind: 'lock-sense', activeMeans: 'unlocked', ...at(3) },
      contact: { activeMeans: 'open', ...at(4) },
      rex: { activeMeans: 'pressed', ...at(5) },
      fire: null,
    });
    for (const settings of Object.values(doorSettings(demoBuilding))) DoorConfig.parse({ doorId, ...settings });
  });

  it('know the polarity of each lock on each contact', () => {
    const of = (lock: string, wiring: string) =>
      doorSettings(
        building({
          buses: [{ name: 'b' }],
          boards: [{ name: 'one', bus: 'b', address: 1 }],
          doors: [door('front', { lock, wiring, board: 'one' })],
        }),
      ).front?.relayEnergisedMeans;
    expect([of('strike', 'no'), of('strike', 'nc'), of('magnet', 'no'), of('magnet', 'nc'), of('gate', 'no')]).toEqual([
      'unlocked',
      'locked',
      'locked',
      'unlocked',
      'unlocked',
    ]);
  });

  it('say that nothing sees a lock without a sense, and where a contact on another board is', () => {
    const settings = doorSettings(
      building({
        buses: [{ name: 'b' }, { name: 'usb' }],
        boards: [
          { name: 'one', bus: 'b', address: 7 },
          { name: 'two', kind: 'lcus', bus: 'usb' },
        ],
        doors: [door('back', { board: 'two', channel: 3, contact: { board: 'one', input: 2 }, fireCutsPower: true })],
        fire: { board: 'one', input: 5, active: 'normal' },
      }),
    );
    expect(settings.back).toMatchObject({
      relay: { bus: 'usb', unit: 1, channel: 3 },
      evidence: { kind: 'command-only' },
      contact: { bus: 'b', unit: 7, channel: 2 },
      fire: { activeMeans: 'normal', bus: 'b', unit: 7, channel: 5 },
    });
  });
});

describe('the unit of a board or reader', () => {
  it('is its address, its place on the bus, or its place on the LAN', () => {
    const many = building({
      buses: [{ name: 'rs485' }, { name: 'lines', kind: 'gpio' }],
      boards: [
        { name: 'lan-1', kind: 'mqtt-controller' },
        { name: 'gpio-1', kind: 'gpio', bus: 'lines', relays: [1] },
        { name: 'lan-2', kind: 'mqtt-controller' },
        { name: 'gpio-2', kind: 'gpio', bus: 'lines', relays: [2] },
      ],
      doors: [door('front', { board: 'gpio-1' })],
      readers: [
        { name: 'in', kind: 'osdp', door: 'front', bus: 'rs485', address: 0 },
        { name: 'out', kind: 'osdp', door: 'front', bus: 'rs485', address: 5 },
        { name: 'wedge', kind: 'keyboard', door: 'front' },
      ],
    });
    expect(['lan-1', 'lan-2', 'gpio-2', 'in', 'out', 'wedge', 'nobody'].map((name) => unitOf(many, name))).toEqual([
      { bus: 'lan', unit: 1 },
      { bus: 'lan', unit: 2 },
      { bus: 'lines', unit: 2 },
      { bus: 'rs485', unit: 127 },
      { bus: 'rs485', unit: 5 },
      undefined,
      undefined,
    ]);
  });
});
