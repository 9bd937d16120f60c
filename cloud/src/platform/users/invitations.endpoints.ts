import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { listSchema } from '../../kit/http/paging.ts';
import { mayGive } from './delegation-policy.ts';
import { andEnded } from './foreign-keys.ts';
import type { Invitation } from './invitations.ts';
import { nameOfPlace } from './inviting.ts';
import { placeOf } from './platform-gate.ts';
import { platformEndpoint } from './platform-surface.ts';
import { type PlacesKnown, placeOfRole } from './role-requests.ts';
import type { LastingGrant } from './roles.ts';
import { GrantHeldNow, HeldGrant, STAFF } from './user-fields.ts';
import type { UsersEndpointDeps } from './users.endpoints.ts';
import { usersFault, usersFaults } from './users.faults.ts';

type Deps = Pick<UsersEndpointDeps, 'users' | 'organisations'>;

const gate = { needs: ['facility-staff', 'iam', 'admin', 'agent'], in: 'anywhere' } as const;
const { user_full, invitation_unknown } = usersFaults;

const InvitationView = HeldGrant.omit({ roleId: true })
  .extend({
    invitationId: z.string(),
    place: z.string().describe('What the organisation or the facility is called.'),
    invitedAt: z.iso.datetime(),
    endsAt: z.iso.datetime().describe('Until when it can be accepted.'),
  })
  .meta({ id: 'RoleInvitation' });
const { role, scope, scopeId } = STAFF;
const AN_INVITATION: z.input<typeof InvitationView> = {
  invitationId: 'inv_0123456789abcdef',
  ...{ role, scope, scopeId },
  place: 'Riverside Strength Ipswich',
  invitedAt: '2026-01-01T09:30:00.000Z',
  endsAt: '2026-01-31T09:30:00.000Z',
};

const view = async (tx: Tx, organisations: PlacesKnown, { id, grant, invitedAt, endsAt }: Invitation) => ({
  invitationId: id,
  role: grant.right,
  scope: grant.scope,
  scopeId: grant.scope === 'platform' ? null : grant.scopeId,
  place: await nameOfPlace(tx, organisations, grant),
  invitedAt: isoOf(invitedAt),
  endsAt: isoOf(endsAt),
});

export const listInvitations = platformEndpoint<Deps>()({
  id: 'users.invitations.list',
  method: 'GET',
  path: '/api/users/invitations',
  summary: 'List what you are invited to',
  description:
    'Roles that another organisation asks you to take. Nobody there sees who you are until you accept one; to decline it, leave it.',
  gate,
  success: { status: 200, description: 'The newest first, 200 at most.', schema: listSchema(InvitationView) },
  examples: { success: { data: [AN_INVITATION] } },
  faults: {},
  handle: ({ users, organisations }, _input, { caller, read }) =>
    read(async (tx) => {
      const data: z.input<typeof InvitationView>[] = [];
      for (const one of await users.invitationsOf(tx, caller.user.id)) data.push(await view(tx, organisations, one));
      return { data };
    }),
});

export const acceptInvitation = platformEndpoint<Deps>()({
  id: 'users.invitations.accept',
  method: 'PUT',
  path: '/api/users/invitations/:invitationId/accepted',
  summary: 'Accept an invitation',
  description:
    'The role is yours from now on, and who works with people there sees your name, as long as whoever invited you could still give it. Nobody accepts for somebody else, nor while acting as them. Keys that somebody made for you who does not hold as much there end with it.',
  gate,
  act: 'grave:roles',
  params: z.strictObject({ invitationId: z.string().max(40).describe('The `invitationId` of the list.') }),
  success: { status: 200, description: 'You hold it.', schema: GrantHeldNow },
  examples: {
    params: { invitationId: AN_INVITATION.invitationId },
    success: { ...STAFF, endedKeys: [] },
  },
  faults: { invitation_unknown, user_full },
  audit: { event: 'user.invitation-accepted', target: ({ params }) => params.invitationId },
  handle: async ({ users, organisations }, { params }, { tx, caller, about, at }) => {
    const { user, simulatedBy } = caller;
    if (simulatedBy !== undefined) throw kitFault('forbidden', 'Nobody accepts while they act as somebody else.');
    const found = await users.takeInvitation(tx, user.id, params.invitationId);
    const { right, scope, scopeId } = found?.grant ?? NOTHING;
    const where = found && (await placeOfRole(tx, organisations, { role: right, scope, scopeId }));
    const stands =
      found && where && mayGive(await users.grantsOf(tx, found.inviterId), { right }, where) ? where : undefined;
    if (found === undefined || stands === undefined)
      throw usersFault('invitation_unknown', 'There is no such invitation of yours.');
    const { id, endedKeys } = await users.addGrant(tx, user.id, found.grant, `user:${found.inviterId}`);
    about(andEnded(`${user.id} ${right} ${scopeId || scope}`, endedKeys));
    at(placeOf(stands));
    return { roleId: id, role: right, scope, scopeId: scopeId || null, endedKeys: [...endedKeys] };
  },
});

const NOTHING: LastingGrant = { right: 'facility-staff', scope: 'platform', scopeId: '' };
