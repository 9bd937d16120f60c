import { readFileSync } from 'node:fs';
import { createReferences } from '@gatehouse/cloud/documents/page/references.ts';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import { auditLog } from '@gatehouse/cloud/kit/http/audit.ts';
import { defaultBodyBudgets } from '@gatehouse/cloud/kit/http/byte-budget.ts';
import { createLargeBodies } from '@gatehouse/cloud/kit/http/large-bodies.ts';
import type { Kit } from '@gatehouse/cloud/kit/http/pipeline.ts';
import { memoryRateLimiter } from '@gatehouse/cloud/kit/http/rate-limit.ts';
import { replyStore } from '@gatehouse/cloud/kit/http/replies.ts';
import { requestLog } from '@gatehouse/cloud/kit/http/request-log.ts';
import { createSurfaceServer } from '@gatehouse/cloud/kit/http/server.ts';
import { createStrangers } from '@gatehouse/cloud/kit/http/strangers.ts';
import { serveSurface } from '@gatehouse/cloud/kit/http/surfaces.ts';
import { authenticatePartner, partnerSurface } from '@gatehouse/cloud/partner/partners/partner-surface.ts';
import { authenticatePlatform, platformSurface } from '@gatehouse/cloud/platform/users/platform-surface.ts';
import { confirms, createWorld, simulates } from '@gatehouse/cloud/testing/world.ts';
import { consolePages } from '@gatehouse/cloud/web/console-pages.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { changingDoors } from '../changing-doors.ts';
import { watchPieces } from '../longest-piece.ts';
import { subscriberTokens, unifiedGyms } from '../unified-gyms.ts';

/**
 * The cloud's own share of an unlock and of a push: everything but the device link, whose box confirms at once. One partner
 * unlocks, another one pushes. Says how much memory it takes when its parent asks,
 * and what held its thread up. With a folder for what is bundled it serves the consoles too; told so,
 * it serves the unified API. With either it has doors that change.
 */
const [databaseFile = '', keyFile = '', certificateFile = '', webFolder = '', unified = ''] = process.argv.slice(2);
const SOCKETS_OF_A_USER = 20;
const silent = { info: () => undefined, warn: () => undefined, error: console.error };
const BEACON_EVERY = Seconds(5);

const db = await openDatabase(`sqlite:${databaseFile}`, { clock: systemClock, log: silent });
await db.migrate();
const world = await createWorld(db, systemClock, {
  unlock: confirms,
  simulate: simulates,
  nudge: async () => undefined,
  nudgeDevice: async () => undefined,
  endDeviceSession: async () => undefined,
  testController: async () => 'offline',
  askForFacts: async () => undefined,
  endSession: async () => undefined,
  close: async () => undefined,
});
const pusherId = await world.db.write((tx) =>
  world.partners.create(tx, {
    name: 'Bench Bookings',
    linkingMethod: 'facility_id',
    organisations: [world.orgId],
  }),
);
await world.db.write((tx) => world.partners.setIntegration(tx, pusherId, world.facilityId, { enabled: true }));
const rateLimits = JSON.stringify({ 'doors.unlock': 100_000, 'members.push': 100_000 });
await db.write((tx) => tx.updateTable('partner').set({ rate_limits: rateLimits }).execute());
const key = await world.db.write((tx) => world.partners.createKey(tx, world.partnerId, 'live', 'Bench'));
const pushKey = await world.db.write((tx) => world.partners.createKey(tx, pusherId, 'live', 'Bench'));
/** As partners are by default: nothing is raised for it. */
const crowdPartnerId = await world.db.write((tx) =>
  world.partners.create(tx, { name: 'Bench Crowd', linkingMethod: 'facility_id', organisations: [world.orgId] }),
);
await world.db.write((tx) => world.partners.setIntegration(tx, crowdPartnerId, world.facilityId, { enabled: true }));
const crowdKey = await world.db.write((tx) => world.partners.createKey(tx, crowdPartnerId, 'live', 'Bench'));
const aUser = (email: string) =>
  world.db.write(async (tx) => {
    const user = await world.users.addUser(tx, { email, firstName: 'Ada', lastName: 'Byron' }, 'bench');
    await world.users.addGrant(tx, user.id, { right: 'super-admin', scope: 'platform', scopeId: '' }, 'bench');
    return { id: user.id, key: await world.users.addKey(tx, user.id, { label: 'bench' }, 'bench') };
  });
