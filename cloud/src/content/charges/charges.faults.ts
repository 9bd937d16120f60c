import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { kitFaults } from '../../kit/http/kit-faults.ts';

export const chargesFaults = defineFaults({
  changed: kitFaults.changed,
  revision_unknown: callersFault(
    404,
    'No such revision',
    'Revisions are numbered from 1 on without gaps. Leave the number out to read the newest.',
  ),
});
export const chargesFault = faultsOf(chargesFaults);
