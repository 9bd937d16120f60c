import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { listSchema } from '../../kit/http/paging.ts';
import type { OrganisationsService } from '../organisations/organisations.module.ts';
import { A_LINK_TOKEN, LinkToken } from '../sessions/sessions.module.ts';
import { BY_SAM, By, namedBy, oneNamedBy } from '../users/actor-surface.ts';
import { AT_FACILITY, actorOf, facilityParams, facilityWrites, PathId } from '../users/facility-surface.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { Email } from '../users/users.module.ts';
import { installersFault, installersFaults } from './installers.faults.ts';
import type { InstallersService, Invite } from './installers.service.ts';

interface Deps {
  readonly installers: InstallersService;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
}

const { installer_unknown, installers_full, too_many_invites, invite_unknown } = installersFaults;
const params = z.object(facilityParams);
const state = z
  .enum(['open', 'ended', 'revoked'])
  .describe('`open`: they may install doors here. `ended`: its time is over. `revoked`: somebody has ended it.');
const endsAt = z.iso.datetime().describe('When it ends by itself (UTC).');

const InstallerInvite = z
  .object({
    inviteId: z.string().describe('The invite: `ins_` and 16 characters. It opens nothing.'),
    email: z.string().describe('The address that was invited.'),
    name: z.string().describe('What whoever invites calls them.'),
    state,
    invitedBy: By.describe('Who invited them last.'),
    invitedAt: z.iso.datetime().describe('When that was (UTC).'),
    endsAt,
  })
  .meta({ id: 'InstallerInvite' });
const AN_INVITE: z.input<typeof InstallerInvite> = {
  inviteId: 'ins_0123456789abcdef',
  email: 'kim@wires.example',
  name: 'Kim of Harbour Wires',
  state: 'open',
  invitedBy: BY_SAM,
  invitedAt: '2026-01-01T09:30:00.000Z',
  endsAt: '2026-01-03T09:30:00.000Z',
};
const ONE = { ...AT_FACILITY, inviteId: AN_INVITE.inviteId };

const viewsOf = async (tx: Tx, invites: readonly Invite[]): Promise<z.output<typeof InstallerInvite>[]> =>
  (await namedBy(tx, invites, 'invited_by')).map((invite) => ({
    inviteId: invite.id,
    email: invite.email,
    name: invite.name,
    state: invite.state,
    invitedBy: invite.invited_by,
    invitedAt: isoOf(Number(invite.invited_at)),
    endsAt: isoOf(Number(invite.ends_at)),
  }));
const viewOf = async (tx: Tx, invite: Invite): Promise<z.output<typeof InstallerInvite>> => {
  const [view] = await viewsOf(tx, [invite]);
  return view as z.output<typeof InstallerInvite>;
};

export const listInstallers = platformEndpoint<Deps>()({
  id: 'installers.list',
  method: 'GET',
  path: '/api/facilities/:facilityId/installers',
  summary: 'List the installers of a facility',
  description:
    'Who is, or was lately, invited to install doors here: they claim boxes, wire and try doors for 48 hours, and see nothing of members.',
  gate: facilityWrites,
  params,
  success: { status: 200, description: 'The newest first, 200 at most.', schema: listSchema(InstallerInvite) },
  examples: { params: AT_FACILITY, success: { data: [AN_INVITE] } },
  faults: {},
  handle: ({ installers }, { params: { facilityId } }, { read }) =>
    read(async (tx) => ({ data: await viewsOf(tx, await installers.list(tx, facilityId)) })),
});

