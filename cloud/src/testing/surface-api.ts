import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Database } from '../kit/db/unit-of-work.ts';
import { type AuditEntry, auditLog, type Pseudonymous } from '../kit/http/audit.ts';
import { defaultBodyBudgets } from '../kit/http/byte-budget.ts';
import type { Page } from '../kit/http/express-mount.ts';
import { createLargeBodies } from '../kit/http/large-bodies.ts';
import type { Kit } from '../kit/http/pipeline.ts';
import { memoryRateLimiter } from '../kit/http/rate-limit.ts';
import { replyStore } from '../kit/http/replies.ts';
import { requestLog } from '../kit/http/request-log.ts';
import { createStrangers } from '../kit/http/strangers.ts';
import type { ServedSurface } from '../kit/http/surfaces.ts';
import { serve } from '../kit/http/testing/serve.ts';
import type { Link } from '../link/link.ts';
import { createWorld, type World } from './world.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Surfaces of the cloud on a real TLS socket, in front of a world whose box is scripted. */
export const serveSurfaces = async (
  { db, clock, link, objects }: { db: Database; clock: ManualClock; link: Link; objects?: World['objects'] },
  surfacesOf: (world: World) => readonly ServedSurface[],
  overrides: Partial<Kit> = {},
  pages: readonly Page[] = [],
) => {
  const world = await createWorld(db, clock, link, [], objects);
  const requests = requestLog(db, clock as Clock, silent);
  const log = auditLog(db, world.erasures.pseudonymOf);
  const auditedAfter = new Set<string>();
  const largeBodies = createLargeBodies({ clock });
  const kit = {
    clock,
    log: silent,
    limiter: memoryRateLimiter(clock),
    audit: {
      add: log.add,
      addAlone: (entry: AuditEntry, target?: Pseudonymous) => {
        auditedAfter.add(entry.request_id);
        return log.addAlone(entry, target);
      },
    },
    requests,
    db: world.db,
    replies: replyStore(db, clock),
    bodies: defaultBodyBudgets(),
    largeBodies,
    strangers: createStrangers(clock),
    undeclared: 'throw',
    ...overrides,
  } as const;
  const { endpoints } = world;
  world.servedBy(kit);
  const served = await serve({
    kit,
    surfaces: surfacesOf(world),
    endpoints,
    random: systemRandom,
    pages,
  });
  return {
    ...served,
    world,
    kit,
    endpoints,
    requests,
    /** Whether the kit wrote the audit row of a request after its handler, in a unit of its own. */
    auditedAfter: (requestId: string): boolean => auditedAfter.has(requestId),
    audited: () => db.read((tx) => tx.selectFrom('audit_entry').selectAll().orderBy('at').execute()),
    /** Lets a second pass, so that no earlier request counts against the limit, and the box beacon. */
    moveOn: async () => {
      await clock.advance(Seconds(1));
      await world.beacon();
    },
    close: async () => {
      await served.close();
      await world.graph.close();
      await largeBodies.close();
      await requests.close();
      await world.partners.close();
      await world.users.close();
      await world.sessions.close();
    },
  };
};
