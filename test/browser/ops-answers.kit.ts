import type { FrameOut } from '@gatehouse/cloud/web/client/live-frames.gen.ts';
import type {
  DoorEvent,
  DoorState,
  Lockdown,
  SearchHit,
  WholeMember,
} from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import {
  type Answer,
  type Asked,
  CREATION_OPTIONS,
  type FakeAccount,
  fault,
  linkOf,
  putPreferences,
  REQUEST_OPTIONS,
  stepUpOf,
  totpOf,
} from './ops-account.kit.ts';
import { BOX_ANSWERS, type FakeBoxes } from './ops-boxes.kit.ts';
import { DESK_ANSWERS, enterDesk, sessionOf } from './ops-desk.kit.ts';
import {
  DETAILS,
  DOORS,
  EVENTS,
  EXPLAINED,
  FACILITIES,
  FACILITY,
  LOCKDOWN,
  NOW,
  PARTNER,
  SESSION,
} from './ops-gym.kit.ts';
import { type FakeInstallers, INSTALLER_ANSWERS, invitedAnew, lookAtInvite } from './ops-installers.kit.ts';
import { ERASED, type FakeMembers, MEMBER_ANSWERS } from './ops-members.kit.ts';
import { PAGES_ANSWERED } from './ops-pages.kit.ts';
import { A_KEY_ANEW } from './ops-partners.kit.ts';
import { MAINTENANCE_ANSWERS } from './ops-settings.kit.ts';

/** What the fake cloud holds: a test changes it as it goes. */
export interface FakeCloud extends FakeAccount, FakeBoxes, FakeInstallers, FakeMembers {
  doors: readonly DoorState[];
  member: WholeMember;
  lockdowns: readonly Lockdown[];
  /** Every unlock that was asked for: its door, its body and its key. */
  readonly unlocks: { path: string; body: unknown; key: string | undefined; console: string | undefined }[];
  /** What unlocks are answered with instead. */
  unlockAnswer?: readonly [status: number, body: object];
  /** Every request that takes a step-up, as it was sent: also those that were refused. */
  readonly grave: { name: string; body: unknown; key: string | undefined }[];
  /** Nobody answers any more: neither requests nor, where it is open, the live socket. */
  away: boolean;
  /** There is no live socket: handshakes fail. */
  noSocket: boolean;
  /** Tells those who watch how the doors are now, as the cloud does when they change. */
  tellDoors(): void;
  /** The live socket says that it is there, and nothing of the doors any more. */
  stalled: boolean;
  /** Sends a beat now. One comes each half second of real time. */
  beat(): void;
  /** How often a live socket was asked for. */
  handshakes: number;
  /** What a service tells over the live socket. */
  tellRun(line: Omit<FrameOut & { readonly type: 'log' }, 'type'>): void;
  /** Closes every live socket with this code. */
  endSockets(code: number): void;
  /** What was subscribed to, in its order, with the place that it went on after. */
  readonly subscribed: { readonly topic: string; readonly after?: number }[];
}

const list = (data: readonly object[]): Answer => [200, { data, next: null }];

