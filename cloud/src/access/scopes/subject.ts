import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';

/**
 * What a change of access is about: the facility itself, everybody in it, a member (or the person that staff linked it to),
 * a person, somebody of the staff, an outage pass, or the number of somebody whom the cloud has forgotten.
 */
export type Subject =
  | 'facility'
  | 'all'
  | `member:${string}`
  | `person:${string}`
  | `staff:${string}`
  | `pass:${string}`
  | `gone:${number}`;

export interface MemberSubject {
  readonly partnerId: PartnerId;
  readonly memberId: string;
}

export const subjectOfMember = ({ partnerId, memberId }: MemberSubject): Subject => `member:${partnerId}:${memberId}`;

/** The member that a subject is; undefined if it is something else. */
export const memberOf = (subject: Subject): MemberSubject | undefined => {
  const [, partnerId, memberId] = /^member:([^:]*):(.*)$/s.exec(subject) ?? [];
  return partnerId === undefined || memberId === undefined
    ? undefined
    : { partnerId: uncheckedId<PartnerId>(partnerId), memberId };
};

/** What staff do is built before what partners push, and that before everybody anew. */
export const rankOf = (subject: Subject): number => {
  if (subject === 'all') return 2;
  return subject.startsWith('member:') ? 1 : 0;
};
