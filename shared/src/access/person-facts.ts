import type { DoorId } from '../ids/ids.ts';

/** Which doors a grant by staff is for. */
export type GrantTarget =
  | { readonly kind: 'facility' }
  | { readonly kind: 'doors'; readonly doors: readonly DoorId[] }
  | { readonly kind: 'door_set'; readonly number: number };

/** A permanent grant: by staff, round the clock within its dates. */
export interface Grant {
  readonly target: GrantTarget;
  /** Unix seconds, inclusive. */
  readonly fromS?: number;
  /** Unix seconds, exclusive. */
  readonly untilS?: number;
  /** Passes a lockdown and outlives an old snapshot. */
  readonly breakGlass?: boolean;
}

/** One plan of a member, from one source. */
export interface Membership {
  readonly source: number;
  /** Numbers of the plan's access zones at this facility. None: the plan opens nothing by itself. */
  readonly planZones: readonly number[];
  /** Unix seconds, inclusive. A date begins with the facility’s local day. */
  readonly fromS?: number;
  /** Unix seconds, exclusive. A date ends with the facility’s local day. Absent: ongoing. */
  readonly untilS?: number;
  readonly current: boolean;
  /** The stricter of the plan's own status and the member's, through the facility's map. `ignore` denies nothing. */
  readonly status: 'allow' | 'deny' | 'ignore';
}

/** Everything about a person that a decision may look at, from all sources. */
export interface PersonFacts {
  readonly banned: boolean;
  readonly disabled: boolean;
  /** `blockAllAccess` */
  readonly blocked: boolean;
  readonly grants: readonly Grant[];
  readonly memberships: readonly Membership[];
  /** One program a source, its scopes bound to the facility's numbers: see `bindScopes`. */
  readonly windows: readonly { readonly source: number; readonly program: Uint8Array }[];
}
