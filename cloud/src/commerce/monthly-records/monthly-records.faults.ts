import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const monthlyRecordsFaults = defineFaults({
  record_unknown: callersFault(404, 'No such record', 'There is no line of a monthly record with these ids.'),
});
export const monthlyRecordsFault = faultsOf(monthlyRecordsFaults);