const signIn = (cloud: FakeCloud, { body }: Asked): Answer => {
  if (body?.code !== '123456') return [401, { ...fault('code_wrong', 'Wrong.'), triesLeft: 4 }];
  cloud.signedIn = true;
  return [200, SESSION];
};
const eventsOf = ({ query }: Asked): Answer => {
  const wanted = (name: string, value: string | undefined) => !query.has(name) || query.get(name) === value;
  const isAda = (event: DoorEvent) => event.who?.personId !== undefined;
  const fits = (event: DoorEvent) =>
    wanted('kind', event.kind) && wanted('doorId', event.doorId) && (!query.has('memberId') || isAda(event));
  return list(EVENTS.filter(fits));
};
const searchOf = ({ query }: Asked): Answer => {
  const q = (query.get('q') ?? '').toLowerCase();
  const gym = { facilityId: FACILITY, facilityName: 'Harbour Gym', organisationId: 'org_0123456789abcdef' };
  const hits: readonly SearchHit[] = [
    ...FACILITIES.map(({ name, facilityId }) => ({ kind: 'facility' as const, ...gym, name, facilityId })),
    ...DOORS.map(({ name, doorId }) => ({ kind: 'door' as const, name, ...gym, doorId })),
    { kind: 'member', name: 'Ada Okafor-Lindqvist', ...gym, partnerId: PARTNER, memberId: 'm-1042' },
  ];
  return [200, { data: hits.filter(({ name }) => name?.toLowerCase().includes(q)), more: false }];
};
const unlockOf = (cloud: FakeCloud, { path, body, header }: Asked): Answer => {
  cloud.unlocks.push({ path, body, key: header('idempotency-key'), console: header('x-console') });
  if (cloud.unlockAnswer !== undefined) return cloud.unlockAnswer;
  const doorId = /doors\/([^/]+)/.exec(path)?.[1];
  const of = { doorId, facilityId: FACILITY, eventId: 'evt_1', commandId: 'cmd_1' };
  return [200, { status: 'unlocked', ...of, holdTimeSeconds: 5, confirmedAt: NOW, confirmedBy: 'lock-sense' }];
};
const doorOf = (cloud: FakeCloud, { path }: Asked): Answer => {
  const found = cloud.doors.find(({ doorId }) => path.includes(doorId));
  return found === undefined ? [404, fault('door_unknown', 'There is no such door.')] : [200, found];
};

