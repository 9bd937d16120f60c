import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { deviceClientId, deviceNudgeTopic } from '@gatehouse/shared/wire/device-nudge.ts';
import { TEMPERATURE_C } from '@gatehouse/shared/wire/temperatures.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { DeviceTokens } from '../../link/device-tokens.ts';
import { deviceEndpoint } from '../boxes/device-surface.ts';
import { DeviceSettings } from './device.ts';
import { deviceCredentials } from './device-credentials.ts';
import { devicesFault, devicesFaults } from './devices.faults.ts';
import type { DevicesService } from './devices.service.ts';

export interface DeviceConnectDeps {
  readonly devices: Pick<DevicesService, 'connect' | 'listens' | 'resetDone'>;
  readonly tokens: Pick<DeviceTokens, 'issue'>;
  readonly brokerUrl: () => string;
  /** A device that belongs somewhere says how warm it is there. */
  readonly onTemperature: (
    tx: Tx,
    device: { readonly uuid: string; readonly facilityId: FacilityId },
    temperatureC: number,
  ) => Promise<unknown>;
}

const { device_secret_refused } = devicesFaults;
const gate = { public: 'The device’s UUID and secret, as HTTP Basic, are the authentication.' };
/** A reset reaches a screen that is on within a minute. */
const ASK_AGAIN_SECONDS = 60;

export const getDeviceState = deviceEndpoint<DeviceConnectDeps>()({
  id: 'edge.device-state',
  method: 'GET',
  writes: true,
  unit: 'own',
  path: '/edge/v1/devices/state',
  summary: 'Read what a registered device should be',
  description:
    'For screens, cameras and whatever else was registered with a secret: HTTP Basic with the UUID and that secret. Counts as a sign of life. A device that was reset is told of the reset, each time it asks, until it says that it is done: it keeps its UUID, its secret and the reset’s id, clears everything else, starts anew, tells `POST /edge/v1/devices/resets/done`, and then forgets the secret too.',
  gate,
  query: z.object({
    temperatureC: z
      .string()
      .regex(/^-?\d{1,2}(\.\d{1,3})?$/, 'must be a number of degrees Celsius, such as 21.5')
      .transform(Number)
      .refine((value) => value >= TEMPERATURE_C.min && value <= TEMPERATURE_C.max, {
        error: `must be from ${TEMPERATURE_C.min} to ${TEMPERATURE_C.max}`,
      })
      .optional()
      .describe('How warm it is where the device is, if it measures that: shown as the temperature inside.'),
  }),
  success: {
    status: 200,
    description: 'What it should be.',
    schema: z.object({
      uuid: z.uuid(),
      facilityId: z.string().nullable().describe('Null once the device belongs nowhere.'),
      name: z.string().nullable(),
      settings: DeviceSettings,
      reset: z
        .object({ resetId: z.string(), armedAt: z.iso.datetime() })
        .nullable()
        .describe('A factory reset to carry out, once for each id.'),
      askAgainSeconds: z.int(),
    }),
  },
  faults: { device_secret_refused },
  handle: async ({ devices, onTemperature }, { query: { temperatureC } }, { write, header }) => {
    const { uuid, secret } = credentialsOf(header('authorization'));
    const told = await write(async (tx) => {
      const found = await devices.connect(tx, uuid, secret);
      if (found === undefined) throw refused();
      const facilityId = found.device?.facilityId;
      if (temperatureC !== undefined && facilityId != null) await onTemperature(tx, { uuid, facilityId }, temperatureC);
      return found;
    });
    const { device, reset } = told;
    return {
      uuid: told.uuid,
      facilityId: device?.facilityId ?? null,
      name: device?.name ?? null,
      settings: device?.settings ?? {},
      reset: reset === undefined ? null : { resetId: reset.resetId, armedAt: isoOf(reset.armedAt) },
      askAgainSeconds: ASK_AGAIN_SECONDS,
    };
  },
});

export const postDeviceToken = deviceEndpoint<DeviceConnectDeps>()({
  id: 'edge.device-token',
  method: 'POST',
  path: '/edge/v1/devices/tokens',
  summary: 'Get a token to listen for nudges with',
  description:
    'For a device that is registered with a secret, or was reset and has not carried it out. With the token as password, and `clientId` as client id and user name, it connects to `brokerUrl` (MQTT 3.1.1 over TLS, clean session, no will) and subscribes to `topic`: a message there means that it should read its state now. The token is good for logging in for ten minutes; a session lasts until the secret ends. A device that does not listen loses nothing but time: it asks every `askAgainSeconds` as well.',
  gate,
  success: {
    status: 200,
    description: 'The token, and where to listen with it.',
    schema: z.object({
      token: z.string(),
      expiresInSeconds: z.int(),
      brokerUrl: z.string(),
      clientId: z.string(),
      topic: z.string(),
    }),
  },
  faults: { device_secret_refused },
  audit: { event: 'device.token_issued', target: () => undefined },
  handle: async ({ devices, tokens, brokerUrl }, _input, { tx, header, about }) => {
    const { uuid, secret } = credentialsOf(header('authorization'));
    const subject = await devices.listens(tx, uuid, secret);
    if (subject === undefined) throw refused();
    about(uuid);
    return {
      ...tokens.issue(subject, 'mqtt'),
      brokerUrl: brokerUrl(),
      clientId: deviceClientId(uuid),
      topic: deviceNudgeTopic(uuid),
    };
  },
});

export const postResetDone = deviceEndpoint<DeviceConnectDeps>()({
  id: 'edge.device-reset-done',
  method: 'POST',
  path: '/edge/v1/devices/resets/done',
  summary: 'Say that a factory reset is carried out',
  description:
    'From then on the secret that the device had is worth nothing. Saying it again, after a lost answer, changes nothing.',
  gate,
  body: z.strictObject({ resetId: z.string().min(1).max(60) }),
  success: { status: 200, description: 'Noted.', schema: z.object({ resetId: z.string(), done: z.literal(true) }) },
  faults: { device_secret_refused },
  audit: { event: 'device.reset_done', target: ({ body }) => body.resetId },
  handle: async ({ devices }, { body: { resetId } }, { tx, header, about }) => {
    const { uuid, secret } = credentialsOf(header('authorization'));
    if (!(await devices.resetDone(tx, { uuid, secret, resetId }))) throw refused();
    about(uuid);
    return { resetId, done: true as const };
  },
});

const refused = () =>
  devicesFault('device_secret_refused', 'Send the UUID of the device and its secret as HTTP Basic.', {
    headers: { 'www-authenticate': 'Basic realm="Gatehouse device API", charset="UTF-8"' },
  });

const credentialsOf = (header: string | undefined) => {
  const sent = deviceCredentials(header);
  if (sent === undefined) throw refused();
  return sent;
};
