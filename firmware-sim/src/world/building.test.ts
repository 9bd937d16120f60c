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
        b.doors[0]!.sense.input = 7;
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
});
