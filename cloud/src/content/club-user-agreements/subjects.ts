import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { MembersService } from '../../access/members/members.service.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import { MailAddress } from '../../platform/mail/mail.module.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import type { UsersService } from '../../platform/users/users.module.ts';
import type { CuaConfig } from '../agreements/agreements.module.ts';
import { cuaFault } from './club-user-agreements.faults.ts';

/** Whom an agreement is asked of. */
export type Subject =
  | { readonly userId: string }
  | { readonly partnerId: PartnerId; readonly memberId: string }
  | { readonly name: string; readonly email: string };

export interface KnownSubject {
  readonly subject_key: string;
  readonly user_id: string | null;
  readonly partner_id: PartnerId | null;
  readonly member_id: string | null;
  readonly name: string;
  /** Null where no e-mail can be sent. */
  readonly email: string | null;
}

export interface SubjectsDeps {
  readonly users: Pick<UsersService, 'find' | 'heldBy'>;
  readonly members: Pick<MembersService, 'find'>;
}

const unknown = () => cuaFault('cua_subject_unknown', 'subject: there is nobody like that at this club.');
const addressIn = (text: string | null | undefined): string | null => MailAddress.safeParse(text).data ?? null;
const OF = { user_id: null, partner_id: null, member_id: null } as const;

export const createSubjects = ({ users, members }: SubjectsDeps) => {
  const aUser = async (tx: Tx, facility: Facility, userId: string): Promise<KnownSubject> => {
    const user = await users.find(tx, userId);
    const held = user?.id === userId ? ((await users.heldBy(tx, [userId])).get(userId) ?? []) : [];
    const places: readonly string[] = [facility.id, facility.org_id];
    if (user === undefined || !held.some(({ scopeId }) => places.includes(scopeId))) throw unknown();
    const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
    return { ...OF, subject_key: `user:${userId}`, user_id: userId, name, email: addressIn(user.email) };
  };
  const aMember = async (
    tx: Tx,
    facilityId: FacilityId,
    partnerId: PartnerId,
    memberId: string,
  ): Promise<KnownSubject> => {
    const member = await members.find(tx, partnerId, facilityId, memberId);
    if (member === undefined) throw unknown();
    const { first_name: first, last_name: last, email } = member.record;
    const key = `member:${partnerId}/${memberId}`;
    const name = `${first} ${last}`.trim() || memberId;
    return { ...OF, subject_key: key, partner_id: partnerId, member_id: memberId, name, email: addressIn(email) };
  };

  /** Whom a request names. Throws `cua_subject_unknown`, or a 400 where the agreement is not asked of people like that. */
  return async (tx: Tx, facility: Facility, subject: Subject, { askedOf }: CuaConfig): Promise<KnownSubject> => {
    const kind = 'userId' in subject ? 'users' : 'memberId' in subject ? 'members' : 'others';
    if (!askedOf.includes(kind)) throw wrongField('body.subject', 'asked_of', `this agreement is not asked of ${kind}`);
    if ('userId' in subject) return aUser(tx, facility, subject.userId);
    if ('memberId' in subject) return aMember(tx, facility.id, subject.partnerId, subject.memberId);
    const email = subject.email.toLowerCase();
    return { ...OF, subject_key: `email:${email}`, name: subject.name, email };
  };
};
