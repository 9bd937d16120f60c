import { readFileSync } from 'node:fs';
import { openDatabase } from '@gatehouse/cloud/db/open-database.ts';
import { auditLog } from '@gatehouse/cloud/http/audit.ts';
import { defaultByteBudget } from '@gatehouse/cloud/http/byte-budget.ts';
import { memoryRateLimiter } from '@gatehouse/cloud/http/rate-limit.ts';
import { requestLog } from '@gatehouse/cloud/http/request-log.ts';
import { createSurfaceServer } from '@gatehouse/cloud/http/server.ts';
import { createStrangers } from '@gatehouse/cloud/http/strangers.ts';
import { serveSurface } from '@gatehouse/cloud/http/surfaces.ts';
import { authenticatePartner, partnerSurface } from '@gatehouse/cloud/modules/partners/partner-surface.ts';
import { createModules } from '@gatehouse/cloud/modules.ts';
import { confirms, createWorld, simulates } from '@gatehouse/cloud/test-kit/world.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

/**
 * The cloud's own share of an unlock and of a push: everything but the device link, whose box confirms at once. One partner
 * unlocks, another one pushes. Says how much memory it takes when its parent asks.
 */
const [databaseFile = '', keyFile = '', certificateFile = ''] = process.argv.slice(2);
const silent = { info: () => undefined, warn: () => undefined, error: console.error };
const BEACON_EVERY = Seconds(5);

const db = await openDatabase(`sqlite:${databaseFile}`, { clock: systemClock, log: silent });
await db.migrate();
const world = await createWorld(db, systemClock, {
  unlock: confirms,
  simulate: simulates,
  nudge: async () => undefined,
  askForFacts: async () => undefined,
  endSession: async () => undefined,
  close: async () => undefined,
});
const pusherId = await world.partners.create({
  name: 'Bench Bookings',
  linkingMethod: 'facility_id',
  organisations: [world.orgId],
});
await world.partners.setIntegration(pusherId, world.facilityId, { enabled: true });
const rateLimits = JSON.stringify({ 'doors.unlock': 100_000, 'members.push': 100_000 });
await db.write((tx) => tx.updateTable('partner').set({ rate_limits: rateLimits }).execute());
const key = await world.partners.createKey(world.partnerId, 'live', 'Bench');
const pushKey = await world.partners.createKey(pusherId, 'live', 'Bench');
const beacons = systemClock.every(BEACON_EVERY, () => void world.beacon());
const requests = requestLog(db, systemClock, silent);
const modules = createModules({ ...world, brokerUrl: () => '', signTime: () => undefined, platformUrl: () => '' });
const { server, close } = createSurfaceServer({
  kit: {
    clock: systemClock,
    log: silent,
    limiter: memoryRateLimiter(systemClock),
    audit: auditLog(db),
    requests,
    bodies: defaultByteBudget(),
    strangers: createStrangers(systemClock),
    undeclared: 'log',
  },
  surfaces: [serveSurface(partnerSurface, authenticatePartner(world))],
  endpoints: modules.flatMap(({ endpoints }) => endpoints),
  tls: { keyPem: readFileSync(keyFile, 'utf8'), certificatePem: readFileSync(certificateFile, 'utf8') },
});
onStop(async () => {
  beacons.cancel();
  await close();
  await requests.close();
  await world.partners.close();
  await db.close();
});
announceReady({
  port: await listen(server, { host: '127.0.0.1', port: 0 }),
  facilityId: world.facilityId,
  doorId: world.doorId,
  key: key.text,
  pushKey: pushKey.text,
});
process.on('message', () => {
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ type: 'sample', rss, heapUsed, external });
});
