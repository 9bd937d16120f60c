import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const restoresFaults = defineFaults({
  difference_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such difference at this facility',
    help: 'List the differences of the facility that wait for somebody to look at them.',
  },
});

export const restoresFault = faultsOf(restoresFaults);
