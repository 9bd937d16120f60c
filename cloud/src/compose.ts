import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import { consolePages } from '../web/console-pages.ts';
import { explorerSite } from '../web/explorer-site.ts';
import { areas, type Services } from './areas.ts';
import { type CloudConfig, publicName } from './config.ts';
import { twilioSms } from './content/sms/sms.module.ts';
import { authorityPages } from './documents/page/authority-page.ts';
import { createReferences } from './documents/page/references.ts';
import { openDatabase } from './kit/db/open-database.ts';
import { openNotifications } from './kit/db/postgres-notifications.ts';
import { uncheckedId } from './kit/db/unchecked-id.ts';
import type { Database } from './kit/db/unit-of-work.ts';
import { readSealKey } from './kit/documents/seal/seal-key.ts';
import { auditLog } from './kit/http/audit.ts';
import { defaultBodyBudgets } from './kit/http/byte-budget.ts';
import type { Page } from './kit/http/express-mount.ts';
import { createLargeBodies } from './kit/http/large-bodies.ts';
import type { Kit } from './kit/http/pipeline.ts';
import { memoryRateLimiter } from './kit/http/rate-limit.ts';
import { sqlRateLimiter } from './kit/http/rate-limit-sql.ts';
import { replyStore } from './kit/http/replies.ts';
import { requestLog } from './kit/http/request-log.ts';
import { createSurfaceServer, type SurfaceServer } from './kit/http/server.ts';
import { createStrangers } from './kit/http/strangers.ts';
import { createIngest } from './kit/ingest/ingest.ts';
import { ROWS_AT_ONCE } from './kit/ingest/judge-batch.ts';
import { noNotifications } from './kit/live/notifications.ts';
import { makeModules } from './kit/modules/make-modules.ts';
import type { Collected, Listener } from './kit/modules/module.ts';
import { openObjectStore } from './kit/objects/open-object-store.ts';
import type { Secrets } from './kit/secrets/secrets.ts';
import { brokerToCome } from './link/broker-to-come.ts';
import { createChallenges } from './link/challenges.ts';
import { createLink } from './link/create-link.ts';
import { createDeviceTokens } from './link/device-tokens.ts';
import { createSignedTime } from './link/signed-time.ts';
import { startBroker } from './link/start-broker.ts';
import { MEDIA_PATH } from './platform/images/images.module.ts';
import { afterwardsJob, startJobRunner } from './platform/jobs/jobs.module.ts';
import { smtpServer } from './platform/mail/mail.module.ts';
import { httpsPushTransport } from './platform/pushes/pushes.module.ts';
import { createRevocationsService } from './platform/revocations/revocations.module.ts';
import { openIdByHttps } from './platform/single-sign-on/single-sign-on.module.ts';
import { featuresOf, providersOf } from './providers.ts';
import { BEACON_SECONDS } from './sites/doors/doors.module.ts';
import type { OnePath } from './unified/graphql/graphql.module.ts';

