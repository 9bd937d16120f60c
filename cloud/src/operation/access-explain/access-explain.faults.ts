import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const accessExplainFaults = defineFaults({
  member_not_here: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such member of this source here',
    help: 'The partner has not sent a member of this id for this facility, or has no integration here. Look at the source’s id and the member’s.',
  },
  source_not_here: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such source at this facility',
    help: 'The partner has never sent anything that opens a door here. List the sources of the facility to see them.',
  },
});

export const accessExplainFault = faultsOf(accessExplainFaults);
