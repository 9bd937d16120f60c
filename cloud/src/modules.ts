import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { bundledZonesDocument } from '@gatehouse/shared/zones/bundled-zones.ts';
import type { Database } from './db/unit-of-work.ts';
import type { Module } from './http/module.ts';
import type { DeviceTokens } from './link/device-tokens.ts';
import { accessModule } from './modules/access/access.module.ts';
import { adminNotesModule } from './modules/admin-notes/admin-notes.module.ts';
import { agentEventsModule } from './modules/agent-events/agent-events.module.ts';
import { auditModule } from './modules/audit/audit.module.ts';
import { authoritiesModule } from './modules/authorities/authorities.module.ts';
import { boxesModule } from './modules/boxes/boxes.module.ts';
import { briefingsModule } from './modules/briefings/briefings.module.ts';
import { checkInsModule } from './modules/check-ins/check-ins.module.ts';
import { credentialsModule } from './modules/credentials/credentials.module.ts';
import { devicesModule } from './modules/devices/devices.module.ts';
import { doorControllersModule } from './modules/door-controllers/door-controllers.module.ts';
import { doorsModule } from './modules/doors/doors.module.ts';
import { entriesModule } from './modules/entries/entries.module.ts';
import { environmentModule } from './modules/environment/environment.module.ts';
import { erasuresModule } from './modules/erasures/erasures.module.ts';
import { eventsModule } from './modules/events/events.module.ts';
import { holidaysModule } from './modules/holidays/holidays.module.ts';
import { imagesModule } from './modules/images/images.module.ts';
import { inquiriesModule } from './modules/inquiries/inquiries.module.ts';
import { jobsModule } from './modules/jobs/jobs.module.ts';
import { journalModule } from './modules/journal/journal.module.ts';
import { lockdownsModule } from './modules/lockdowns/lockdowns.module.ts';
import { mailModule } from './modules/mail/mail.module.ts';
import { membersModule } from './modules/members/members.module.ts';
import { organisationsModule } from './modules/organisations/organisations.module.ts';
import { partnerSurface } from './modules/partners/partner-surface.ts';
import { partnersModule } from './modules/partners/partners.module.ts';
import { passesModule } from './modules/passes/passes.module.ts';
import { plansModule } from './modules/plans/plans.module.ts';
import { pushesModule } from './modules/pushes/pushes.module.ts';
import { releasesModule } from './modules/releases/releases.module.ts';
import { reportsModule } from './modules/reports/reports.module.ts';
import { restoresModule } from './modules/restores/restores.module.ts';
import { retentionModule } from './modules/retention/retention.module.ts';
import { revocationsModule } from './modules/revocations/revocations.module.ts';
import { sandboxModule } from './modules/sandbox/sandbox.module.ts';
import { scopesModule } from './modules/scopes/scopes.module.ts';
import { snapshotsModule } from './modules/snapshots/snapshots.module.ts';
import { unlocksModule } from './modules/unlocks/unlocks.module.ts';
import { usersModule } from './modules/users/users.module.ts';
import { warningsModule } from './modules/warnings/warnings.module.ts';
import { webhooksModule } from './modules/webhooks/webhooks.module.ts';
import type { Services } from './services.ts';

export interface ModulesDeps extends Services {
  readonly db: Database;
  readonly brokerUrl: () => string;
  /** Where browsers find images of notifications: `https://…/media`. */
  readonly mediaUrl: () => string;
  readonly tokens: Pick<DeviceTokens, 'issue'>;
  readonly signTime: (nonce: string) => string | undefined;
  /** Where the platform API is served. */
  readonly platformUrl: () => string;
}

/** Every module with its endpoints, one line each. */
export const createModules = (deps: ModulesDeps): readonly Module[] => [
  organisationsModule({
    ...deps,
    strangersTo: (...of) => deps.partners.strangersTo(...of),
    serialsTakenIn: (...of) => deps.devices.serialsTakenIn(...of),
  }),
  usersModule({ ...deps, sendMail: (tx, mail) => deps.mail.send(tx, mail) }),
  jobsModule(deps),
  auditModule(deps),
  mailModule(deps),
  pushesModule(deps),
  imagesModule(),
  adminNotesModule(deps),
  holidaysModule(deps),
  partnersModule({ ...deps, partnerEndpoints }),
  eventsModule(deps),
  warningsModule(deps),
  boxesModule({ ...deps, desiredState: (...of) => deps.doors.desiredState(...of) }),
  authoritiesModule(),
  releasesModule(deps),
  doorsModule(deps),
  doorControllersModule(deps),
  devicesModule({ ...deps, onTemperature: (...of) => deps.environment.deviceMeasured(...of) }),
  agentEventsModule(deps),
  environmentModule(deps),
  scopesModule(deps),
  lockdownsModule(deps),
  revocationsModule(),
  restoresModule(deps),
  plansModule(deps),
  membersModule(deps),
  checkInsModule(deps),
  reportsModule(deps),
  accessModule(deps),
  credentialsModule(deps),
  passesModule(deps),
  snapshotsModule({ ...deps, zonesDocument: bundledZonesDocument() }),
  unlocksModule(deps),
  inquiriesModule(deps),
  briefingsModule(deps),
  entriesModule(),
  erasuresModule(deps),
  journalModule(),
  sandboxModule(deps),
  retentionModule(deps),
  webhooksModule(deps),
];

/** The endpoints of the partner API, by id. */
export const partnerEndpoints = (): ReadonlySet<string> => {
  const declared = describeModules().flatMap(({ endpoints }) => endpoints.map(({ declaration }) => declaration));
  return new Set(declared.filter(({ surface }) => surface === partnerSurface).map(({ id }) => id));
};

/** The modules as declarations only, for reports and rules about them: nothing behind them may be called. */
export const describeModules = (): readonly Module[] => createModules(unusable);

const unusable: ModulesDeps = new Proxy({} as ModulesDeps, {
  get: () => unusable,
  ownKeys: () => [],
  apply: () => {
    throw new Bug('a described module was called');
  },
});
