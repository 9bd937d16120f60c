import type { Person } from './person.ts';

export interface Location {
  /** Degrees, WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
  /** The radius in metres within which the phone believes itself to be. */
  readonly accuracyM: number;
}

/** One question: may this person pass this door now? */
export interface Ask {
  /** The door's place in the facility's list. */
  readonly doorIndex: number;
  /** Unix seconds: it is some time in `[fromS, toS]`, both included. The same, where the clock is trusted. */
  readonly fromS: number;
  readonly toS: number;
  readonly clock: 'trusted' | 'uncertain';
  /** Seconds since the box last heard from the cloud; 0 in the cloud. */
  readonly snapshotAgeS: number;
  readonly door: { readonly lockdown: boolean; readonly maintenance: 'off' | 'force-open' | 'force-closed' };
  /** A reader counts as inside the geofence; an app has to say where it is. */
  readonly via: 'reader' | 'app';
  readonly location?: Location | undefined;
  /** What was presented, so that nobody found is told apart: a member by id, or a card or code. */
  readonly presented: 'member' | 'credential';
  readonly person: Person | undefined;
}

/** The plain question, still without the person: at a door's reader, by a trusted clock, with everything known. */
export const askAt = (doorIndex: number, atS: number): Omit<Ask, 'person'> => ({
  doorIndex,
  fromS: atS,
  toS: atS,
  clock: 'trusted',
  snapshotAgeS: 0,
  door: { lockdown: false, maintenance: 'off' },
  via: 'reader',
  presented: 'member',
});
