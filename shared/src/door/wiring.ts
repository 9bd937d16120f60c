import { isDeepStrictEqual } from 'node:util';
import type { DoorId } from '../ids/ids.ts';
import type { DoorConfig } from './door-config.ts';

/**
 * Whether anything but a door's name and times differs: what is wired where, and how the lock behaves. Nobody knows whose lock
 * the relay of such a door moves before somebody has looked.
 */
export const isRewired = (one: DoorConfig, other: DoorConfig): boolean =>
  !isDeepStrictEqual(wiringOf(one), wiringOf(other));

/** Whether a door has a key switch where it had none, or another one. */
export const hasNewKey = (before: DoorConfig | undefined, now: DoorConfig): boolean =>
  now.keySwitch !== null && !isDeepStrictEqual(before && keyOf(before), keyOf(now));

/** What a person at the box has to confirm: the doors as they are wired, and what staff answer for at each. */
export interface Wiring {
  readonly doors: readonly DoorConfig[];
  /** By door; the rules that it says nothing of are not answered for. Null: not known, which differs from nothing. */
  readonly acknowledged: Readonly<Record<string, readonly string[]>> | null;
}

/** Whether a person has to confirm the second where the first was confirmed. Names, times and the order of doors do not count. */
export const isSameWiring = (confirmed: Wiring, wished: Wiring): boolean =>
  confirmed.doors.length === wished.doors.length &&
  wished.doors.every((door) => {
    const was = confirmed.doors.find(({ doorId }) => doorId === door.doorId);
    return was !== undefined && !isRewired(was, door) && isSameAnswered(confirmed, wished, door.doorId);
  });

/** What staff answer for at a door, in the order of the alphabet; null where that is not known. */
export const answeredFor = ({ acknowledged }: Wiring, doorId: DoorId): readonly string[] | null =>
  acknowledged && [...(acknowledged[doorId] ?? [])].sort();

const isSameAnswered = (one: Wiring, other: Wiring, doorId: DoorId): boolean => {
  const [was, is] = [answeredFor(one, doorId), answeredFor(other, doorId)];
  return was === null || is === null || isDeepStrictEqual(was, is);
};

/** A door that goes on as it is wired, with the name and the times that are wished of it. */
export const renamed = (wired: DoorConfig, wished: DoorConfig | undefined): DoorConfig => {
  if (wished === undefined) return wired;
  const { name, holdSeconds, extendedHoldSeconds, heldOpenSeconds, confirmationTimeoutSeconds } = wished;
  return { ...wired, name, holdSeconds, extendedHoldSeconds, heldOpenSeconds, confirmationTimeoutSeconds };
};

/** Everything of a door but its name and times. */
export const wiringOf = (door: DoorConfig) => {
  const { name, holdSeconds, extendedHoldSeconds, heldOpenSeconds, confirmationTimeoutSeconds, ...wiring } = door;
  return { ...wiring, rex: told(door.rex, 'pressed'), fire: told(door.fire, 'alarm'), keySwitch: keyOf(door) };
};

const keyOf = ({ keySwitch }: DoorConfig) => told(keySwitch, 'turned');

/** To say of an input what it means anyway rewires nothing. */
const told = <Input extends { readonly activeMeans?: string | undefined }>(input: Input | null, usual: string) =>
  input && { ...input, activeMeans: input.activeMeans ?? usual };
