import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const chargesFaults = defineFaults({
  changed: callersFault(
    409,
    'Somebody else has changed it meanwhile',
    'The revision that the request goes on from is not the newest any more. Read it again, look at what is different, and send the change on top of that.',
  ),
  revision_unknown: callersFault(
    404,
    'No such revision',
    'Revisions are numbered from 1 on without gaps. Leave the number out to read the newest.',
  ),
});
export const chargesFault = faultsOf(chargesFaults);
