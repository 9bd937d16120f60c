import { describe, expect, it } from 'vitest';
import { Building } from './building.ts';
import { demoBuilding } from './demo-building.ts';

const complaints = (change: (building: ReturnType<typeof copy>) => void): string[] => {
  const building = copy();
  change(building);
  const result = Building.safeParse(building);
  return result.success ? [] : result.error.issues.map((issue) => issue.message);
};
const copy = () => structuredClone(demoBuilding);

describe('a building file', () => {
  it('that describes the demo is accepted', () => expect(complaints(() => undefined)).toEqual([]));

  it('names two things wired to one input', () =>
    expect(
      complaints((b) => {
        b.doors[0]!.sense!.input = 7;
      }),
    ).toEqual(['two things are wired to board-1 input 7']));

  it('names two doors on one relay', () =>
    expect(
      complaints((b) => {
        b.doors[0]!.channel = 1;
      }),
    ).toEqual(['two doors share board-1 relay 1']));

  it('names a door on a board that is not there', () =>
    expect(
      complaints((b) => {
        b.doors[0]!.board = 'board-9';
      }),
    ).toContain('door "front" is on no known board'));

  it('names two boards with one address, and twins', () =>
    expect(complaints((b) => void b.boards.push({ ...b.boards[0]! }))).toEqual([
      'the name "board-1" is used twice',
      'two boards answer on rs485-1 address 1',
    ]));

  it('names kinds that do not talk alike on one bus, a second board where there is room for one, and a bus of another sort', () => {
    expect(
      complaints((b) => void b.readers.push({ kind: 'scanner', name: 'qr', door: 'front', bus: 'rs485-1' })),
    ).toEqual(['bus "rs485-1" has waveshare and scanner on it, which do not talk alike']);
    expect(
      complaints((b) => {
        b.buses.push({ name: 'usb-1', kind: 'serial', baud: 9600 });
        for (const name of ['relays-1', 'relays-2']) b.boards.push({ kind: 'lcus', name, bus: 'usb-1' });
      }),
    ).toEqual(['bus "usb-1" has room for one lcus only']);
    expect(
      complaints((b) => {
        b.boards.push({ kind: 'gpio', name: 'pins', bus: 'rs485-1', relays: [17], inputs: [17], activeLow: false });
      }),
    ).toEqual([
      'two things are wired to rs485-1 line 17',
      'board "pins" is on no known bus',
      'bus "rs485-1" has waveshare and gpio on it, which do not talk alike',
    ]);
  });

  it('names lines that a chip does not have, and chips that nobody could tell apart', () => {
    const chip = (name: string, label: string, base: number) =>
      ({ kind: 'gpio', name, label, base, lines: 32 }) as const;
    expect(
      complaints((b) => {
        b.buses.push(chip('pi', 'first', 512), chip('hat', 'second', 543), chip('far', 'first', 600));
        b.boards.push({ kind: 'gpio', name: 'pins', bus: 'pi', relays: [31], inputs: [32], activeLow: false });
      }),
    ).toEqual([
      'two buses have the label "first"',
      'lines of bus "pi" and bus "hat" have the same numbers',
      'board "pins" is on line 32, which bus "pi" does not have',
    ]);
  });

  it('names a relay and an input that a board does not have', () =>
    expect(
      complaints((b) => {
        b.boards.push({ kind: 'waveshare', name: 'plain', bus: 'rs485-1', address: 2, inputs: false });
        Object.assign(b.doors[0]!, { board: 'plain', channel: 8 });
      }),
    ).toEqual([
      'door "front" is on relay 8, which "plain" does not have',
      '"plain" has no input 0',
      '"plain" has no input 1',
      '"plain" has no input 2',
    ]));
});