const { id: userId, key: userKey } = await aUser('ada@example.com');
const doors = webFolder === '' && unified === '' ? undefined : await changingDoors(world);
/** Of 200 who watch. */
const watcherKeys: string[] = [];
for (let at = 0; webFolder !== '' && at * SOCKETS_OF_A_USER < 200; at++)
  watcherKeys.push((await aUser(`watcher-${at}@example.com`)).key.text);
const beacons = systemClock.every(BEACON_EVERY, () => void world.beacon());
const knownUser = authenticatePlatform(world, webFolder === '' ? 'keys' : 'keys and cookies');
const authenticateUser: typeof knownUser = async (request, gate) => ({
  ...(await knownUser(request, gate)),
  rateLimits: { 'orgs.read': 100_000 },
});
const requests = requestLog(db, systemClock, silent);
const { endpoints } = world;
const largeBodies = createLargeBodies({ clock: systemClock });
const references = createReferences({ clock: systemClock });
const gyms = unified === '' ? undefined : await unifiedGyms(world);
const kit: Kit = {
  clock: systemClock,
  log: silent,
  limiter: gyms?.limiter ?? memoryRateLimiter(systemClock),
  audit: auditLog(db),
  requests,
  db,
  replies: replyStore(db, systemClock),
  bodies: defaultBodyBudgets(),
  largeBodies,
  strangers: createStrangers(systemClock),
  undeclared: 'log',
};
world.servedBy(kit);
const { server, close } = createSurfaceServer({
  kit,
  surfaces: [
    serveSurface(partnerSurface, authenticatePartner(world)),
    serveSurface(platformSurface, authenticateUser),
    ...(gyms?.surfaces ?? []),
  ],
  endpoints,
  pages: [
    references.page('partner'),
    ...(webFolder === '' ? [] : consolePages({ clock: systemClock, log: silent, folder: webFolder })),
  ],
  tls: { keyPem: readFileSync(keyFile, 'utf8'), certificatePem: readFileSync(certificateFile, 'utf8') },
});
onStop(async () => {
  beacons.cancel();
  doors?.stop();
  await close();
  await largeBodies.close();
  await references.close();
  await world.subscriptions.close();
  await world.graph.close();
  await requests.close();
  await world.partners.close();
  await world.users.close();
  await db.close();
});
announceReady({
  port: await listen(server, { host: '127.0.0.1', port: 0 }),
  facilityId: world.facilityId,
  doorId: world.doorId,
  key: key.text,
  pushKey: pushKey.text,
  crowdKey: crowdKey.text,
  userKey: userKey.text,
  organisationId: world.orgId,
  watcherKeys,
  ...(gyms && {
    unified: {
      organisationId: gyms.organisationId,
      key: gyms.key,
      token: gyms.token,
      subscriberTokens: await subscriberTokens(world),
    },
  }),
});
let told: ReturnType<typeof watchPieces> | undefined;

interface Order {
  readonly watch?: boolean;
  /** So many reports of doors a second from now on. */
  readonly changes?: number;
  readonly report?: true;
  readonly signIn?: true;
  /** Reads all gyms by `many` alone. */
  readonly many?: true;
}
const done = async ({ watch, changes, report, signIn, many }: Order): Promise<object> => {
  if (watch !== undefined) {
    if (watch) told = watchPieces();
    return watch ? {} : ((await told?.()) ?? {});
  }
  if (changes !== undefined) {
    if (changes > 0) doors?.start(changes);
    else doors?.stop();
    return {};
  }
  if (many === true) {
    await gyms?.many();
    return {};
  }
  if (report === true) return { at: await doors?.report() };
  if (signIn === true) return db.write((tx) => world.sessions.links.make(tx, userId, 'bench'));
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heapUsed, external };
};
process.on('message', async (order: Order) => void process.send?.({ type: 'sample', ...(await done(order)) }));
