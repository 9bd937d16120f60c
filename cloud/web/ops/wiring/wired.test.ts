import { describe, expect, it } from 'vitest';
import { answerable, boardsOf, differencesOf, problemsOf, type Reported, type Wired } from './wired.ts';

const at = (channel: number, unit = 1) => ({ bus: 'rs485-1', unit, channel });
const door = (name: string, fields: Partial<Wired> = {}): Wired => ({
  doorId: `door_${name}`,
  name,
  profile: 'latch',
  relay: at(0),
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'lock-sense', ...at(0), activeMeans: 'unlocked' },
  contact: null,
  rex: null,
  fire: null,
  keySwitch: null,
  acknowledged: [],
  ...fields,
});
const REPORTED: Reported = {
  at: '2026-01-01T09:00:00.000Z',
  agentVersion: '1',
  version: 1,
  buses: [
    { name: 'rs485-1', kind: 'modbus-rtu', boards: [{ unit: 1, relays: 4, inputs: 8 }], readers: [] },
    { name: 'usb-1', kind: 'serial', boards: null, readers: [] },
  ],
  readers: [],
  refused: [],
};

describe('the boards of a box', () => {
  it('have every terminal that the box tells of, and those that a door names all the same', () => {
    const boards = boardsOf(
      [door('a'), door('b', { relay: at(5), evidence: { kind: 'command-only' }, rex: at(2, 9) })],
      REPORTED,
    );
    expect(boards.map(({ unit, relays, inputs }) => [unit, relays.length, inputs.length])).toEqual([
      [1, 6, 8],
      [9, 0, 3],
    ]);
  });

  it('name each door and part at its terminal, relays and inputs apart', () => {
    const [board] = boardsOf([door('a', { contact: { ...at(3), activeMeans: 'open' } })], REPORTED);
    const uses = (of: 'relays' | 'inputs') => board?.[of].map(({ uses: all }) => all.map(({ part }) => part));
    expect(uses('relays')?.[0]).toEqual(['relay']);
    expect(uses('inputs')?.slice(0, 4)).toEqual([['evidence'], [], [], ['contact']]);
  });

  it('show a conflict at the pin where it is, at every door that has a part in it, before anything is sent', () => {
    const [board] = boardsOf([door('a'), door('b', { evidence: { kind: 'command-only' } })], REPORTED);
    expect(board?.relays[0]?.uses.map(({ door: { name }, problems }) => [name, problems.length])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(problemsOf([door('a', { relay: at(4) })], REPORTED).map(({ rule }) => rule)).toEqual(['no_such_relay']);
  });
});

describe('what staff may answer for', () => {
  it('is offered where it is wrong, and where they do already', () => {
    const magnet = door('a', { profile: 'magnet' });
    expect(answerable(magnet, [magnet])).toEqual(['magnet_without_exit', 'magnet_without_fire']);
    const answered = door('a', { acknowledged: ['input_shared'] });
    expect(answerable(answered, [answered])).toEqual(['input_shared']);
    expect(answerable(door('a'), [door('a')])).toEqual([]);
  });
});

describe('how two wirings differ', () => {
  it('is said door by door, in words, of what differs alone', () => {
    const before = [door('a', { rex: at(2) }), door('gone')];
    const after = [door('a', { relay: at(3), relayEnergisedMeans: 'locked', name: 'A' }), door('new')];
    expect(differencesOf(before, after)).toMatchObject([
      {
        name: 'A',
        change: 'changed',
        lines: [
          { what: 'Relay', was: 'rs485-1, board 1, channel 0', is: 'rs485-1, board 1, channel 3' },
          { what: 'Power on the relay', is: 'Locks: without power the relay says unlocked' },
          { what: 'Exit button', was: 'rs485-1, board 1, channel 2, active means pressed', is: null },
        ],
      },
      { name: 'gone', change: 'removed', lines: [] },
      { name: 'new', change: 'added' },
    ]);
  });
  it('is nothing where names differ, or where an input is said to mean what it means anyway', () => {
    expect(
      differencesOf([door('a', { rex: at(2) })], [door('a', { rex: { ...at(2), activeMeans: 'pressed' }, name: 'B' })]),
    ).toEqual([]);
  });
});
