import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days, Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { zoneNamed } from '../../kit/zones.ts';
import type { MailService } from '../../platform/mail/mail.service.ts';
import type { Facility, OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { holds } from '../../platform/users/users.module.ts';
import type { User, UsersService } from '../../platform/users/users.service.ts';
import { dueAfter, isStillDue } from './daily-digest-times.ts';
import { type DuePosition, dailyDigestsRepo } from './daily-digests.repo.ts';
import type { DailyDigestSubscriptionTable } from './daily-digests.tables.ts';
import { digestMail } from './digest-mail.ts';
import type { Email } from './email.ts';
import { type DailyDigestPeriod, type FacilityDailyDigest, SILENT_AFTER } from './facility-daily-digest.ts';
import { facilityEmail } from './facility-email.ts';
import type { PlatformDailyDigest } from './platform-daily-digest.ts';
import { platformEmail } from './platform-email.ts';
import { PLATFORM, scheduleOf } from './subscriptions.ts';

export interface SendDueDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  readonly log: { info(detail: unknown, message: string): void; error(detail: unknown, message: string): void };
  readonly zones: ZoneTables;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly users: Pick<UsersService, 'findById' | 'grantsOf'>;
  readonly mail: Pick<MailService, 'send'>;
  readonly ofFacility: (facility: Facility, period: DailyDigestPeriod) => Promise<FacilityDailyDigest>;
  readonly ofPlatform: (period: DailyDigestPeriod) => Promise<PlatformDailyDigest>;
}

type Row = DailyDigestSubscriptionTable;

const AT_ONCE = 100;
/** While the cloud was down it heard no box: a process that has just started waits before it reports boxes as silent. */
const LISTENS_FIRST = Seconds(30 + SILENT_AFTER / 1_000);
/** One that was not sent for longer begins no further back. */
const LOOKS_BACK = Days(15);
/** By then an unlock has its answer, and what a box has told is committed. */
const SETTLED_AFTER = Minutes(1);
/** What is due further ahead was found by a wrong clock, but for a date that a zone skips: that is found once more as it was. */
const FURTHEST = { daily: Hours(26), weekly: Hours(7 * 24 + 2) };

/**
 * Sends what is due, once over all replicas: whoever moves the due time on sends the e-mail in the same unit. What was missed is
 * sent late on the same local day, and not after it. A subscription whose user may not have it any more ends.
 */
