import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';

/**
 * What a change of access is about: the facility itself, everybody in it, a member (or the person that staff linked it to),
 * a person, somebody of the staff, an outage pass, or the number of somebody whom the cloud has forgotten.
 */
export type ChangeKey =
  | 'facility'
  | 'all'
  | `member:${string}`
  | `person:${string}`
  | `staff:${string}`
  | `pass:${string}`
  | `gone:${number}`;

export interface ChangedMember {
  readonly partnerId: PartnerId;
  readonly memberId: string;
}

export const memberChangeKey = ({ partnerId, memberId }: ChangedMember): ChangeKey => `member:${partnerId}:${memberId}`;

/** The member that a key names; undefined for another kind of key. */
export const memberOf = (key: ChangeKey): ChangedMember | undefined => {
  const [, partnerId, memberId] = /^member:([^:]*):(.*)$/s.exec(key) ?? [];
  return partnerId === undefined || memberId === undefined
    ? undefined
    : { partnerId: uncheckedId<PartnerId>(partnerId), memberId };
};

/** The order of building: changes by staff, then members that partners push, then a rebuild of everybody. Smaller is first. */
export const rankOf = (key: ChangeKey): number => {
  if (key === 'all') return 2;
  return key.startsWith('member:') ? 1 : 0;
};
