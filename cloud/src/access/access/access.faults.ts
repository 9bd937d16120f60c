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
  grants_too_many: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The person has as many grants as a person may have',
    help: 'Take back grants that have ended or are no longer wanted. One grant may name many doors.',
  },
  member_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such member at this facility',
    help: 'No partner has sent a member with this id for the facility, or the member is not the person’s that was named. Search the members of the facility to see their ids.',
  },
  preview_outdated: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'More members would lose access than was said',
    help: 'Disabling an integration needs the number of members who lose access by it, as its preview says. Look at the preview, and send that number as `losing`.',
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

export const noSuchMember = (memberId: string) =>
  accessFault('member_unknown', `memberId: there is no member ${memberId} at this facility.`);