const AT = `/api/access-control/${FACILITY}`;
/** By method and the beginning of the path; the first that fits answers. */
const ANSWERS: readonly (readonly [asked: RegExp, answer: (cloud: FakeCloud, asked: Asked) => Answer])[] = [
  [/^GET \/api\/session$/, (cloud) => [200, sessionOf(cloud)]],
  ...BOX_ANSWERS,
  [
    /^DELETE \/api\/session$/,
    (cloud) => {
      cloud.signedIn = false;
      return [200, { sessionId: SESSION.sessionId }];
    },
  ],
  [/^GET \/api\/search$/, (_cloud, asked) => searchOf(asked)],
  [/^GET \/api\/facilities$/, () => list(FACILITIES)],
  [
    /^GET \/api\/facilities\/fac_0123456789abcdef$/,
    ({ lockdowns, offsets }) => [200, { ...DETAILS, ...(offsets && { offsets }), lockdowns: lockdowns.length }],
  ],
  [/^GET .*\/door-states$/, ({ doors }, { path }) => list(path.startsWith(AT) ? doors : [])],
  [/^GET .*\/state$/, doorOf],
  [/^POST .*\/unlock$/, unlockOf],
  [/^GET .*\/events$/, (_cloud, asked) => eventsOf(asked)],
  [
    /^GET .*\/explain$/,
    (_cloud, { query }) => {
      const doors = EXPLAINED.doors.filter(({ doorId }) => !query.has('doorId') || query.get('doorId') === doorId);
      return [200, { ...EXPLAINED, doors }];
    },
  ],
  ...MEMBER_ANSWERS,
  [/^GET .*\/members$/, ({ member }, { query }) => list(query.get('search') === 'nobody' ? [] : [member])],
  [/^GET .*\/members\//, ({ member }) => [200, member]],
  [/^GET \/api\/sessions$/, ({ sessions }) => list(sessions)],
  [
    /^DELETE \/api\/sessions\//,
    (cloud, { path }) => {
      cloud.sessions = cloud.sessions.filter(({ sessionId }) => !path.endsWith(sessionId));
      return [200, {}];
    },
  ],
  [/^GET \/api\/passkeys$/, ({ passkeys }) => [200, { data: passkeys }]],
  [/^GET \/api\/preferences$/, ({ preferences }) => [200, preferences]],
  [/^PUT \/api\/preferences$/, putPreferences],
  ...DESK_ANSWERS,
  ...INSTALLER_ANSWERS,
  ...MAINTENANCE_ANSWERS,
  [/^GET \/api\/totp$/, ({ hasTotp }) => [200, { enrolled: hasTotp, enrolledAt: hasTotp ? SESSION.endsAt : null }]],
  [/^POST \/api\/session\/step-up$/, stepUpOf],
  [/^GET .*\/lockdowns$/, ({ lockdowns }) => list(lockdowns)],
  [
    /^PUT .*\/lockdowns\/.*\/reason$/,
    (cloud, { body }) => {
      const said = { reason: String(body?.reason), reasonBy: LOCKDOWN.begunBy, reasonAt: NOW };
      cloud.lockdowns = cloud.lockdowns.map((lockdown) => ({ ...lockdown, ...said }));
      return [200, { ...LOCKDOWN, ...said }];
    },
  ],
  [
    /^POST .*\/lockdowns$/,
    (cloud) => {
      cloud.lockdowns = [LOCKDOWN];
      return [201, LOCKDOWN];
    },
  ],
];

/** What takes a step-up, likewise. */
const GRAVE: typeof ANSWERS = [
  [/^POST .*\/installers$/, invitedAnew],
  [/^DELETE .*\/members\//, () => ERASED],
  [/^POST .*\/decommission\//, (_cloud, { body }) => [200, { uuid: body?.uuid }]],
  [/^POST \/api\/passkeys\/options$/, () => [200, CREATION_OPTIONS]],
  [
    /^POST \/api\/passkeys$/,
    (cloud, { body }) => {
      const added = { passkeyId: 'pky_2', label: String(body?.label), createdAt: NOW, lastUsedAt: null };
      cloud.passkeys = [...cloud.passkeys, added];
      return [201, added];
    },
  ],
  [
    /^DELETE \/api\/passkeys\//,
    (cloud) => {
      cloud.passkeys = [];
      return [200, {}];
    },
  ],
  [/^POST \/api\/totp$/, totpOf],
  [/^POST \/api\/admin\/partners\/.*\/rotate$/, () => [200, A_KEY_ANEW]],
  [/^PUT \/api\/admin\/partners\/.*\/contacts$/, () => [200, { done: true }]],
  [/^PUT \/api\/users\/.*\/roles$/, (_cloud, { body }) => [200, { ...body, roleId: 'rol_9', endedKeys: [] }]],
  [/^DELETE \/api\/users\/.*\/roles\//, (_cloud, { path }) => [200, { roleId: path.split('/').at(-1) }]],
  [
    /^DELETE \/api\/totp$/,
    (cloud) => {
      cloud.hasTotp = false;
      return [200, { enrolled: false }];
    },
  ],
  [
    /^POST .*\/release$/,
    (cloud) => {
      cloud.lockdowns = [];
      return [200, LOCKDOWN];
    },
  ],
];

const graveAnswer = (cloud: FakeCloud, name: string, asked: Asked): Answer | undefined => {
  const found = GRAVE.find(([pattern]) => pattern.test(name));
  if (found === undefined) return undefined;
  cloud.grave.push({ name, body: asked.body, key: asked.header('idempotency-key') });
  return cloud.proven ? found[1](cloud, asked) : [403, fault('step_up_required', 'Prove that it is you.')];
};

/** What the fake cloud answers, as the API would. */
export const answerOf = (cloud: FakeCloud, method: string, asked: Asked): Answer => {
  const name = `${method} ${asked.path}`;
  if (name === 'POST /api/session/codes') return [202, { expiresInSeconds: 600 }];
  if (name === 'POST /api/session') return signIn(cloud, asked);
  if (name === 'POST /api/session/passkey-options') return [200, REQUEST_OPTIONS];
  if (name === 'POST /api/session/passkey') {
    cloud.signedIn = true;
    return [200, SESSION];
  }
  if (name === 'POST /api/session/link') return linkOf(cloud, asked);
  if (name === 'POST /api/session/invite') return lookAtInvite(cloud);
  if (name === 'GET /api/session/desk') return [200, { desk: cloud.desk }];
  if (name === 'POST /api/session/desk') return enterDesk(cloud, asked);
  if (!cloud.signedIn) return [401, fault('unauthorized', 'Nobody is signed in.')];
  const found = ANSWERS.find(([pattern]) => pattern.test(name));
  const ofPages = PAGES_ANSWERED.find(([pattern]) => pattern.test(name));
  return (
    found?.[1](cloud, asked) ??
    ofPages?.[1](asked) ??
    // Asked for below every page, once all else is there.
    (name === 'GET /api/admin/faqs' ? list([]) : undefined) ??
    graveAnswer(cloud, name, asked) ?? [404, fault('no_such_path', name)]
  );
};
