import { defineFaults, Fault } from '@gatehouse/shared/fault/fault.ts';
import { partnersFaults } from '../../partner/partners/partners.faults.ts';
import { doorsFaults } from '../../sites/doors/doors.faults.ts';
import { lockdownsFaults } from '../lockdowns/lockdowns.faults.ts';

/** The reasons of the unlock's `failed` object. */
export const unlocksFaults = defineFaults({
  integration_not_enabled: partnersFaults.integration_not_enabled,
  maintenance_mode_active: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'Staff have put the door in maintenance mode',
    help: 'Nothing was sent to the door. `mode` says which mode, `until` when it ends. With `force-open` the door stands open: the person can walk in. With `force-closed` nobody is let in by command. Use a new idempotency key for a later attempt.',
  },
  device_offline: {
    status: 503,
    blame: 'device',
    retry: 'after-delay',
    title: 'The door cannot be reached at the moment',
    help: 'The box that drives the door has not been heard of for 15 seconds, its link was cut, or the door’s relay board does not answer. The door was not unlocked and will not unlock later because of this request. Retry after 1, 2 and 4 seconds with new idempotency keys, then alert staff.',
  },
  unlock_confirmation_timeout: {
    status: 504,
    blame: 'device',
    retry: 'after-delay',
    title: 'No confirmation came in time',
    help: 'The command was sent and nothing came back within the confirmation time. Treat the door as not unlocked. The command has expired on the box by the time you read this, so the door does not open a moment later; if it did open and only the confirmation was lost, that is recorded as a late confirmation. Ask the person first; another attempt needs a new idempotency key.',
  },
  relay_fault: {
    status: 502,
    blame: 'device',
    retry: 'by-hand',
    title: 'The lock was not seen to unlock',
    help: 'The box drove the relay, and the independent sense input did not see the lock unlock within the time; or the relay board stopped answering, and the message says so. The door was brought back to locked, by the board’s own timer at the latest. After three of these in a row the facility gets an alarm: the lock, its wiring or its power needs a look. Tell staff at once: the person stands outside. Another attempt needs a new idempotency key: this one gets this answer for 24 hours.',
  },
});

/** Those of staff, who are told of a lockdown as such. To a partner it is a closed door, and no reason of theirs. */
const { integration_not_enabled: _, ...ofDoors } = unlocksFaults;
export const staffUnlockFaults = defineFaults({
  ...ofDoors,
  door_under_lockdown: lockdownsFaults.door_under_lockdown,
  seen_changed: doorsFaults.seen_changed,
});

const allFaults = { ...unlocksFaults, ...staffUnlockFaults };
export type UnlockFailure = keyof typeof allFaults;
export const statusOf = (reason: UnlockFailure): number => allFaults[reason].status;

interface Replay {
  /** The answer of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** The header by which a replay is known. */
export const replayMark = ({ replayed }: Replay): Record<string, string> =>
  replayed ? { 'idempotent-replayed': 'true' } : {};

/** The fault of an unlock that failed, with its body as the surface words it. The same request sent again after a replay gets it again. */
export const unlockFailure = (
  reason: UnlockFailure,
  body: Readonly<Record<string, unknown>>,
  replay: Replay,
): Fault => {
  const spec = allFaults[reason];
  const detail = { body, headers: replayMark(replay) };
  return new Fault(reason, replay.replayed ? { ...spec, retry: 'never' } : spec, String(body.message), detail);
};
