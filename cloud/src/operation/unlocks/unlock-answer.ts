import type { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import type { CommandId, DoorId, EventId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { type Door, SEEN_CHANGED, standingOf } from '../../sites/doors/doors.module.ts';
import { statusOf, type UnlockFailure } from './unlocks.faults.ts';

/** `commanded`: the relay was driven, and the door has nothing that could see the lock. Only staff are answered so. */
export type UnlockResult = 'unlocked' | 'commanded' | UnlockFailure;

/** What was answered, as it is stored and replayed. */
export interface UnlockAnswer {
  readonly outcome: UnlockResult;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface UnlockIds {
  readonly eventId: EventId;
  readonly doorId: DoorId;
  readonly facilityId: FacilityId;
}

export const unlocked = (
  ids: UnlockIds,
  by: { commandId: CommandId; holdSeconds: number; confirmedAtMs: number; confirmedBy: string },
): UnlockAnswer => ({
  outcome: 'unlocked',
  status: 200,
  body: {
    status: 'unlocked',
    ...idFields(ids),
    command_id: by.commandId,
    hold_time_seconds: by.holdSeconds,
    confirmed_at: isoOf(by.confirmedAtMs),
    confirmed_by: by.confirmedBy,
  },
});

export const commanded = (ids: UnlockIds, by: { commandId: CommandId; holdSeconds: number }): UnlockAnswer => ({
  outcome: 'commanded',
  status: 202,
  body: { status: 'commanded', ...idFields(ids), command_id: by.commandId, hold_time_seconds: by.holdSeconds },
});

export const failed = (ids: UnlockIds, reason: UnlockFailure, extra: Record<string, unknown> = {}): UnlockAnswer => ({
  outcome: reason,
  status: statusOf(reason),
  body: { status: 'failed', reason, ...idFields(ids), message: MESSAGES[reason], ...extra },
});

/** The door is in a mode that staff chose: says which, until when, and whether one can walk in. */
export const inMaintenance = (ids: UnlockIds, { mode, untilMs }: Pick<Maintenance, 'mode' | 'untilMs'>): UnlockAnswer =>
  failed(ids, 'maintenance_mode_active', {
    message:
      mode === 'force-open'
        ? 'Staff hold this door open: it stands unlocked, and no command was sent.'
        : 'Staff have closed this door: no command was sent.',
    mode,
    until: untilMs === null ? null : isoOf(untilMs),
  });

/** Mode or lockdown are not what the asker looked at. Only staff are answered so. */
export const seenChanged = (ids: UnlockIds, door: Door): UnlockAnswer =>
  failed(ids, 'seen_changed', { current: standingOf(door) });

/** Staff have locked the door down: to a partner that is a closed door with no end, and no reason of theirs. */
export const lockedDown = (ids: UnlockIds, asker: 'partner' | 'staff'): UnlockAnswer =>
  asker === 'staff' ? failed(ids, 'door_under_lockdown') : inMaintenance(ids, { mode: 'force-closed', untilMs: null });

const MESSAGES: Record<UnlockFailure, string> = {
  integration_not_enabled: 'The facility has not enabled this integration.',
  maintenance_mode_active: 'Staff have put this door in maintenance mode.',
  door_under_lockdown: 'A lockdown stands over this door, or is on its way to it: no command was sent.',
  seen_changed: SEEN_CHANGED,
  device_offline: 'The door cannot be reached at the moment; it was not unlocked.',
  unlock_confirmation_timeout: 'No confirmation came in time; treat the door as not unlocked.',
  relay_fault: 'The lock was not seen to unlock; the door was brought back to locked.',
};

/** The stored answer, for who sends its key again. A refusal says that this key will never be answered otherwise. */
export const again = (answer: UnlockAnswer): UnlockAnswer => {
  if (answer.outcome === 'unlocked' || answer.outcome === 'commanded') return answer;
  return { ...answer, body: { ...answer.body, message: `${String(answer.body.message)} ${STAYS_SO}` } };
};
const STAYS_SO =
  'This is the answer that an earlier request with this idempotency key got: a new attempt needs a new key.';

const idFields = ({ eventId, doorId, facilityId }: UnlockIds) => ({
  door_id: doorId,
  facility_id: facilityId,
  event_id: eventId,
});
