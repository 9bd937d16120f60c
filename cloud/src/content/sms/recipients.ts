import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { e164Of, type MemberPhone, type MembersService } from '../../access/members/members.module.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { UsersService } from '../../platform/users/users.module.ts';

/** Somebody as a request names them: one of the three. */
export interface GivenRecipient {
  readonly partnerId?: PartnerId | undefined;
  readonly memberId?: string | undefined;
  readonly userId?: string | undefined;
  readonly phoneNumber?: string | undefined;
}
/** Somebody whom a text can be sent to. */
export interface FoundRecipient {
  readonly phone: string;
  readonly facilityId: FacilityId;
  readonly partnerId: PartnerId | null;
  readonly memberId: string | null;
  readonly userId: string | null;
}
export const SKIPPED = ['unknown', 'no_number', 'not_a_number', 'named_twice'] as const;
export type WhySkipped = (typeof SKIPPED)[number];
export interface Recipients {
  readonly found: readonly FoundRecipient[];
  /** By their places in the request. */
  readonly skipped: readonly { readonly index: number; readonly reason: WhySkipped }[];
}

export interface RecipientsDeps {
  readonly members: Pick<MembersService, 'phonesOf'>;
  readonly users: Pick<UsersService, 'phonesIn'>;
}
interface Where {
  readonly orgId: OrgId;
  readonly facilityId: FacilityId | null;
}

/**
 * Finds the numbers of those that a request names. A member's facility is where the partner has them; everybody else is where the
 * message is, so a message without a facility is to members alone. Each number comes once.
 */
export const findRecipients = async (
  tx: Tx,
  { members, users }: RecipientsDeps,
  where: Where,
  given: readonly GivenRecipient[],
): Promise<Recipients> => {
  const nowhere = given.findIndex(({ memberId }) => memberId === undefined && where.facilityId === null);
  if (nowhere >= 0)
    throw wrongField(
      `recipients.${nowhere}`,
      'required',
      'needs facilityId of the message: its time zone says when it is night there',
    );
  const byPartner = new Map<PartnerId, string[]>();
  for (const { partnerId, memberId } of given.filter(isMember))
    byPartner.set(partnerId, [...(byPartner.get(partnerId) ?? []), memberId]);
  const ofMembers = new Map<PartnerId, ReadonlyMap<string, MemberPhone>>();
  for (const [partnerId, ids] of byPartner)
    ofMembers.set(partnerId, await members.phonesOf(tx, { ...where, partnerId }, ids));
  const ofUsers = await users.phonesIn(
    tx,
    where.orgId,
    given.flatMap(({ userId }) => userId ?? []),
  );

  const known = {
    member: (partnerId: PartnerId, memberId: string) => ofMembers.get(partnerId)?.get(memberId),
    userPhone: (userId: string) => ofUsers.get(userId),
  };
  const found = new Map<string, FoundRecipient>();
  const skipped: { index: number; reason: WhySkipped }[] = [];
  for (const [index, one] of given.entries()) {
    const recipient = isMember(one) ? theMember(one, known) : somebodyAt(where.facilityId, one, known);
    if (typeof recipient === 'string') skipped.push({ index, reason: recipient });
    else if (found.has(recipient.phone)) skipped.push({ index, reason: 'named_twice' });
    else found.set(recipient.phone, recipient);
  }
  return { found: [...found.values()], skipped };
};

interface Known {
  readonly member: (partnerId: PartnerId, memberId: string) => MemberPhone | undefined;
  readonly userPhone: (userId: string) => string | null | undefined;
}
interface OfMember {
  readonly partnerId: PartnerId;
  readonly memberId: string;
}
const NOBODY = { partnerId: null, memberId: null, userId: null } as const;
const isMember = (one: GivenRecipient): one is OfMember => one.partnerId !== undefined && one.memberId !== undefined;

const theMember = ({ partnerId, memberId }: OfMember, known: Known): FoundRecipient | WhySkipped => {
  const member = known.member(partnerId, memberId);
  if (member === undefined) return 'unknown';
  const { facilityId, phone } = member;
  return phone === null ? 'no_number' : { ...NOBODY, partnerId, memberId, facilityId, phone };
};

const somebodyAt = (
  facilityId: FacilityId | null,
  { userId, phoneNumber = '' }: GivenRecipient,
  known: Known,
): FoundRecipient | WhySkipped => {
  if (facilityId === null) return 'unknown';
  if (userId === undefined) {
    const phone = e164Of(phoneNumber);
    return phone === undefined ? 'not_a_number' : { ...NOBODY, facilityId, phone };
  }
  const phone = known.userPhone(userId);
  if (phone === undefined) return 'unknown';
  return phone === null ? 'no_number' : { ...NOBODY, userId, facilityId, phone };
};