export interface Cloud {
  readonly db: Database;
  readonly services: Services;
  readonly collected: Collected;
  readonly partnerUrl: string;
  readonly deviceUrl: string;
  readonly platformUrl: string;
  readonly consoleUrl: string;
  readonly unifiedUrl: string;
  readonly inferenceUrl: string;
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
  const replica = `r-${randomBytes(6).toString('hex')}`;
  const broker = brokerToCome();
  const at = (port: number) => `https://${publicName(config)}:${port}`;
  const time = db.engine === 'postgres' ? 'database' : clock;
  const notifications =
    db.engine === 'postgres' ? openNotifications(config.databaseUrl, { clock, log }) : noNotifications;
  const explorer = explorerSite({ clock, log, folder: join(config.dataDir, 'web-explorer') });
  const made = makeModules(areas, {
    db,
    clock,
    jobTime: time,
    random,
    log,
    objects,
    ingest,
    notifications,
    openLink: (ports) =>
      createLink({
        clock,
        log,
        replica,
        broker,
        signingKey: secrets.commandKey,
        beaconInterval: Seconds(BEACON_SECONDS),
        ports,
      }),
    commandKeys: secrets.commandKeys,
    commandKey: secrets.commandKey,
    signTime: createSignedTime({ clock, signingKey: secrets.commandKey }),
    challenges,
    tokens,
    claimKey: secrets.claimKey,
    passKey: secrets.passKey,
    erasureKey: secrets.erasureKey,
    backupsKeptDays: config.backupsKeptDays,
    billingCurrency: config.billingCurrency,
    secondPersonAboveCents: config.secondPersonAboveCents,
    invoiceSupplier: config.invoiceSupplier,
    revocations,
    releasePublicKey: config.releasePublicKey,
    webhookTargets: { addresses: config.webhookTargets },
    ...providersOf(config, clock),
    push: {
      key: { privateKey: secrets.pushKey, contact: contactOf(config) },
      transport: httpsPushTransport({ clock }),
    },
    openId: openIdByHttps({ clock, targets: { addresses: config.webhookTargets } }),
    mailServer: config.smtp && smtpServer(config.smtp),
    sms: config.sms && twilioSms(config.sms, { clock, partnerUrl: () => at(partnerPort) }),
    brokerUrl: () => config.broker.publicUrl ?? reached.url,
    platformUrl: () => at(platformPort),
    partnerUrl: () => config.partnerPublicUrl ?? at(partnerPort),
    consoleUrl: () => config.consolePublicUrl ?? at(consolePort),
    unifiedUrl: () => config.unified.publicUrl ?? at(unifiedPort),
    inferenceUrl: () => config.inferencePublicUrl ?? at(inferencePort),
    explorer,
    onePath: (): OnePath => ({ kit, endpoints }),
    unifiedMutations: config.unified.mutations,
    unifiedOrigins: config.unified.origins,
    consoleSecret: secrets.consoleSecret,
    sealKey: () => readSealKey({ ...config, publicName: publicName(config) }, clock),
    installation: { version: manifest.version, features: featuresOf(config) },
    mediaUrl: () => `${config.mediaPublicUrl ?? at(devicePort)}${MEDIA_PATH}`,
  });
  const { services, endpoints } = made;
  const unprepare = await made.beforeListening();
  // Connections to a broker of our own ended with the process before: what it last heard says nothing of now.
  if (config.broker.url === undefined) await services.boxes.allGone();
  const reached = await startBroker(config, secrets, { clock, log, tokens, replica, admits: isKnown(services) });
  broker.is(reached.broker);

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
  const tls = { keyPem: secrets.server.key, certificatePem: secrets.server.cert };
  const common = { kit, endpoints, tls, trustProxy: config.trustProxy, proxyProtocol: config.proxyProtocol };
  const surfaces = made.collected('surfaces').flat();
  const pages = made.collected('pages').flat();
  const { host, platformHost, consoleHost, inferenceHost, unified, portTries: tries, ports } = config;
  const servers: SurfaceServer[] = [];
  /** Serves what modules have for a listener, and says on which port. */
  const serve = (listener: Listener, of: string, ...more: readonly Page[]): Promise<number> => {
    const served = createSurfaceServer({
      ...common,
      surfaces: surfaces.filter(({ on }) => on === listener),
      pages: [...pages.filter(({ on }) => on === listener), ...more],
      ...(listener === 'unified' && { origins: config.unified.origins }),
    });
    servers.push(served);
    return listen(served.server, { host: of, port: ports[listener], tries });
  };
  const references = createReferences({ clock });
  const authority = authorityPages({ caPem: secrets.caPem, certificatePem: tls.certificatePem });
  const { isSignedIn } = services.sessions;
  const consoles = consolePages({ clock, log, folder: join(config.dataDir, 'web'), isSignedIn });
  const partnerPort = await serve('partner', host, references.page('partner'));
  const devicePort = await serve('device', host);
  const platformPort = await serve('platform', platformHost, references.page('platform'));
  const unifiedPort = await serve('unified', unified.host, references.page('rest', '/explorer/docs'), explorer.parts);
  const inferencePort = await serve('inference', inferenceHost);
  const consolePort = await serve('console', consoleHost, ...authority, ...consoles);

  const stop = await made.start();
  const kinds = [...made.collected('jobs').flat(), ...made.afterwards.map(afterwardsJob)];
  const runner = startJobRunner({ db, clock, time, random, log, jobs: services.jobs, kinds, replica });

  return {
    db,
    services,
    collected: made.collected,
    partnerUrl: at(partnerPort),
    deviceUrl: at(devicePort),
    platformUrl: at(platformPort),
    consoleUrl: config.consolePublicUrl ?? at(consolePort),
    unifiedUrl: config.unified.publicUrl ?? at(unifiedPort),
    inferenceUrl: config.inferencePublicUrl ?? at(inferencePort),
    brokerUrl: reached.url,
    close: async () => {
      await stop();
      await unprepare();
      await runner.close();
      await Promise.all(servers.map((server) => server.close()));
      await references.close();
      await made.close();
      await ingest.close();
      await largeBodies.close();
      await broker.close();
      await notifications.close();
      await requests.close();
      await db.close();
    },
  };
};

/** Whom a push service turns to. */
const contactOf = (config: CloudConfig): string =>
  config.smtp === undefined ? `https://${publicName(config)}` : `mailto:${config.smtp.from.address}`;

const isKnown =
  ({ boxes, devices }: Services) =>
  async (subject: string): Promise<boolean> =>
    subject.startsWith('device-')
      ? devices.mayListen(subject)
      : (await boxes.publicKeyOf(uncheckedId<BoxId>(subject))) !== undefined;
