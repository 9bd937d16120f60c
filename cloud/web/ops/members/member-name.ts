import type { Member } from '../../client/platform-api.gen.ts';

/** What a member is called; by number where nobody has sent a name. */
export const nameOf = ({
  firstName,
  lastName,
  memberId,
}: Pick<Member, 'firstName' | 'lastName' | 'memberId'>): string =>
  `${firstName} ${lastName}`.trim() || `Member ${memberId}`;
