import { z } from 'zod';
import { defineMessage } from './message.ts';

const CLIENT = /^device-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a device that is no box calls itself at the broker. `uuid` in lower case, as it is stored. */
export const deviceClientId = (uuid: string): string => `device-${uuid}`;
export const isDeviceClientId = (clientId: string): boolean => CLIENT.test(clientId);

/** All that a device hears: nothing of it is a command, so whoever forges one makes it ask once more. */
export const deviceNudgeMessage = defineMessage({
  name: 'device-nudge',
  direction: 'down',
  to: 'device',
  summary:
    'For a screen or another device that is no box: ask `GET /edge/v1/devices/state` now, whatever it is about. A device polls as well.',
  payload: z.strictObject({ v: z.literal(1), about: z.enum(['state', 'reset']) }),
  vectors: [
    { v: 1, about: 'state' },
    { v: 1, about: 'reset' },
  ],
});
export type DeviceNudge = z.infer<typeof deviceNudgeMessage.payload>;

export const deviceNudgeTopic = (uuid: string): string =>
  `gh/v1/${deviceClientId(uuid)}/down/${deviceNudgeMessage.name}`;
