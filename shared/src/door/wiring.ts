import { isDeepStrictEqual } from 'node:util';
import type { DoorConfig } from './door-config.ts';

/**
 * Whether anything but a door's name and times differs: what is wired where, and how the lock behaves. Nobody knows whose lock
 * the relay of such a door moves before somebody has looked.
 */
export const isRewired = (one: DoorConfig, other: DoorConfig): boolean =>
  !isDeepStrictEqual(wiringOf(one), wiringOf(other));

const wiringOf = ({ name, holdSeconds, extendedHoldSeconds, heldOpenSeconds, ...rest }: DoorConfig) => {
  const { confirmationTimeoutSeconds, ...wiring } = rest;
  return wiring;
};
