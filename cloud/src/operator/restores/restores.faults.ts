import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const restoresFaults = defineFaults({
  difference_unknown: callersFault(
    404,
    'No such difference at this facility',
    'List the differences of the facility that wait for somebody to look at them.',
  ),
});

export const restoresFault = faultsOf(restoresFaults);
