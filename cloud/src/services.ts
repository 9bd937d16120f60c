import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { inBlocks } from '@gatehouse/shared/ids/random.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { factListeners } from './fact-listeners.ts';
import { createLaterServices, type LaterServices } from './later-services.ts';
import { linkCalls } from './link/link-calls.ts';
import { createAccessService } from './modules/access/access.module.ts';
import { createAuthoritiesService } from './modules/authorities/authorities.module.ts';
import { type BoxesService, createBoxesService } from './modules/boxes/boxes.module.ts';
import { createCheckInsService } from './modules/check-ins/check-ins.module.ts';
import { createCredentialsService } from './modules/credentials/credentials.module.ts';
import { createNetworkControllers } from './modules/devices/devices.module.ts';
import { createDoorControllersService } from './modules/door-controllers/door-controllers.module.ts';
import { createDoorsService } from './modules/doors/doors.module.ts';
import { createEntriesService } from './modules/entries/entries.module.ts';
import { createEnvironmentService } from './modules/environment/environment.module.ts';
import { createEventsService } from './modules/events/events.module.ts';
import { createInquiriesService } from './modules/inquiries/inquiries.module.ts';
import { createJournalService, createWhatStands, lastHeard } from './modules/journal/journal.module.ts';
import { createLockdownsService } from './modules/lockdowns/lockdowns.module.ts';
import { createMembersService } from './modules/members/members.module.ts';
import { createPartnersService } from './modules/partners/partners.module.ts';
import { createPassesService } from './modules/passes/passes.module.ts';
import { createPlansService } from './modules/plans/plans.module.ts';
import { createReleasesService } from './modules/releases/releases.module.ts';
import { createReportsService } from './modules/reports/reports.module.ts';
import { createRestoresService, type RestoresService } from './modules/restores/restores.module.ts';
import { createSandboxService } from './modules/sandbox/sandbox.module.ts';
import { createScopesService } from './modules/scopes/scopes.module.ts';
import { createSnapshotsService, type SnapshotsService } from './modules/snapshots/snapshots.module.ts';
import { createUnlocksService } from './modules/unlocks/unlocks.module.ts';
import { createWarningsService } from './modules/warnings/warnings.module.ts';
import { createWebhooksService, type WebhooksService } from './modules/webhooks/webhooks.module.ts';
import { createPlatformServices } from './platform-services.ts';
import type { ServicesDeps } from './services-deps.ts';

export type Services = ReturnType<typeof createServices>;

