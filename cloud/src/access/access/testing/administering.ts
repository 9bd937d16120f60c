import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll } from 'vitest';
import type { TestEngine } from '../../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../../testing/platform-api.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Who = keyof PlatformApi['callers'];

/** The platform API for all tests of a file: `on` is what serves it. */
export const administering = (open: TestEngine['open']) => {
  const on = {} as { api: PlatformApi; clock: ManualClock };
  beforeAll(async () => {
    on.clock = new ManualClock();
    on.api = await servePlatformApi(await open(), on.clock);
  });
  afterAll(() => on.api.close());

  const callAt = async (who: Who, method: Method, path: string, body?: object) => {
    await on.api.moveOn();
    const { headers } = on.api.callers[who];
    return on.api.send({ method, path, headers, ...(body && { body }) });
  };
  const at = (path: string) => `/api/access-control/${on.api.world.facilityId}/${path}`;
  return {
    on,
    callAt,
    /** Of the world's facility, by its manager. */
    call: (method: Method, path: string, body?: object) => callAt('manager', method, at(path), body),
    at,
    versionNow: () => {
      const { world } = on.api;
      return world.db.read((tx) => world.scopes.versionOf(tx, world.facilityId));
    },
    /** The world's partner sends members, as the partner API has them but for the facility. */
    push: async (...members: readonly object[]) => {
      const { world } = on.api;
      const batch = members.map((member) => ({ facility_id: world.facilityId, ...member }));
      const { result } = await world.members.push(Buffer.from(JSON.stringify({ members: batch })), world.callBy());
      if (result.skipped > 0) throw new Error(JSON.stringify(result.skippedItems));
    },
  };
};
