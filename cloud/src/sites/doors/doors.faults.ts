import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const doorsFaults = defineFaults({
  box_elsewhere: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The box is not of this facility',
    help: 'A door can be driven only by an active box of its own facility. Claim the box to the facility first.',
  },
  door_without_box: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'No box drives this door',
    help: 'Give the door to a box of its facility first: nobody else could carry it out.',
  },
  bad_end: {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'The end of the maintenance is not allowed',
    help: 'An end must lie in the future, and force-open ends within 12 hours; without one it ends after 2 hours.',
  },
  maintenance_outdated: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The maintenance of the door has changed since',
    help: 'Each change names the generation of the maintenance that it was made looking at, and somebody else has changed it meanwhile. `current` says how it is now: look at it, then decide again.',
  },
  seen_changed: {
    status: 412,
    blame: 'caller',
    retry: 'never',
    title: 'Mode or lockdown have changed since they were looked at',
    help: 'The request named what its caller had looked at as `ifSeen`, and by now the door is in another mode, or a lockdown has begun or ended. Nothing was done. `current` says how it is: show that to the person who decides, then ask again with its `seen`.',
  },
  override_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such override at this facility',
    help: 'Overrides are kept for 90 days. List the overrides of the facility to see their ids.',
  },
  door_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such door at this facility',
    help: 'List the doors of the facility to see their ids.',
  },
});

export const doorsFault = faultsOf(doorsFaults);

export const noSuchDoor = (doorId: string) =>
  doorsFault('door_unknown', `There is no door ${doorId} at this facility.`);
