import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Call } from '../../kit/http/endpoint.ts';
import type { DeviceTokens } from '../../link/device-tokens.ts';
import { imagesFaults } from '../../platform/images/images.faults.ts';
import { IMAGE_BYTES_MAX, type ImagesService } from '../../platform/images/images.module.ts';
import type { Device } from '../../sites/devices/device.ts';
import { deviceCredentials } from '../../sites/devices/devices.module.ts';
import type { DevicesService } from '../../sites/devices/devices.service.ts';
import type { Found } from '../../sites/devices/directory.ts';
import { agentEventsFault, agentEventsFaults } from './agent-events.faults.ts';
import type { AgentEventsService } from './agent-events.service.ts';
import { type AgentCaller, agentEndpoint, isAgent, placeOf } from './agent-surface.ts';

export interface AgentEventDeps {
  readonly agentEvents: Pick<AgentEventsService, 'turnComplete' | 'notify' | 'spendImage'>;
  readonly devices: Pick<DevicesService, 'authenticate' | 'heard' | 'lookUp' | 'tokenSubject'>;
  readonly images: Pick<ImagesService, 'keep'>;
  readonly tokens: Pick<DeviceTokens, 'issue'>;
  /** Where browsers find images: `https://…/media`. */
  readonly mediaUrl: () => string;
}

const { agent_refused, target_refused, no_target, image_not_yours, device_limit_exceeded } = agentEventsFaults;
const gate = { token: 'events' } as const;
const UserId = z.string().min(1).max(40);
const moment = z.iso.datetime({ offset: true }).max(40);
const Outcome = z.object({
  outcome: z
    .enum(['told', 'told_before', 'too_short'])
    .describe(
      '`told`: the push services of the user’s browsers are asked to. `told_before`: the same run was told of already, nothing happens. `too_short`: the run was not longer than the device’s `notifyAfterSeconds`, nothing happens.',
    ),
  browsers: z.int().describe('In how many browsers of the user; none if the user has subscribed in none.'),
});

const A_USER = 'usr_0123456789abcdef';
const TOLD: z.input<typeof Outcome> = { outcome: 'told', browsers: 2 };

export const postAgentToken = agentEndpoint<AgentEventDeps>()({
  id: 'agent.token',
  method: 'POST',
  path: '/ai/tokens',
  summary: 'Trade the secret of a device for a token',
  description:
    'HTTP Basic with the UUID of the device and the secret that was answered once, when it was registered as `core-ai-agent`. The token is for `/ai` alone (audience `events`), or with `{"audience": "inference"}` for models at the inference gate alone, and lives ten minutes.',
  gate: { public: 'The secret of the device, as HTTP Basic, is the authentication.' },
  body: z.strictObject({ audience: z.enum(['events', 'inference']).default('events') }).optional(),
  success: {
    status: 200,
    description: 'The token.',
    schema: z.object({ token: z.string(), expiresInSeconds: z.int() }),
  },
  examples: {
    body: { audience: 'events' },
    success: { token: 'eyJhbGciOiJIUzI1NiJ9.e30.signature', expiresInSeconds: 600 },
  },
  faults: { agent_refused },
  audit: { event: 'agent.token_issued', target: () => undefined },
  // Whoever guesses takes no turn of those who write.
  prepare: ({ devices }, _input, { read, header }) => read((tx) => agentOf(tx, devices, header)),
  handle: async ({ devices, tokens }, { body }, { tx, header, at, about }) => {
    const { uuid } = await agentOf(tx, devices, header);
    await devices.heard(tx, uuid);
    about(uuid);
    const where = await devices.lookUp(tx, uuid);
    if (where !== undefined) at(placeOf(where));
    return tokens.issue((await devices.tokenSubject(tx, uuid)) ?? uuid, body?.audience ?? 'events');
  },
});

/** The agent whose credentials these are. Throws a fault if they are nobody's. */
const agentOf = async (
  tx: Tx,
  devices: Pick<DevicesService, 'authenticate'>,
  header: Call['header'],
): Promise<Device> => {
  const sent = deviceCredentials(header('authorization'));
  const device = sent && (await devices.authenticate(tx, sent.uuid, sent.secret));
  if (device === undefined || !isAgent(device))
    throw agentEventsFault('agent_refused', 'Send the UUID and the secret of a registered agent as HTTP Basic.', {
      headers: { 'www-authenticate': 'Basic realm="agents"' },
    });
  return device;
};

