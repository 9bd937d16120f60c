import type { InstallerInvite, Operations, Session } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { type Answer, type Asked, fault } from './ops-account.kit.ts';
import { ago, FACILITY, SESSION } from './ops-gym.kit.ts';

type Looked = Operations['POST /api/session/invite']['answer'];

/** What the fake cloud knows of who is invited to install doors. */
export interface FakeInstallers {
  invites: readonly InstallerInvite[];
  /** What the link of an invite is about; null: of none. */
  invite: Looked | null;
}

const invitedBy = { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' } as const;
const invite = (number: number, state: InstallerInvite['state'], hours: number): InstallerInvite => ({
  inviteId: `ins_012345678901234${number}`,
  email: `crew-${number}@wires.example`,
  name: ['Harbour Wires, Robin', '<b>Night crew</b>', 'Sparks & Sons'][number] ?? '',
  state,
  invitedBy,
  invitedAt: ago((48 - hours) * 3_600),
  endsAt: ago(-hours * 3_600),
});
export const INVITES = [invite(0, 'open', 46.5), invite(1, 'ended', -20), invite(2, 'revoked', 3)];

export const ENDS_SOON = ago(-30 * 3_600);
/** Somebody who is invited to one gym, and holds nothing else. */
export const VISITING: Session = {
  ...SESSION,
  user: {
    userId: 'usr_0123456789abcdeg',
    email: 'crew-0@wires.example',
    firstName: 'Harbour Wires, Robin',
    lastName: '',
  },
  roles: [{ right: 'installer', scope: 'facility', scopeId: FACILITY, scopeName: 'Harbour Gym', endsAt: ENDS_SOON }],
};
export const LOOKED: Looked = {
  ...{ state: 'open', facilityName: 'Harbour Gym', invitedBy, endsAt: ENDS_SOON },
  email: 'crew-0@wires.example',
};
export const someInvites = (): FakeInstallers => ({ invites: INVITES, invite: LOOKED });

/** What is asked before anybody is signed in. */
export const lookAtInvite = ({ invite }: FakeInstallers): Answer =>
  invite === null ? [404, fault('invite_unknown', 'This link is of no invite that stands.')] : [200, invite];

export const INSTALLER_ANSWERS: readonly (readonly [
  asked: RegExp,
  answer: (cloud: FakeInstallers, asked: Asked) => Answer,
])[] = [
  [/^GET .*\/installers$/, ({ invites }) => [200, { data: invites }]],
  [
    /^DELETE .*\/installers\//,
    (cloud, { path }) => {
      const gone = cloud.invites.find(({ inviteId }) => path.endsWith(inviteId));
      if (gone === undefined) return [404, fault('installer_unknown', 'There is no such invite.')];
      const revoked = { ...gone, state: 'revoked' } as const;
      cloud.invites = cloud.invites.map((one) => (one === gone ? revoked : one));
      return [200, revoked];
    },
  ],
];

/** Invites, which takes a step-up. */
export const invitedAnew = (cloud: FakeInstallers, { body }: Asked): Answer => {
  const email = String(body?.email);
  const made: InstallerInvite = { ...invite(0, 'open', 48), inviteId: 'ins_new', email, name: String(body?.name) };
  cloud.invites = [made, ...cloud.invites.filter((one) => one.email !== email)];
  return [201, made];
};
