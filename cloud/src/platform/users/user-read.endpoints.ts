import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { namedBy } from './actor-surface.ts';
import { A_KEY, KeyView, userKeyView } from './mcp-keys.endpoints.ts';
import { platformEndpoint } from './platform-surface.ts';
import { aUser, listed, mayReadKeys } from './user-access.ts';
import { ListedUser, OF_SAM, SAM, STAFF, UserName } from './user-fields.ts';
import type { UsersEndpointDeps } from './users.endpoints.ts';
import { usersFaults } from './users.faults.ts';
import type { SessionsOf, SignedIn } from './users.ports.ts';

const { user_unknown } = usersFaults;
const NOT_SEEN = 'Null too for somebody who holds more than you may give.';

const UserSession = z
  .object({
    sessionId: z.string(),
    signedInBy: z
      .enum(['code', 'passkey', 'link', 'pin', 'organisation'])
      .describe(
        '`code`: by e-mail. `link`: made at the machine of the cloud. `pin`: at a desk. `organisation`: by the OpenID provider of an organisation.',
      ),
    createdAt: z.iso.datetime().describe('When it began (UTC).'),
    seenAt: z.iso.datetime().describe('When something was last asked in it (UTC); up to a minute old.'),
    endsAt: z.iso.datetime().describe('When it ends unless something is asked (UTC).'),
    ip: z.string().describe('From where it began.'),
    userAgent: z.string().describe('What the browser calls itself.'),
  })
  .meta({ id: 'UserSession' });

const toSession = ({ createdAt, seenAt, endsAt, ...session }: SignedIn): z.input<typeof UserSession> => ({
  ...session,
  createdAt: isoOf(createdAt),
  seenAt: isoOf(seenAt),
  endsAt: isoOf(endsAt),
});

const UserSeen = ListedUser.extend({
  lastSeenAt: z.iso
    .datetime()
    .nullable()
    .describe(`When a key of theirs was last used (UTC), up to ten seconds old. Null: never. ${NOT_SEEN}`),
  keys: z.array(KeyView).nullable().describe(`Their keys, the newest first, redacted. ${NOT_SEEN}`),
  sessions: z.array(UserSession).nullable().describe(`Where they are signed in now, the newest first. ${NOT_SEEN}`),
}).meta({ id: 'User' });

interface ReadDeps extends Pick<UsersEndpointDeps, 'users'> {
  readonly sessionsOf: SessionsOf;
}

export const readUser = platformEndpoint<ReadDeps>()({
  id: 'users.read',
  method: 'GET',
  path: '/api/users/:userId',
  graph: { node: 'User', key: 'userId', prefix: 'usr_' },
  summary: 'Read a user',
  description:
    'The user is named by e-mail or id. Users read themselves; whoever administers users reads those who hold something where they work with people, with what they hold there. Keys, when one was last used, and where they are signed in are shown of oneself and of those who hold nothing that the caller could not give; global admins see everybody’s.',
  gate: { needs: 'iam', in: 'anywhere', orOwn: true },
  resource: aUser,
  params: z.strictObject({ userId: UserName }),
  success: { status: 200, description: 'The user.', schema: UserSeen },
  examples: {
    params: OF_SAM,
    success: {
      ...SAM,
      createdAt: '2026-01-01T09:30:00.000Z',
      roles: [STAFF],
      lastSeenAt: '2026-01-02T08:00:00.000Z',
      keys: [{ ...A_KEY, lastUsedAt: '2026-01-02T08:00:00.000Z' }],
      sessions: [
        {
          sessionId: 'ses_0123456789abcdef',
          signedInBy: 'passkey',
          createdAt: '2026-01-02T07:50:00.000Z',
          seenAt: '2026-01-02T08:00:00.000Z',
          endsAt: '2026-01-02T08:30:00.000Z',
          ip: '192.0.2.1',
          userAgent: 'Mozilla/5.0',
        },
      ],
    },
  },
  faults: { user_unknown },
  handle: ({ users, sessionsOf }, _input, { read, caller, resource: found }) =>
    read(async (tx) => {
      const [user] = await listed(tx, users, { caller, found: [found.user] });
      if (user === undefined) throw new Bug('a user is listed as nobody');
      if (!mayReadKeys(caller, found)) return { ...user, lastSeenAt: null, keys: null, sessions: null };
      const keys = await users.listKeys(tx, found.user.id);
      return {
        ...user,
        lastSeenAt: isoOrNull(await users.lastSeen(tx, found.user.id)),
        keys: (await namedBy(tx, keys, 'createdBy')).map(userKeyView),
        sessions: (await sessionsOf(tx, found.user.id)).map(toSession),
      };
    }),
});
