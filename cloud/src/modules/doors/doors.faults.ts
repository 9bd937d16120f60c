import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const doorsFaults = defineFaults({
  box_elsewhere: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The box is not of this facility',
    help: 'A door can be driven only by an active box of its own facility. Claim the box to the facility first.',
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
