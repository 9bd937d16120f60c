import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const accessFaults = defineFaults({
  person_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such person at this facility',
    help: 'Nobody here has this id. Look the person up by one of their memberships.',
  },
  grant_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such grant at this facility',
    help: 'The grant was taken back, or never existed. List the grants of the person to see their ids.',
  },
  member_of_another_person: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The member is linked to another person',
    help: 'A member is one person. Take the link to the other person away first, if it was a mistake.',
  },
});

export const accessFault = faultsOf(accessFaults);