export const inviteInstaller = platformEndpoint<Deps>()({
  id: 'installers.invite',
  method: 'POST',
  path: '/api/facilities/:facilityId/installers',
  summary: 'Invite an installer',
  description:
    'Lets whoever has this address install doors at the facility for 48 hours from now, and sends them a link; an address that is invited already begins anew, with another link. They sign in with a code that is sent there. They claim boxes, wire doors and try them, and see nothing of members. The answer is the same whether anybody here has the address or not.',
  gate: facilityWrites,
  stepUp: true,
  act: 'grave:roles',
  params,
  body: z.strictObject({
    email: Email.describe('Whom to invite.'),
    name: z.string().trim().min(1).max(120).describe('What you call them: a person, a company, or both.'),
  }),
  success: { status: 201, description: 'They are invited.', schema: InstallerInvite },
  examples: {
    params: AT_FACILITY,
    body: { email: AN_INVITE.email, name: AN_INVITE.name },
    success: AN_INVITE,
  },
  faults: { installers_full, too_many_invites },
  audit: { event: 'installer.invited', target: () => undefined },
  handle: async ({ installers }, { params: { facilityId }, body }, { tx, caller, about }) => {
    const { firstName, lastName, email } = caller.user;
    const byName = `${firstName} ${lastName}`.trim() || email;
    const invite = await installers.invite(tx, { facilityId, ...body, by: actorOf(caller), byName });
    about(`${invite.id} ${invite.user_id} until ${isoOf(Number(invite.ends_at))}`);
    return viewOf(tx, invite);
  },
});

export const revokeInstaller = platformEndpoint<Deps>()({
  id: 'installers.revoke',
  method: 'DELETE',
  path: '/api/facilities/:facilityId/installers/:inviteId',
  summary: 'Revoke an invite',
  description: 'They are out at once, wherever they are signed in by it. One that has ended stays as it is.',
  gate: facilityWrites,
  act: 'grave:roles',
  params: params.extend({ inviteId: PathId.describe('The invite.') }),
  success: { status: 200, description: 'It stands no longer.', schema: InstallerInvite },
  examples: { params: ONE, success: { ...AN_INVITE, state: 'revoked' } },
  faults: { installer_unknown },
  audit: { event: 'installer.revoked', target: ({ params }) => params.inviteId },
  handle: async ({ installers }, { params: { facilityId, inviteId } }, { tx, about }) => {
    const invite = await installers.revoke(tx, facilityId, inviteId);
    about(`${invite.id} ${invite.user_id}`);
    return viewOf(tx, invite);
  },
});

/** A POST, since what is behind the `#` stands in no address that is logged. */
export const lookAtInvite = platformEndpoint<Deps>()({
  id: 'installers.look-at-invite',
  method: 'POST',
  path: '/api/session/invite',
  graph: { omit: 'Whoever signs in has no token yet.' },
  summary: 'Look what an invite is about',
  description:
    'For the page that the link of an invite leads to: which facility, until when, and whom to ask for a new one. It signs nobody in. Only on the consoles’ listener.',
  gate: { public: 'Whoever signs in is nobody yet; what is behind the # of the link names the invite.' },
  requestsPerSecond: 5,
  readsOnly: true,
  body: z.strictObject({ token: LinkToken }),
  success: {
    status: 200,
    description: 'What it is about.',
    schema: z.object({
      state,
      facilityName: z.string().describe('What the facility is called.'),
      invitedBy: By.describe('Who invited, and whom to ask for a new invite.'),
      endsAt,
      email: z.string().nullable().describe('The address to sign in with. Null: it is not open.'),
    }),
  },
  examples: {
    body: { token: A_LINK_TOKEN },
    success: {
      state: 'open',
      facilityName: 'Riverside Strength Brisbane',
      invitedBy: BY_SAM,
      endsAt: AN_INVITE.endsAt,
      email: AN_INVITE.email,
    },
  },
  faults: { invite_unknown },
  audit: { event: 'installer.invite_looked_at', target: () => undefined },
  handle: async ({ installers, organisations }, { body: { token } }, { read, about }) =>
    read(async (tx) => {
      const invite = await installers.ofLink(tx, token);
      if (invite === undefined) throw installersFault('invite_unknown', 'This link is of no invite that stands.');
      about(invite.id);
      const { invited_by: invitedBy } = await oneNamedBy(tx, invite, 'invited_by');
      return {
        state: invite.state,
        facilityName: (await organisations.findFacility(tx, invite.facility_id))?.name ?? '',
        invitedBy,
        endsAt: isoOf(Number(invite.ends_at)),
        email: invite.state === 'open' ? invite.email : null,
      };
    }),
});