/** Every service of the cloud, one line a module, in dependency order. */
export const createServices = (deps: ServicesDeps) => {
  const { db, clock, random, link, commandKeys, challenges, tokens, objects, ingest, log } = deps;
  const { nudge, boxEnded, devices: toDevices, askFor } = linkCalls(link, log);
  const platform = createPlatformServices({
    ...deps,
    toDevices,
    userRemoved: (tx, userId) => later.briefings.userRemoved(tx, userId),
    pseudonyms: {
      namesOf: (...of) => later.erasures.namesOf(...of),
      targetsOf: (...of) => later.erasures.targetsOf(...of),
    },
  });
  const { organisations, jobs } = platform;
  const partners = createPartnersService({
    db,
    clock,
    random,
    integrationOff: (tx, partnerId, facilityId) => sandbox.integrationOff(tx, partnerId, facilityId),
    accessChanged: async (tx, facilityId, { partnerId, enabled }) => {
      await scopes.changed(tx, facilityId, ['facility']);
      if (!enabled) await passes.partnerSuspended(tx, facilityId, partnerId);
    },
  });
  const events = createEventsService({ db, clock, random: inBlocks(random) });
  const warnings = createWarningsService({
    db,
    clock,
    random,
    events,
    tellOperators: (tx, change) => webhooks.add(tx, change),
  });
  const boxes: BoxesService = createBoxesService({
    db,
    clock,
    commandKeys,
    claimKey: deps.claimKey,
    challenges,
    tokens,
    onDecommissioned: boxEnded,
    doorsOf: (tx, boxId) => doors.countOf(tx, boxId),
    journalStored: (tx, boxId, says) => journal.isStored(tx, boxId, says),
    doorsHashOf: (tx, boxId) => doors.doorsHash(tx, boxId),
    onDesiredStateChanged: nudge('desired-state'),
    onHeld: (tx, facilityId, boxId) => restores.boxHeld(tx, facilityId, boxId),
    onSame: (tx, facilityId, boxId) => restores.boxSame(tx, facilityId, boxId),
  });
  const authorities = createAuthoritiesService({ db, clock, boxes, organisations, warnings });
  const releases = createReleasesService({ db, clock, objects, boxes, publicKey: deps.releasePublicKey });
  const doors = createDoorsService({
    db,
    clock,
    random,
    boxes,
    organisations,
    commandKeys,
    commandKey: deps.commandKey,
    warnings,
    accessChanged: (tx, facilityId, what) => scopes.changed(tx, facilityId, [what === 'doors' ? 'facility' : 'all']),
    lockdowns: () => lockdowns,
    lastHeard,
  });
  const doorControllers = createDoorControllersService({ db, clock, boxes, doors, warnings });
  const networkControllers = createNetworkControllers({
    boxesAt: async (facilityId) =>
      (await db.read((tx) => boxes.heardAt(tx, facilityId as FacilityId))).map(({ id }) => id as BoxId),
    ask: (boxId) => link().testController(boxId),
  });
  const environment = createEnvironmentService({
    db,
    clock,
    log,
    boxes,
    organisations,
    doors,
    warnings,
    weather: deps.weather,
  });
  const scopes = createScopesService({
    db,
    clock,
    random,
    warnings,
    onMarked: (facilityId) => snapshots.marked(facilityId),
    namesScope: (tx, facilityId, scopeId) => access.namesScope(tx, facilityId, scopeId),
  });
  const lockdowns = createLockdownsService({ clock, random, doors, scopes });
  const restores: RestoresService = createRestoresService({ db, clock, random, warnings, boxes, doors });
  const plans = createPlansService({ db, clock, ingest, partners, scopes });
  const members = createMembersService({ db, clock, random, objects, ingest, partners, scopes, log });
  const checkIns = createCheckInsService({ db, clock, ingest, partners });
  const reports = createReportsService({ db, clock, ingest, partners });
  const access = createAccessService({
    db,
    clock,
    random,
    zones: bundledZones(),
    organisations,
    scopes,
    plans,
    members,
    barred: (tx, facilityId, members) => passes.memberBarred(tx, facilityId, members),
    personStore: {
      read: (...of) => credentials.personStore.read(...of),
      erase: (...of) => credentials.personStore.erase(...of),
    },
  });
  const credentials = createCredentialsService({ clock, random, scopes, access });
  const { passKey } = deps;
  const passes = createPassesService({ db, clock, random, partners, doors, scopes, access, credentials, passKey });
  const snapshots: SnapshotsService = createSnapshotsService({
    db,
    clock,
    boxes,
    scopes,
    access,
    warnings,
    ingest,
    log,
    zones: bundledZones(),
    nudge: nudge('snapshot'),
    ports: { ...credentials, ...passes },
  });
  const webhooks: WebhooksService = createWebhooksService({
    db,
    clock,
    random: inBlocks(random),
    log,
    jobs,
    boxes,
    warnings,
    targets: deps.webhookTargets ?? { addresses: 'public' },
  });
  const unlocks = createUnlocksService({
    db,
    clock,
    random: inBlocks(random),
    link: { unlock: (order) => link().unlock(order) },
    doors,
    partners,
    warnings,
    events,
    webhooks,
    log,
  });
  const sandbox = createSandboxService({
    db,
    clock,
    random,
    link: { simulate: (order) => link().simulate(order) },
    doors,
    partners,
  });
  const entries = createEntriesService({ clock, access, passes, scopes, snapshots, events, warnings });
  const inquiries = createInquiriesService({ clock, unlocks, snapshots, access, members });
  const journal = createJournalService({
    db,
    clock,
    boxes,
    warnings,
    doorsEverOf: doors.everOf,
    listeners: factListeners({ unlocks, doors, lockdowns, entries, webhooks, inquiries, warnings }),
    askFor,
  });
  const whatStands = createWhatStands({ ...deps, ...restores, journal, desiredState: doors.desiredState });
  const before = { ...platform, events, warnings, boxes, doors, scopes, lockdowns, partners, plans, members, checkIns };
  const after = { access, credentials, passes, snapshots, webhooks, unlocks, entries, inquiries, journal, releases };
  const later: LaterServices = createLaterServices({
    ...deps,
    ...before,
    ...after,
    note: restores.note,
    backupsKeptDays: deps.backupsKeptDays ?? 30,
  });
  return {
    ...platform,
    environment,
    networkControllers,
    partners,
    plans,
    members,
    checkIns,
    reports,
    events,
    warnings,
    boxes,
    authorities,
    releases,
    doors,
    doorControllers,
    scopes,
    lockdowns,
    restores,
    access,
    credentials,
    passes,
    snapshots,
    unlocks,
    inquiries,
    entries,
    journal,
    whatStands,
    sandbox,
    webhooks,
    ...later,
  };
};
