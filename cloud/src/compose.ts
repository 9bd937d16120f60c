import { randomBytes } from 'node:crypto';
import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Logger } from 'pino';
import { type CloudConfig, publicName } from './config.ts';
import { openDatabase } from './db/open-database.ts';
import type { Database } from './db/unit-of-work.ts';
import { docsPage } from './docs-page/docs-page.ts';
import { auditLog } from './http/audit.ts';
import { defaultBodyBudgets } from './http/byte-budget.ts';
import { createLargeBodies } from './http/large-bodies.ts';
import type { Kit } from './http/pipeline.ts';
import { memoryRateLimiter } from './http/rate-limit.ts';
import { sqlRateLimiter } from './http/rate-limit-sql.ts';
import { replyStore } from './http/replies.ts';
import { requestLog } from './http/request-log.ts';
import { createSurfaceServer } from './http/server.ts';
import { createStrangers } from './http/strangers.ts';
import { serveSurface } from './http/surfaces.ts';
import { createIngest } from './ingest/ingest.ts';
import { ROWS_AT_ONCE } from './ingest/judge-batch.ts';
import { jobKindsOf } from './job-kinds.ts';
import { createChallenges } from './link/challenges.ts';
import { createLink } from './link/create-link.ts';
import { createDeviceTokens } from './link/device-tokens.ts';
import type { Link } from './link/link.ts';
import { createSignedTime } from './link/signed-time.ts';
import { mailboxPage } from './mailbox-page/mailbox-page.ts';
import { agentSurface, authenticateAgent } from './modules/agent-events/agent-surface.ts';
import { authenticateBox, deviceSurface } from './modules/boxes/device-surface.ts';
import { BEACON_SECONDS } from './modules/doors/doors.module.ts';
import { openMeteo } from './modules/environment/environment.module.ts';
import { MEDIA_PATH, mediaPage } from './modules/images/images.module.ts';
import { startJobRunner } from './modules/jobs/jobs.module.ts';
import { smtpServer } from './modules/mail/mail.module.ts';
import { authenticatePartner, partnerSurface } from './modules/partners/partner-surface.ts';
import { httpsPushTransport } from './modules/pushes/pushes.module.ts';
import { createRevocationsService } from './modules/revocations/revocations.module.ts';
import { authenticatePlatform, platformSurface } from './modules/users/platform-surface.ts';
import { createModules } from './modules.ts';
import { openObjectStore } from './objects/open-object-store.ts';
import { partnerReference } from './openapi/partner-reference.ts';
import type { Secrets } from './secrets/secrets.ts';
import { createServices, type Services } from './services.ts';
import { startBroker } from './start-broker.ts';
import { startBeats, startTimers } from './timers.ts';

export interface Cloud {
  readonly db: Database;
  readonly services: Services;
  readonly partnerUrl: string;
  readonly deviceUrl: string;
  readonly platformUrl: string;
  readonly brokerUrl: string;
  /** Finishes what runs, then lets everything go. */
  close(): Promise<void>;
}

