import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

const accessFaults = defineFaults({
  'access.ban_not_told': {
    status: 503,
    blame: 'device',
    retry: 'never',
    title: 'The ban counts at this box alone',
    help: 'The box’s disk takes no facts, so that the cloud does not hear of the ban. Ban the person in the cloud as well, and see to the disk.',
  },
});
export const accessFault = faultsOf(accessFaults);
