import type { LockdownOverride } from '@gatehouse/shared/door/lockdown.ts';
import type { Maintenance, MaintenanceOverride } from '@gatehouse/shared/door/maintenance.ts';
import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Door } from './door-view.ts';

interface OverrideRequest {
  readonly facilityId: FacilityId;
  readonly doorId: DoorId;
  readonly by: string;
  readonly reason: string;
  /** The generation that the override was made looking at; the one that the box reported last unless given. */
  readonly seen?: number;
}
export interface MaintenanceOverrideRequest extends OverrideRequest {
  readonly mode: Maintenance['mode'];
  /** Wall-clock end in ms; `force-open` without one ends after 2 hours. */
  readonly untilMs: number | null;
}
export interface LockdownOverrideRequest extends OverrideRequest {
  readonly active: boolean;
}
/** Asked for by who knows the generation that the box is at. */
export type ClosedOverrideRequest = Omit<MaintenanceOverrideRequest, 'mode' | 'seen'> & { readonly seen: number };

/** `lapsed`: a force-open that no box took in time. It is not asked for any more, whatever becomes of the box. */
export type OverrideState = 'open' | 'taken' | 'refused' | 'superseded' | 'lapsed';
export type DoorOverride = {
  readonly overrideId: string;
  readonly state: OverrideState;
  readonly madeAtMs: number;
  readonly settledAtMs: number | null;
} & (
  | ({ readonly kind: 'maintenance' } & Omit<MaintenanceOverride, 'wishId'>)
  | ({ readonly kind: 'lockdown' } & Omit<LockdownOverride, 'wishId'>)
);

/** On the link an override is known by `wishId`. */
export const onLink = ({ overrideId: wishId, ...override }: DoorOverride) => ({ ...override, wishId });

/** What is stored of an override, made of the door as its box reported it last. */
export type BodyFor = (door: Door) => Omit<MaintenanceOverride, 'wishId'> | Omit<LockdownOverride, 'wishId'>;

export const lockdownOf = ({ doorId, active, by, reason, seen }: LockdownOverrideRequest) => ({
  doorId,
  bodyFor: ({ lockdown }: Door) => ({ doorId, active, by, reason, seen: seen ?? lockdown.generation }),
});
