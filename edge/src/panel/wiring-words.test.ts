import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import { aDoor, at } from '../wiring/wiring.kit.ts';
import { waitingWiring } from './wiring-words.ts';

const SIDE = 'door_side000000000000' as DoorId;
const waits = { hash: '0'.repeat(64), revision: 3, sinceMs: 5, rejected: null };
const of = (
  was: Parameters<typeof aDoor>[0][],
  is: Parameters<typeof aDoor>[0][],
  answered: { was?: Record<string, string[]> | null; is?: Record<string, string[]> } = {},
) =>
  waitingWiring({
    confirmed: { doors: was.map((door) => aDoor(door)), acknowledged: answered.was === undefined ? {} : answered.was },
    waiting: { ...waits, doors: is.map((door) => aDoor(door)), acknowledged: answered.is ?? {} },
  })?.doors;

describe('a wiring that waits, in the words of the panel', () => {
  it('is nothing while none does', () => {
    expect(waitingWiring(undefined)).toBeNull();
  });

  it('names what was and what will be, of what differs alone', () => {
    expect(of([{ rex: at(2) }], [{ relay: at(5), relayEnergisedMeans: 'locked', name: 'Main' }])).toEqual([
      {
        doorId: aDoor().doorId,
        name: 'Main',
        change: 'changed',
        lines: [
          { what: 'Relay', was: 'rs485-1, board 1, channel 0', is: 'main, board 1, channel 5' },
          {
            what: 'Power on the relay',
            was: 'unlocks: at rest, and without power, the relay says locked',
            is: 'locks: without power the relay says unlocked',
          },
          { what: 'Exit button', was: 'main, board 1, channel 2, active means pressed', is: null },
        ],
      },
    ]);
  });

  it('says of a door that comes everything, of one that goes what it had, and of one that is renamed nothing', () => {
    const doors = of([{}, { doorId: SIDE }], [{ name: 'Main' }, { doorId: 'door_new0000000000000' as DoorId }]);
    expect(doors?.map(({ change, doorId }) => [change, doorId])).toEqual([
      ['added', 'door_new0000000000000'],
      ['removed', SIDE],
    ]);
    expect(doors?.[0]?.lines.map(({ what }) => what)).toEqual([
      'Lock',
      'Relay',
      'Power on the relay',
      'What sees the lock',
    ]);
    expect(doors?.[1]?.lines.every(({ is }) => is === null)).toBe(true);
  });

  it('says what staff answer for, and nothing of what was answered before that was kept', () => {
    const answers = { [aDoor().doorId]: ['magnet_without_fire', 'of_a_newer_cloud'] };
    expect(of([{}], [{}], { is: answers })?.[0]?.lines).toEqual([
      {
        what: 'Staff answer for',
        was: null,
        is: 'hardware releases it on fire, not an input of this box; of_a_newer_cloud',
      },
    ]);
    expect(of([{}], [{}], { was: null, is: answers })).toEqual([]);
  });
});
