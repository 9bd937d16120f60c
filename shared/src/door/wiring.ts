import { isDeepStrictEqual } from 'node:util';
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

const wiringOf = (door: DoorConfig) => {
  const { name, holdSeconds, extendedHoldSeconds, heldOpenSeconds, confirmationTimeoutSeconds, ...wiring } = door;
  return { ...wiring, rex: told(door.rex, 'pressed'), fire: told(door.fire, 'alarm'), keySwitch: keyOf(door) };
};

const keyOf = ({ keySwitch }: DoorConfig) => told(keySwitch, 'turned');

/** To say of an input what it means anyway rewires nothing. */
const told = <Input extends { readonly activeMeans?: string | undefined }>(input: Input | null, usual: string) =>
  input && { ...input, activeMeans: input.activeMeans ?? usual };
