import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const lockdownsFaults = defineFaults({
  lockdown_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such lockdown at this facility',
    help: 'List the lockdowns of the facility to see their ids.',
  },
  lockdown_of_nothing: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'There is no door to lock down',
    help: 'No box drives any door of this target, so nobody could carry the lockdown out. Claim a box and give it the doors first, or see that the access scope has doors.',
  },
  door_under_lockdown: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'A lockdown stands over this door',
    help: 'It ends by its own release only: release it where it was ordered, in the cloud (the list of lockdowns names it) or at the box. Until then nobody gets in but by a break-glass grant.',
  },
});

export const lockdownsFault = faultsOf(lockdownsFaults);
