import { inBlocks, type RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { afterALeap } from './after-a-leap.ts';
import type { Database, Tx } from './db/unit-of-work.ts';
import { forgetIdleLimits } from './http/rate-limit-sql.ts';
import { createAdminNotesService } from './modules/admin-notes/admin-notes.module.ts';
import { createAgentEventsService } from './modules/agent-events/agent-events.module.ts';
import { createAuditService, type Pseudonyms } from './modules/audit/audit.module.ts';
import { createDevicesService, type ToDevices } from './modules/devices/devices.module.ts';
import { createHolidaysService } from './modules/holidays/holidays.module.ts';
import { createImagesService } from './modules/images/images.module.ts';
import { createJobsService, type QueueTime } from './modules/jobs/jobs.module.ts';
import { createMailService, type MailServer } from './modules/mail/mail.module.ts';
import { createOrganisationsService } from './modules/organisations/organisations.module.ts';
import { createPushesService, type PushKey, type PushTransport } from './modules/pushes/pushes.module.ts';
import { createGrowth } from './modules/retention/retention.module.ts';
import { createUsersService } from './modules/users/users.module.ts';
import type { ObjectStore } from './objects/object-store.ts';

export interface PlatformServicesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly objects: ObjectStore;
  /** What due times of jobs go by: the clock unless told otherwise. */
  readonly jobTime?: QueueTime;
  /** How browsers of users are reached. */
  readonly push: { readonly key: PushKey; readonly transport: PushTransport };
  /** What devices hear at once; they ask as well. */
  readonly toDevices: ToDevices;
  /** Whom targets in the audit stand for. */
  readonly pseudonyms: Pseudonyms;
  /** Without one, e-mail stays in the mailbox. */
  readonly mailServer?: MailServer | undefined;
  /** A user is deleted, in the unit that does so. */
  readonly userRemoved?: ((tx: Tx, userId: string) => Promise<unknown>) | undefined;
  readonly log: { info(detail: unknown, message: string): void; error(detail: unknown, message: string): void };
}

/** The services that know nothing of doors, in dependency order: who works here, what is sent to them, what runs beside. */
export const createPlatformServices = (deps: PlatformServicesDeps) => {
  const { db, clock, random, objects, log } = deps;
  const organisations = createOrganisationsService({ db, random });
  const users = createUsersService({ db, clock, random, removed: deps.userRemoved });
  const jobs = createJobsService({ db, clock, time: deps.jobTime ?? clock, random: inBlocks(random) });
  const audit = createAuditService({ db, clock, log, pseudonyms: deps.pseudonyms });
  const mail = createMailService({ db, clock, random, jobs, server: deps.mailServer });
  const pushes = createPushesService({ db, clock, random, jobs, users, ...deps.push });
  const images = createImagesService({ db, clock, random, jobs, objects, log });
  const adminNotes = createAdminNotesService({ clock, random });
  const holidays = createHolidaysService({ clock });
  const devices = createDevicesService({ db, clock, random, toDevices: deps.toDevices });
  const agentEvents = createAgentEventsService({ db, clock, users, pushes, images });
  const unlessLeapt = afterALeap({ clock, jobs, oldest: audit.oldest, log });
  return {
    unlessLeapt,
    organisations,
    users,
    jobs,
    audit,
    mail,
    pushes,
    images,
    adminNotes,
    holidays,
    devices,
    agentEvents,
    growth: createGrowth({ db, clock, log }),
    limits: { sweep: () => forgetIdleLimits({ db, clock: deps.jobTime ?? clock }) },
  };
};
