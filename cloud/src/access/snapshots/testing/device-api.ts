import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import { auditLog } from '../../../kit/http/audit.ts';
import { defaultBodyBudgets } from '../../../kit/http/byte-budget.ts';
import { memoryRateLimiter } from '../../../kit/http/rate-limit.ts';
import { requestLog } from '../../../kit/http/request-log.ts';
import { createStrangers } from '../../../kit/http/strangers.ts';
import { serveSurface } from '../../../kit/http/surfaces.ts';
import { serve } from '../../../kit/http/testing/serve.ts';
import { createDeviceTokens } from '../../../link/device-tokens.ts';
import { authenticateBox, deviceSurface } from '../../../sites/boxes/device-surface.ts';
import { confirms, createWorld, scriptedLink } from '../../../testing/world.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The device API on a real TLS socket, in front of a world with one box. */
export const serveDeviceApi = async (db: Database) => {
  const clock = new ManualClock();
  const world = await createWorld(db, clock, scriptedLink(confirms).link);
  const tokens = createDeviceTokens({ clock, secrets: [{ kid: 'k', secret: new Uint8Array(32).fill(7) }] });
  const requests = requestLog(db, clock, silent);
  const served = await serve({
    kit: {
      clock,
      log: silent,
      limiter: memoryRateLimiter(clock),
      audit: auditLog(db),
      requests,
      db,
      bodies: defaultBodyBudgets(),
      strangers: createStrangers(clock),
      undeclared: 'throw',
    },
    surfaces: [serveSurface(deviceSurface, authenticateBox(tokens, world.boxes))],
    endpoints: world.endpoints,
    random: systemRandom,
  });
  const headersOf = (boxId: string, audience: 'edge' | 'mqtt' = 'edge') => ({
    authorization: `Bearer ${tokens.issue(boxId, audience).token}`,
  });

  return {
    world,
    headersOf,
    get: async (path: string, headers: Record<string, string> = headersOf(world.boxId)) => {
      await clock.advance(Seconds(1));
      return served.send({ method: 'GET', path: `/edge/v1/${path}`, headers });
    },
    post: (path: string, body: unknown, headers: Record<string, string> = headersOf(world.boxId)) =>
      served.send({ method: 'POST', path: `/edge/v1/${path}`, headers, body }),
    /** Another box, of whichever facility. */
    aBox: world.aBox,
    close: async () => {
      await served.close();
      await requests.close();
      await world.partners.close();
      await world.snapshots.close();
    },
  };
};