export const createSendDue = (deps: SendDueDeps) => {
  const { db, clock, log, zones, organisations, users, mail } = deps;
  const begunMs = clock.monoMs();

  const facilityOf = async (tx: Tx, { facility_id }: Row): Promise<Facility | undefined> =>
    facility_id === PLATFORM ? undefined : organisations.findFacility(tx, facility_id);

  /** The user, if they still may have it. */
  const reader = async (tx: Tx, row: Row, facility: Facility | undefined): Promise<User | undefined> => {
    const user = await users.findById(tx, row.user_id);
    if (user === undefined) return undefined;
    const grants = await users.grantsOf(tx, user.id);
    if (row.facility_id === PLATFORM) return holds(grants, 'global-admin', {}) ? user : undefined;
    const where = facility && { facilityId: facility.id, organisationId: facility.org_id };
    return where !== undefined && holds(grants, 'facility-staff', where) ? user : undefined;
  };

  const periodOf = ({ sent_at, weekday }: Row, to: number): DailyDigestPeriod => {
    const usual = to - (weekday === '' ? Days(1) : Days(7));
    const from = sent_at === null || sent_at >= to ? usual : Math.max(sent_at, to - LOOKS_BACK);
    return { from, to, settled: SETTLED_AFTER };
  };

  /** Many get the same: it is made once for all who are sent it at the same time. */
  const writer = (at: number) => {
    const made = new Map<string, Promise<FacilityDailyDigest>>();
    return async (row: Row, facility: Facility | undefined): Promise<Email> => {
      const period = periodOf(row, at);
      const zone = zoneNamed(zones, facility?.timezone ?? row.zone);
      if (facility === undefined) return platformEmail(await deps.ofPlatform(period), zone, footOf(row, zone.name));
      const name = `${facility.id} ${period.from}`;
      const dailyDigest = made.get(name) ?? deps.ofFacility(facility, period);
      made.set(name, dailyDigest);
      return facilityEmail(await dailyDigest, zone, footOf(row, zone.name));
    };
  };

  /** Sends one that is due, skips it if it was missed, or ends it if its user may not have it. */
  const deal = async (row: Row, at: number, write: ReturnType<typeof writer>): Promise<void> => {
    const facility = await db.read((tx) => facilityOf(tx, row));
    const zone = zoneNamed(zones, facility?.timezone ?? row.zone);
    const schedule = scheduleOf(row);
    const next = { due_at: dueAfter(zone, schedule, at), zone: zone.name };
    const isMissed = !isStillDue(zoneNamed(zones, row.zone), schedule, { dueMs: row.due_at, nowMs: at });
    const may = (await db.read((tx) => reader(tx, row, facility))) !== undefined;
    const email = may && !isMissed ? await write(row, facility) : undefined;
    await db.write(async (tx) => {
      const claimed = await dailyDigestsRepo(tx).claim(row, email === undefined ? next : { ...next, sent_at: at });
      if (!claimed) return;
      const user = await reader(tx, row, facility);
      if (user === undefined) {
        await dailyDigestsRepo(tx).remove({ userId: row.user_id, facilityId: row.facility_id });
        log.info(
          { userId: row.user_id, facilityId: row.facility_id },
          'a daily digest ended: its user may not have it',
        );
        return;
      }
      if (email === undefined) return;
      await mail.send(tx, digestMail(email, { to: user.email, facilityId: facility?.id }));
    });
  };

  /** Facilities move between zones, and clocks that were wrong are set right. */
  const putRight = async (at: number): Promise<void> => {
    const astray = await db.read((tx) =>
      dailyDigestsRepo(tx).astray({ daily: at + FURTHEST.daily, weekly: at + FURTHEST.weekly }, AT_ONCE),
    );
    for (const row of astray) {
      const zone = zones.find(row.timezone ?? row.zone);
      if (zone === undefined) continue;
      const to = { due_at: dueAfter(zone, scheduleOf(row), at), zone: zone.name };
      await db.write((tx) => dailyDigestsRepo(tx).moveDue(row, to));
    }
  };

  return async (signal?: AbortSignal): Promise<void> => {
    if (clock.monoMs() - begunMs < LISTENS_FIRST) return;
    const at = clock.wallMs();
    const write = writer(at);
    let failed = 0;
    let after: DuePosition = { dueAt: Number.MIN_SAFE_INTEGER, id: '' };
    for (;;) {
      const rows = await db.read((tx) => dailyDigestsRepo(tx).due(at, after, AT_ONCE));
      for (const row of rows) {
        if (signal?.aborted === true) return;
        await deal(row, at, write).catch((error: unknown) => {
          log.error({ err: error, subscription: row.id }, 'a daily digest was not sent');
          failed++;
        });
      }
      const last = rows.at(-1);
      if (rows.length < AT_ONCE || last === undefined) break;
      after = { dueAt: last.due_at, id: last.id };
    }
    await putRight(at);
    if (failed > 0) throw new Error(`daily digests not sent: ${failed}`);
  };
};

const footOf = ({ facility_id, hour, weekday }: Row, timezone: string): string => {
  const when = weekday === '' ? 'every day' : `every ${weekday[0]?.toUpperCase()}${weekday.slice(1)}`;
  const path =
    facility_id === PLATFORM
      ? '/api/admin/daily-digest/subscription'
      : `/api/facilities/${facility_id}/daily-digest/subscription`;
  const other = facility_id === PLATFORM ? '' : ', or ask whoever manages the facility';
  return `You get this ${when} at ${String(hour).padStart(2, '0')}:00 (${timezone}). To end it: DELETE ${path}${other}`;
};
