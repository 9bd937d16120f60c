import type { DoorId } from '../ids/ids.ts';
import type { Block, Weekday } from './window.ts';

/** What a number stands for at a facility: doors, or nothing yet, or nothing any more. Both of the latter open nothing. */
export type Mapping = readonly DoorId[] | 'unmapped' | 'disabled';

export interface Geofence {
  /** Degrees, WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusM: number;
}

export interface AccessPolicy {
  /** How long a plan that has ended still opens. Default 24 h. */
  readonly graceS: number;
  /** Older than this, the snapshot still decides, and the decision says `stale`. Default 15 min. */
  readonly staleAfterS: number;
  /** Older than this, only break-glass grants open. Default 30 days. */
  readonly expiredAfterS: number;
  /** With an uncertain clock: `interval` every possible time must grant; `strict` permanent grants only; `lenient` one is enough, flagged. */
  readonly uncertainClock: 'interval' | 'strict' | 'lenient';
  /** Where a phone must be to ask. A reader is always there. */
  readonly geofence?: Geofence;
}

export const DEFAULT_POLICY: AccessPolicy = {
  graceS: 86_400,
  staleAfterS: 900,
  expiredAfterS: 30 * 86_400,
  uncertainClock: 'interval',
};

/** Hours of a plan's zone: a day that is empty or not there is closed. */
export type PlanHours = Readonly<Partial<Record<Weekday, readonly Block[]>>>;

/** Everything about a facility that a decision may look at. Numbers are small non-negative integers, given once and never again. */
export interface FacilityFacts {
  readonly timezone: string;
  /** A door's place is its index, which persons' records name: append, and leave `null` where one was removed. */
  readonly doors: readonly (DoorId | null)[];
  /** Scope keys of partner sources. One that is not listed is unmapped. */
  readonly scopes: readonly { readonly number: number; readonly doors: Mapping }[];
  /** Named sets of doors that grants may name. */
  readonly doorSets: readonly { readonly number: number; readonly doors: readonly DoorId[] }[];
  /** Access zones of plans. `hours` absent: no limit. */
  readonly planZones: readonly { readonly number: number; readonly doors: Mapping; readonly hours?: PlanHours }[];
  /** Partner sources. What comes from one that is suspended, or not listed, opens nothing. */
  readonly sources: readonly { readonly number: number; readonly suspended: boolean }[];
  readonly policy: AccessPolicy;
}
