import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { pageOf, pageQuery, pageSchema } from '../../kit/http/paging.ts';
import { noPosition } from '../../kit/http/position.ts';
import {
  AT_FACILITY,
  actorOf,
  facilityParams,
  facilityReads,
  facilityReadsAtDesk,
  facilityWrites,
  memberParams,
  PathId,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { warningsFaults } from '../../sites/warnings/warnings.faults.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';
import { keyOfWarning } from '../scopes/scopes.module.ts';
import { accessFaults } from './access.faults.ts';
import type { AccessService } from './access.service.ts';
import { A_MEMBER, A_WHOLE_MEMBER, BO, PARTNER } from './examples.ts';
import { MemberView, toMembers, toWholeMember, WholeMemberView } from './member-shape.ts';
import { flagsBody, toFlags } from './person-view.ts';

type Deps = {
  readonly access: Pick<AccessService, 'listMembers' | 'listMembersWithKey' | 'viewMember' | 'flagMember'>;
  readonly warnings: Pick<WarningsService, 'find'>;
};

const { place_unknown } = usersFaults;
const oneMember = z.object({ ...facilityParams, ...memberParams });
const Page = pageSchema(MemberView);
const ONLY_ADA = { data: [A_MEMBER], next: null };

/** A position: the partner, and after the slash the member. */
const positionOf = (after: string | undefined) => {
  if (after === undefined) return undefined;
  const slash = after.indexOf('/');
  const partnerId = PartnerId.safeParse(after.slice(0, slash));
  if (!partnerId.success) throw noPosition();
  return { partnerId: partnerId.data, memberId: after.slice(slash + 1) };
};

export const listMembers = platformEndpoint<Deps>()({
  id: 'members.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/members',
  graph: { on: 'Facility', as: 'members', with: { facilityId: 'facilityId' }, of: 'Member' },
  summary: 'List the members of a facility, or find some of them',
  description:
    'Of all partners or one, by partner and the partner’s own id. `search`: up to five words, each of which must be somewhere in the name, the e-mail address or the id. With what staff have said of each.',
  gate: facilityReadsAtDesk,
  params: z.object(facilityParams),
  query: z.strictObject({
    partnerId: PartnerId.optional().describe('Only members of this partner.'),
    search: z.string().max(120).default('').describe('Words that must all be found. Case does not matter.'),
    ...pageQuery,
  }),
  success: { status: 200, description: 'A page.', schema: Page },
  examples: { params: AT_FACILITY, query: { search: 'ada byr' }, success: ONLY_ADA },
  faults: { place_unknown },
  handle: async ({ access }, { params, query: { partnerId, search, after, limit } }, { read }) => {
    const asked = { partnerId, text: search, after: positionOf(after), limit: limit + 1 };
    const { page, next } = pageOf(
      await read((tx) => access.listMembers(tx, params.facilityId, asked)),
      limit,
      (member) => `${member.partnerId}/${member.memberId}`,
    );
    return { data: await read((tx) => toMembers(tx, page)), next };
  },
});

export const readMember = platformEndpoint<Deps>()({
  id: 'members.read',
  method: 'GET',
  path: '/api/access-control/:facilityId/members/:partnerId/:memberId',
  summary: 'Read everything of one member',
  description:
    'What the partner has sent, with plans and access time windows, and what staff have said: the person, which other members they are, their grants.',
  gate: facilityReadsAtDesk,
  params: oneMember,
  success: { status: 200, description: 'The member.', schema: WholeMemberView },
  examples: { params: { ...AT_FACILITY, partnerId: PARTNER, memberId: A_MEMBER.memberId }, success: A_WHOLE_MEMBER },
  faults: { place_unknown, member_unknown: accessFaults.member_unknown },
  handle: async ({ access }, { params: { facilityId, partnerId, memberId } }, { read }) =>
    read(async (tx) => toWholeMember(tx, partnerId, await access.viewMember(tx, { facilityId, partnerId, memberId }))),
});

export const flagMember = platformEndpoint<Deps>()({
  id: 'members.flag',
  method: 'PUT',
  path: '/api/access-control/:facilityId/members/:partnerId/:memberId/flags',
  summary: 'Ban, disable or block a member, or lift that',
  description:
    'It is on the person that the member is, who is made if staff have had nothing to say of them yet: so it counts for all of the person’s memberships. What is left out stays; false lifts. No push changes any of it.',
  gate: facilityWrites,
  act: 'grave:access',
  params: oneMember,
  body: flagsBody,
  success: {
    status: 200,
    description: 'It is so now.',
    schema: z.object({ personId: z.string().describe('The person that the member is.') }),
  },
  examples: {
    params: { ...AT_FACILITY, partnerId: PARTNER, memberId: 'M-1002' },
    body: { banned: true, reason: BO.reason },
    success: { personId: BO.personId },
  },
  faults: { place_unknown, member_unknown: accessFaults.member_unknown },
  audit: {
    event: 'member.flag',
    target: ({ params: { partnerId, memberId } }) => ({ standsFor: { partnerId, memberId } }),
  },
  handle: async ({ access }, { params: { facilityId, partnerId, memberId }, body }, { tx, caller }) => {
    const why = { by: actorOf(caller), reason: body.reason };
    const member = { facilityId, partnerId, memberId };
    return { personId: await access.flagMember(tx, member, toFlags(body), why) };
  },
});

export const listKeyMembers = platformEndpoint<Deps>()({
  id: 'scope-keys.members',
  method: 'GET',
  path: '/api/access-control/:facilityId/scope-keys/members',
  summary: 'List the members who have a window with a scope key',
  description: 'By the partner’s own id.',
  gate: facilityReads,
  params: z.object(facilityParams),
  query: z.strictObject({
    partnerId: PartnerId.describe('The partner whose key it is.'),
    key: z.string().min(1).max(120).describe('The scope key, as the partner’s windows name it.'),
    ...pageQuery,
  }),
  success: { status: 200, description: 'A page.', schema: Page },
  examples: { params: AT_FACILITY, query: { partnerId: PARTNER, key: 'pool' }, success: ONLY_ADA },
  faults: { place_unknown },
  handle: async ({ access }, { params, query: { partnerId, key, after, limit } }, { read }) => {
    const of = { facilityId: params.facilityId, partnerId, key };
    const part = { after: after ?? '', limit: limit + 1 };
    const rows = await read((tx) => access.listMembersWithKey(tx, of, part));
    const { page, next } = pageOf(rows, limit, ({ memberId }) => memberId);
    return { data: await read((tx) => toMembers(tx, page)), next };
  },
});

export const listWarnedMembers = platformEndpoint<Deps>()({
  id: 'warnings.members',
  method: 'GET',
  path: '/api/access-control/:facilityId/warnings/:warningId/members',
  graph: { on: 'Warning', as: 'members', with: { facilityId: 'facilityId', warningId: 'warningId' }, of: 'Member' },
  summary: 'List the members whom a warning hurts',
  description: 'For a warning of a scope key that opens nothing: who has a window with it.',
  gate: facilityReads,
  params: z.object({ ...facilityParams, warningId: PathId.describe('The warning.') }),
  query: z.strictObject(pageQuery),
  success: { status: 200, description: 'A page.', schema: Page },
  examples: { params: { ...AT_FACILITY, warningId: 'wrn_0123456789abcdef' }, success: ONLY_ADA },
  faults: {
    place_unknown,
    warning_unknown: warningsFaults.warning_unknown,
    warning_of_another_kind: warningsFaults.warning_of_another_kind,
  },
  handle: async ({ access, warnings }, { params, query: { after, limit } }, { read }) => {
    const of = keyOfWarning(await read((tx) => warnings.find(tx, params.facilityId, params.warningId)));
    const part = { after: after ?? '', limit: limit + 1 };
    const rows = await read((tx) => access.listMembersWithKey(tx, of, part));
    const { page, next } = pageOf(rows, limit, ({ memberId }) => memberId);
    return { data: await read((tx) => toMembers(tx, page)), next };
  },
});
