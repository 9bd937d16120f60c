import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

/** What staff at the box may be told when they change a door. */
export const doorFaults = defineFaults({
  'doors.unknown_door': {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such door',
    help: 'This box has no door of that id. Doors come with the box’s configuration; it may not have arrived yet.',
  },
  'doors.bad_end': {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'The end of the maintenance is not allowed',
    help: 'An end must lie in the future, and force-open ends within 12 hours; without one it ends after 2 hours.',
  },
  'doors.maintenance_outdated': {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'Somebody changed this door meanwhile',
    help: 'The change was made looking at an older state of the door. Look again, then decide again.',
  },
  'doors.lockdown_outdated': {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'Another lockdown of this door began meanwhile',
    help: 'A lockdown is ended only by somebody who has seen it. Look again, then decide again.',
  },
  'doors.in_doubt': {
    status: 403,
    blame: 'caller',
    retry: 'never',
    title: 'Only a manager may say what stands over this door',
    help: 'The box has lost its record of lockdowns and of doors that were forced closed. The cloud’s word or a manager who signs in by name at the panel ends the lockdown that holds meanwhile; the PIN of the box does not.',
  },
  'doors.fire_active': {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The fire input is still active',
    help: 'A latched release can be reset only once the fire input is quiet.',
  },
  'doors.store_unwritable': {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The box cannot write its store',
    help: 'The change was not made, because it could not be recorded. See the box’s disk.',
  },
});

export const doorFault = faultsOf(doorFaults);
