import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { DoorOverride, Lockdown } from '../client/platform-api.gen.ts';
import type { Topic } from '../kit/live.ts';
import type { Console } from './console.ts';
import type { SeenDoor } from './doors/seen-door.ts';

type Asks = Pick<Console, 'ask'>;

const facility = (facilityId: string): string => `facility:${facilityId}`;

/** All doors of a facility. */
export const doorsTopic = ({ ask }: Asks, facilityId: string, period = Seconds(5)): Topic<readonly SeenDoor[]> => ({
  name: `doors:${facilityId}`,
  period,
  live: { topic: facility(facilityId), of: (doors) => doors },
  read: async (signal) =>
    (await ask('GET /api/access-control/{facilityId}/door-states', { path: { facilityId } }, { signal })).data,
});

/** One door. Where it is asked for, often enough for what may be done on a view of 5 s at most. */
export const doorTopic = ({ ask }: Asks, facilityId: string, doorId: string): Topic<SeenDoor> => ({
  name: `door:${facilityId}/${doorId}`,
  period: Seconds(2),
  live: { topic: facility(facilityId), of: (doors) => doors.find((door) => door.doorId === doorId) },
  read: (signal) =>
    ask('GET /api/access-control/{facilityId}/doors/{doorId}/state', { path: { facilityId, doorId } }, { signal }),
});

/** The lockdowns that stand: asked for, as they are no topic, and at once when the doors change. */
export const lockdownsTopic = ({ ask }: Asks, facilityId: string): Topic<readonly Lockdown[]> => ({
  name: `lockdowns:${facilityId}`,
  period: Seconds(2),
  wokenBy: facility(facilityId),
  read: async (signal) =>
    (await ask('GET /api/access-control/{facilityId}/lockdowns', { path: { facilityId } }, { signal })).data,
});

/** What came of something that staff ordered of a door. */
export const overrideTopic = ({ ask }: Asks, facilityId: string, overrideId: string): Topic<DoorOverride> => ({
  name: `override:${facilityId}/${overrideId}`,
  period: Seconds(1),
  wokenBy: facility(facilityId),
  read: (signal) =>
    ask(
      'GET /api/access-control/{facilityId}/overrides/{overrideId}',
      { path: { facilityId, overrideId } },
      { signal },
    ),
});
