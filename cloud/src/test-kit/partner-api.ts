import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Database } from '../db/unit-of-work.ts';
import { auditLog } from '../http/audit.ts';
import { defaultByteBudget } from '../http/byte-budget.ts';
import type { Kit } from '../http/pipeline.ts';
import { memoryRateLimiter } from '../http/rate-limit.ts';
import { requestLog } from '../http/request-log.ts';
import { serveSurface } from '../http/surfaces.ts';
import { serve } from '../http/testing/serve.ts';
import type { Link } from '../link/link.ts';
import { authenticatePartner, partnerSurface } from '../modules/partners/partner-surface.ts';
import { createModules } from '../modules.ts';
import { createWorld } from './world.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** HTTP Basic with a secret key and an empty password. */
export const basic = (key: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
});

/** The partner API on a real TLS socket, in front of a world whose box is scripted. */
export const servePartnerApi = async (db: Database, clock: ManualClock, link: Link, overrides: Partial<Kit> = {}) => {
  const world = await createWorld(db, clock, link);
  const requests = requestLog(db, clock as Clock, silent);
  const kit = {
    clock,
    log: silent,
    limiter: memoryRateLimiter(clock),
    audit: auditLog(db),
    requests,
    bodies: defaultByteBudget(),
    undeclared: 'throw',
    ...overrides,
  } as const;
  const modules = createModules({ ...world, brokerUrl: () => '' });
  const served = await serve({
    kit,
    surfaces: [serveSurface(partnerSurface, authenticatePartner(world.partners))],
    endpoints: modules.flatMap(({ endpoints }) => endpoints),
    random: systemRandom,
  });
  const keyOf = async (type: 'live' | 'dryrun' | 'read-only', partnerId = world.partnerId) =>
    world.partners.createKey(partnerId, type, 'Test');
  return {
    ...served,
    world,
    keyOf,
    requests,
    audited: () => db.read((tx) => tx.selectFrom('audit_entry').selectAll().orderBy('at').execute()),
    /** Lets a second pass, so that no earlier request counts against the limit, and the box beacon. */
    moveOn: async () => {
      await clock.advance(Seconds(1));
      await world.beacon();
    },
    close: async () => {
      await served.close();
      await requests.close();
      await world.partners.close();
    },
  };
};
export type PartnerApi = Awaited<ReturnType<typeof servePartnerApi>>;
