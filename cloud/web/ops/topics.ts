import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { DoorState, Lockdown } from '../client/platform-api.gen.ts';
import type { Topic } from '../kit/live.ts';
import type { Console } from './console.ts';

type Asks = Pick<Console, 'ask'>;

/** All doors of a facility. */
export const doorsTopic = ({ ask }: Asks, facilityId: string): Topic<readonly DoorState[]> => ({
  name: `doors:${facilityId}`,
  period: Seconds(5),
  read: async (signal) =>
    (await ask('GET /api/access-control/{facilityId}/door-states', { path: { facilityId } }, { signal })).data,
});

/** One door, often enough for what may be done on a view of 5 s at most. */
export const doorTopic = ({ ask }: Asks, facilityId: string, doorId: string): Topic<DoorState> => ({
  name: `door:${facilityId}/${doorId}`,
  period: Seconds(2),
  read: (signal) =>
    ask('GET /api/access-control/{facilityId}/doors/{doorId}/state', { path: { facilityId, doorId } }, { signal }),
});

/** The lockdowns that stand, likewise. */
export const lockdownsTopic = ({ ask }: Asks, facilityId: string): Topic<readonly Lockdown[]> => ({
  name: `lockdowns:${facilityId}`,
  period: Seconds(2),
  read: async (signal) =>
    (await ask('GET /api/access-control/{facilityId}/lockdowns', { path: { facilityId } }, { signal })).data,
});
