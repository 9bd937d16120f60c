import type { DoorId } from '../ids/ids.ts';
import { checkDoors, DOORS_MAX, type DoorProblem, isHard } from './check-doors.ts';
import type { DoorConfig } from './door-config.ts';
import type { Hardware } from './hardware.ts';

export interface Settled {
  /** What is to be driven: as desired, and as before where that cannot be. */
  readonly doors: readonly DoorConfig[];
  /** Why some doors are not as desired, or cannot be reached as they are. */
  readonly refused: readonly DoorProblem[];
}

/**
 * What a box drives when it is told to be like this. A door that cannot be driven as desired stays as it was, if it was
 * there, and is left out otherwise; one whose bus is not there (yet) moves nothing, so it may wait for it. No two
 * doors of the outcome ever share a relay, as long as those of before did not.
 */
export const settleDoors = (
  desired: readonly DoorConfig[],
  before: readonly DoorConfig[],
  hardware: Hardware | undefined,
): Settled => {
  const was = new Map(before.map((door) => [door.doorId, door]));
  const refused = new Map<string, DoorProblem>();
  const fallen = new Set<DoorId>();
  // The first of a door that is named twice is neither more nor less right than the second.
  const twice = checkDoors(desired, {}).filter(({ rule }) => rule === 'door_twice' || rule === 'too_many_doors');
  for (const found of twice) refused.set(keyOf(found), found);
  let doors = desired.filter(({ doorId }, i) => i < DOORS_MAX && !twice.some((one) => one.doorId === doorId));
  for (const { doorId } of twice) {
    const old = was.get(doorId);
    fallen.add(doorId);
    if (old !== undefined && !doors.includes(old)) doors = [...doors, old].slice(0, DOORS_MAX);
  }
  for (;;) {
    const found = checkDoors(doors, { hardware }).filter(isHard);
    for (const one of found) if (!refused.has(keyOf(one))) refused.set(keyOf(one), one);
    const falling = doors.filter(({ doorId }) => !fallen.has(doorId) && mustFall(found, doorId, was.has(doorId)));
    if (falling.length === 0) return { doors, refused: [...refused.values()] };
    for (const { doorId } of falling) fallen.add(doorId);
    doors = doors.flatMap((door) => (falling.includes(door) ? (was.get(door.doorId) ?? []) : [door]));
  }
};

const keyOf = ({ doorId, field, rule }: DoorProblem): string => `${doorId} ${field} ${rule}`;

const mustFall = (found: readonly DoorProblem[], doorId: DoorId, hasBefore: boolean): boolean =>
  found.some((one) => one.doorId === doorId && (hasBefore || one.rule !== 'bus_missing'));
