import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type Named, namedBy } from '../../platform/users/actor-surface.ts';
import { GrantView, toGrant } from './grant-view.ts';
import type { ListedMember, WholeMember } from './member-views.ts';
import { PersonView, toPerson } from './person-view.ts';

const Text = z.string().nullable();

/** A member in lists. */
export const MemberView = z
  .object({
    partnerId: z.string(),
    memberId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: Text,
    membershipStatus: Text.describe('In the partner’s words.'),
    storedAt: z.iso.datetime().describe('When it last changed here.'),
    person: PersonView.nullable().describe('Null: staff have had nothing to say of them.'),
  })
  .meta({ id: 'Member' });

type NamedMember = Omit<ListedMember, 'person'> & {
  readonly person: Named<NonNullable<ListedMember['person']>, 'changedBy'> | undefined;
};

/** Members as lists show them: who changed the people that they are, all are looked up together. */
export const toMembers = async (tx: Tx, members: readonly ListedMember[]) => {
  const people = await namedBy(
    tx,
    members.flatMap(({ person }) => person ?? []),
    'changedBy',
  );
  const named = new Map(people.map((person) => [person.id, person]));
  return members.map((member) => toMember({ ...member, person: member.person && named.get(member.person.id) }));
};

const toMember = ({ partnerId, memberId, record, storedAt, person }: NamedMember) => ({
  partnerId,
  memberId,
  firstName: record.first_name,
  lastName: record.last_name,
  email: record.email ?? null,
  membershipStatus: record.membership_status ?? null,
  storedAt: isoOf(storedAt),
  person: person === undefined ? null : toPerson(person),
});

/** Everything of one member. */
export const WholeMemberView = z
  .object({
    ...MemberView.shape,
    mobilePhone: Text,
    address: z.record(z.string(), z.string()).nullable(),
    dateOfBirth: Text,
    gender: Text,
    type: Text,
    tags: z.array(z.string()),
    hasPicture: z.boolean(),
    plans: z
      .array(
        z.object({
          planId: z.string(),
          name: Text,
          startDate: Text,
          endDate: Text,
          status: Text,
          isCurrent: z.boolean(),
        }),
      )
      .describe('As the partner has sent them.'),
    windowsRevision: z.int().nullable().describe('The revision of the windows; null: the partner has sent none.'),
    windows: z
      .array(z.record(z.string(), z.unknown()))
      .describe('The access time windows, as the partner API has them.'),
    grants: z.array(GrantView).describe('What staff have given the person.'),
  })
  .meta({ id: 'WholeMember' });

export const toWholeMember = async (
  tx: Tx,
  partnerId: ListedMember['partnerId'],
  { member, windows, person, grants }: WholeMember,
): Promise<z.output<typeof WholeMemberView>> => {
  const { record } = member;
  const [shown] = await toMembers(tx, [{ ...member, partnerId, person }]);
  if (shown === undefined) throw new Bug('a member is listed as nobody');
  return {
    ...shown,
    mobilePhone: record.mobile_phone ?? null,
    address: record.address ? { ...record.address } : null,
    dateOfBirth: record.date_of_birth ?? null,
    gender: record.gender ?? null,
    type: record.type ?? null,
    tags: [...(record.tags ?? [])],
    hasPicture: member.hasPicture,
    plans: (record.membership_plans ?? []).map((plan) => ({
      planId: plan.membership_plan_id,
      name: plan.name ?? null,
      startDate: plan.start_date ?? null,
      endDate: plan.end_date ?? null,
      status: plan.status ?? null,
      isCurrent: plan.is_current,
    })),
    windowsRevision: member.windows?.revision ?? null,
    windows: windows.map((window) => ({ ...window })),
    grants: (await namedBy(tx, grants, 'grantedBy')).map(toGrant),
  };
};
