import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Alarm } from '../../client/platform-api.gen.ts';
import type { Topic } from '../../kit/live.ts';
import type { Console } from '../console.ts';

/** More do not stand at once on a page; the first of them are what matters. */
const MOST = 200;

/** The alarms of a facility that are not over: asked for at once when the cloud says that they changed. */
export const alarmsTopic = ({ ask }: Pick<Console, 'ask'>, facilityId: string): Topic<readonly Alarm[]> => ({
  name: `alarms:${facilityId}`,
  period: Seconds(10),
  wokenBy: `alarms:${facilityId}`,
  read: async (signal) =>
    (
      await ask(
        'GET /api/access-control/{facilityId}/alarms',
        { path: { facilityId }, query: { state: 'open', limit: MOST } },
        { signal },
      )
    ).data,
});