export const postTurnComplete = agentEndpoint<AgentEventDeps>()({
  id: 'agent.turn-complete',
  method: 'POST',
  path: '/ai/events/agent-turn-complete',
  summary: 'Tell the user who began a run that it has ended',
  description:
    'A push with a link to the session, for runs that took longer than `notifyAfterSeconds` among the device’s settings (60 unless set). A run is told of once: the same session and start of the same device is answered `told_before`, for 30 days. Ten at once and one more every six seconds, apart from other calls; beyond that 429, and nothing is remembered of the run.',
  gate,
  body: z
    .strictObject({
      session: z
        .string()
        .regex(/^[A-Za-z0-9._:-]{1,120}$/, 'must be 1 to 120 letters, digits, dots, colons, hyphens and underscores')
        .describe('What the device calls the session: the link leads there.'),
      startedAt: moment.describe('When the run began, ISO 8601 with a zone.'),
      finishedAt: moment.describe('When it ended, not before it began.'),
      userId: UserId.describe('Who began the run.'),
      summary: z.string().trim().min(1).max(300).optional().describe('What to say, in place of how long it took.'),
    })
    .refine(({ startedAt, finishedAt }) => Date.parse(finishedAt) >= Date.parse(startedAt), {
      path: ['finishedAt'],
      message: 'must not be before startedAt',
    }),
  success: { status: 200, description: 'What came of it.', schema: Outcome },
  examples: {
    body: {
      session: 'front-desk-17',
      startedAt: '2026-01-01T09:30:00Z',
      finishedAt: '2026-01-01T09:34:00Z',
      userId: A_USER,
    },
    success: TOLD,
  },
  faults: { target_refused, device_limit_exceeded },
  audit: { event: 'agent.turn_complete', target: ({ body }) => body.userId },
  handle: ({ agentEvents }, { body: { startedAt, finishedAt, ...turn } }, call) => {
    const times = { startedAt: Date.parse(startedAt), finishedAt: Date.parse(finishedAt) };
    return agentEvents.turnComplete(call.tx, callingDevice(call), { ...turn, ...times });
  },
});

export const postAgentNotify = agentEndpoint<AgentEventDeps>()({
  id: 'agent.notify',
  method: 'POST',
  path: '/ai/events/agent-notify',
  summary: 'Tell a user something',
  description:
    'A push to the browsers of the device’s owner, or of another user who has access to the device. Each call is a push: nothing is taken for a repetition. Ten at once and one more every six seconds, apart from other calls; beyond that 429.',
  gate,
  body: z.strictObject({
    title: z.string().trim().min(1).max(120).describe('The first line.'),
    message: z.string().trim().min(1).max(1_000).describe('What to say.'),
    userId: UserId.optional().describe('The device’s owner unless given.'),
    imageUrl: z.string().min(1).max(300).optional().describe('What `POST /ai/media/notify-image` answered.'),
  }),
  success: { status: 200, description: 'What came of it.', schema: Outcome },
  examples: {
    body: { title: 'A question', message: 'May the plan for Sunday be published?', userId: A_USER },
    success: TOLD,
  },
  faults: { target_refused, no_target, image_not_yours, device_limit_exceeded },
  audit: { event: 'agent.notify', target: ({ body }) => body.userId },
  handle: async ({ agentEvents, mediaUrl }, { body: { imageUrl: url, ...notice } }, call) => {
    // Another prefix leaves no key, and so no image.
    const key = url?.startsWith(`${mediaUrl()}/`) ? url.slice(mediaUrl().length + 1) : '';
    const device = callingDevice(call);
    const image = url === undefined ? {} : { image: { url, key } };
    const told = await agentEvents.notify(call.tx, device, { ...notice, ...image });
    call.about(notice.userId ?? device.ownerUserId ?? device.uuid);
    return told;
  },
});

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/octet-stream'] as const;

export const postNotifyImage = agentEndpoint<AgentEventDeps>()({
  id: 'agent.notify-image',
  method: 'POST',
  unit: 'own',
  path: '/ai/media/notify-image',
  summary: 'Store an image for a notification',
  description:
    'The body is the image itself: PNG, JPEG, GIF or WebP, judged by its content, at most 5 MB (5,242,880 bytes). Answers its public address, which nobody can guess. After 7 days it is gone. Ten at once and one more every six seconds, and 200 at a time.',
  gate,
  rawBody: z.file().max(IMAGE_BYTES_MAX).describe('The bytes of the image.'),
  bodyTypes: IMAGE_TYPES,
  bodyLimit: { bytes: IMAGE_BYTES_MAX, keys: 0 },
  success: {
    status: 201,
    description: 'The image is there.',
    schema: z.object({
      url: z.string().describe('For `imageUrl`.'),
      type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
      goneAt: z.string().describe('ISO 8601.'),
    }),
  },
  examples: {
    success: {
      url: 'https://gatehouse.example/media/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      type: 'image/png',
      goneAt: '2026-01-08T09:30:00.000Z',
    },
  },
  faults: { ...imagesFaults, device_limit_exceeded },
  audit: { event: 'agent.image_stored', target: () => undefined },
  handle: async ({ agentEvents, images, mediaUrl }, { body }, call) => {
    const { uuid } = callingDevice(call);
    await agentEvents.spendImage(uuid);
    const { key, type, goneAt } = await images.keep(uuid, body);
    return { url: `${mediaUrl()}/${key}`, type, goneAt: isoOf(goneAt) };
  },
});

const callingDevice = ({ caller }: Call<AgentCaller>): Found => {
  if (caller.device === undefined) throw new Bug('a gated endpoint without a device');
  return caller.device;
};