/** Puts the control plane together and starts it: database, link, services, listeners, in this order. */
export const startCloud = async (
  config: CloudConfig,
  secrets: Secrets,
  deps: { clock: Clock; log: Logger },
): Promise<Cloud> => {
  const { clock, log } = deps;
  const random = systemRandom;
  const plain = await openDatabase(config.databaseUrl, { clock, log });
  await plain.migrate();
  const tokens = createDeviceTokens({ clock, secrets: secrets.tokenSecrets });
  const challenges = createChallenges({ clock, random, secret: secrets.challengeSecret });
  const objects = await openObjectStore(config.objects, { clock, random });
  const revocations = createRevocationsService({
    db: plain,
    clock,
    random,
    objects,
    log,
    erasureKey: secrets.erasureKey,
    backupsKeptDays: config.backupsKeptDays,
  });
  const db = revocations.marked();
  const ingest = createIngest({ clock, rowsAtOnce: ROWS_AT_ONCE[db.engine] });
  const largeBodies = createLargeBodies({ clock });
  let link: Link | undefined;
  const time = db.engine === 'postgres' ? 'database' : clock;
  const services = createServices({
    db,
    clock,
    jobTime: time,
    random,
    link: () => link ?? notYet(),
    commandKeys: secrets.commandKeys,
    commandKey: secrets.commandKey,
    passKey: secrets.passKey,
    erasureKey: secrets.erasureKey,
    revocations,
    backupsKeptDays: config.backupsKeptDays,
    claimKey: secrets.claimKey,
    challenges,
    tokens,
    objects,
    releasePublicKey: config.releasePublicKey,
    webhookTargets: { addresses: config.webhookTargets },
    weather: config.weatherUrl === undefined ? undefined : openMeteo({ url: config.weatherUrl, clock }),
    push: {
      key: { privateKey: secrets.pushKey, contact: contactOf(config) },
      transport: httpsPushTransport({ clock }),
    },
    mailServer: config.smtp && smtpServer(config.smtp),
    ingest,
    log,
  });
  // Before anybody can use what a restored database should not give, or ask for whom it should not have.
  await services.restored
    .revokeRestored()
    .catch((error: unknown) => log.error({ err: error }, 'whether this database was restored is not known'));
  const beats = await startBeats(services.restored, revocations, deps);
  await services.erasures
    .eraseRestored()
    .catch((error: unknown) => log.error({ err: error }, 'whether this database was restored is not known'));
  const { boxes, jobs, journal, partners, snapshots, users } = services;

  const replica = `r-${randomBytes(6).toString('hex')}`;
  // Connections to a broker of our own ended with the process before: what it last heard says nothing of now.
  if (config.broker.url === undefined) await boxes.allGone();
  const { broker, url: brokerUrl } = await startBroker(config, secrets, {
    clock,
    log,
    tokens,
    replica,
    admits: isKnown(services),
  });
  link = createLink({
    clock,
    log,
    replica,
    broker,
    signingKey: secrets.commandKey,
    beaconInterval: Seconds(BEACON_SECONDS),
    ports: {
      publicKeyOf: boxes.publicKeyOf,
      knownBoxes: boxes.knownBoxes,
      beaconArrived: async (boxId, beacon) => {
        journal.heard(boxId, beacon.journal);
        await boxes.beaconArrived(boxId, beacon);
        await snapshots.beaconArrived(boxId, beacon);
      },
      newestMark: snapshots.newestMark,
      boxGone: boxes.boxGone,
      storeFacts: journal.storeFacts,
    },
  });

  const requests = requestLog(db, clock, log);
  const kit: Kit = {
    db,
    clock,
    log,
    limiter: db.engine === 'postgres' ? sqlRateLimiter({ db, clock: 'database' }) : memoryRateLimiter(clock),
    audit: auditLog(db, services.erasures.pseudonymOf),
    requests,
    replies: replyStore(db, clock),
    bodies: defaultBodyBudgets(),
    largeBodies,
    strangers: createStrangers(clock),
    undeclared: 'log',
  };
  const modules = createModules({
    ...services,
    db,
    brokerUrl: () => config.broker.publicUrl ?? brokerUrl,
    platformUrl: () => at(platformPort),
    mediaUrl: () => `${config.mediaPublicUrl ?? at(devicePort)}${MEDIA_PATH}`,
    tokens,
    signTime: createSignedTime({ clock, signingKey: secrets.commandKey }),
  });
  const endpoints = modules.flatMap((module) => module.endpoints);
  const tls = { keyPem: secrets.server.key, certificatePem: secrets.server.cert };
  const common = { kit, endpoints, tls, trustProxy: config.trustProxy, proxyProtocol: config.proxyProtocol };
  const declarations = endpoints.map(({ declaration }) => declaration);
  const partnerServer = createSurfaceServer({
    ...common,
    surfaces: [serveSurface(partnerSurface, authenticatePartner(services))],
    pages: [docsPage(partnerReference(declarations))],
  });
  const deviceServer = createSurfaceServer({
    ...common,
    surfaces: [
      serveSurface(deviceSurface, authenticateBox(tokens, boxes)),
      serveSurface(agentSurface, authenticateAgent({ ...services, db, tokens })),
    ],
    pages: [mediaPage({ images: services.images, clock })],
  });
  const platformServer = createSurfaceServer({
    ...common,
    surfaces: [serveSurface(platformSurface, authenticatePlatform({ ...services, db }))],
    pages: [mailboxPage()],
  });
  const { host, platformHost, portTries: tries, ports } = config;
  const partnerPort = await listen(partnerServer.server, { host, port: ports.partner, tries });
  const devicePort = await listen(deviceServer.server, { host, port: ports.device, tries });

  const platformPort = await listen(platformServer.server, { host: platformHost, port: ports.platform, tries });

  const timers = await startTimers(services, { clock, log });
  const runner = startJobRunner({ db, clock, time, random, log, jobs, kinds: jobKindsOf(services), replica });

  const at = (port: number) => `https://${publicName(config)}:${port}`;
  return {
    db,
    services,
    partnerUrl: at(partnerPort),
    deviceUrl: at(devicePort),
    platformUrl: at(platformPort),
    brokerUrl,
    close: async () => {
      timers.cancel();
      beats.cancel();
      await runner.close();
      await Promise.all([partnerServer, deviceServer, platformServer].map((server) => server.close()));
      await snapshots.close();
      await ingest.close();
      await largeBodies.close();
      await link.close();
      await broker.close();
      await requests.close();
      await partners.close();
      await users.close();
      await db.close();
    },
  };
};

/** Whom a push service turns to. */
const contactOf = (config: CloudConfig): string =>
  config.smtp === undefined ? `https://${publicName(config)}` : `mailto:${config.smtp.from.address}`;

const notYet = (): never => {
  throw new Error('the device link is not up yet');
};

const isKnown =
  ({ boxes, devices }: Services) =>
  async (subject: string): Promise<boolean> =>
    subject.startsWith('device-')
      ? devices.mayListen(subject)
      : (await boxes.publicKeyOf(subject as BoxId)) !== undefined;
