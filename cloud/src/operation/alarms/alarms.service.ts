import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import type { UsersService } from '../../platform/users/users.service.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { WarningKind } from '../../sites/warnings/warnings.service.ts';
import { createAlarmLog, entriesOf } from './alarm-log.ts';
import { createAlarmPeople } from './alarm-people.ts';
import { createAlarmPlans } from './alarm-plans.repo.ts';
import { createAlarmPushes } from './alarm-pushes.repo.ts';
import { createAlarmSubjects } from './alarm-subjects.ts';
import { alarmsFault } from './alarms.faults.ts';
import { type AlarmRow, alarmsRepo } from './alarms.repo.ts';
import { createEscalate, type EscalateDeps } from './escalate.ts';
import { createFollow, JOINED_WITHIN } from './follow.ts';
import { createOwning, type OwningDeps } from './owning.ts';
import { createTelling, type TellingDeps } from './telling.ts';

type Own = 'log' | 'plans' | 'people' | 'alarmPushes' | 'subjects' | 'telling' | 'follow' | 'users';
export interface AlarmsDeps extends Omit<OwningDeps, Own>, TellingDeps {
  readonly random: RandomBytes;
  readonly zones: Pick<ZoneTables, 'find'>;
  readonly users: Pick<UsersService, 'holdersAt' | 'findById' | 'grantsOf'>;
  readonly doors: Pick<DoorsService, 'list'>;
}
export type AlarmsService = ReturnType<typeof createAlarmsService>;

/** An alarm as staff see it. Times in ms since 1970. */
export interface Alarm {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly doorId: string | null;
  readonly about: string | null;
  readonly warningId: string;
  readonly times: number;
  readonly openedAt: number;
  /** Steps of the plan that were told, of how many. */
  readonly step: number;
  readonly steps: number;
  readonly nextStepAt: number | null;
  readonly toldAt: number | null;
  readonly clearedAt: number | null;
  /** When it is over unless its cause comes again; null while that is there. */
  readonly overAt: number | null;
  readonly ownedBy: string | null;
  readonly ownedAt: number | null;
  readonly endedAt: number | null;
  readonly endedBy: string | null;
}

/** As many as stand at a facility, and are looked at over all of them at once. */
const OPEN_MAX = 500;

/** What needs somebody now: told to people in steps, until one of them has it. */
export const createAlarmsService = (given: AlarmsDeps) => {
  const log = createAlarmLog(given);
  const people = createAlarmPeople(given);
  const plans = createAlarmPlans({ ...given, people });
  const alarmPushes = createAlarmPushes(given);
  const subjects = createAlarmSubjects(given);
  const common = { ...given, log, people, plans, alarmPushes, subjects, telling: createTelling(given) };
  const follow = createFollow(common);
  const escalate = createEscalate(common satisfies EscalateDeps);
  const owning = createOwning({ ...common, follow });
  const { db, clock, organisations } = given;

  const viewsOf = async (tx: Tx, facilityId: FacilityId, rows: readonly AlarmRow[]): Promise<readonly Alarm[]> => {
    if (rows.length === 0) return [];
    const subjectOf = await subjects(tx, facilityId);
    const { steps } = await plans.of(tx, facilityId);
    return rows.map((row) => ({ ...alarmOf(row, steps.length), ...subjectOf(row.subject) }));
  };

  /** What nobody else sees to: owners who have lost the right, causes that are gone, jobs that got lost. */
  const lookAt = async (alarm: AlarmRow): Promise<void> => {
    const { facility_id, kind, subject, owner_id } = alarm;
    await db.write(async (tx) => {
      const facility = await organisations.findFacility(tx, facility_id);
      if (owner_id !== null && (facility === undefined || !(await people.mayOwn(tx, facility, owner_id))))
        await owning.lost(tx, alarm);
    });
    await follow.follow({ kind: kind as WarningKind, facilityId: facility_id, subject });
  };

  return {
    kinds: given.kinds,
    people,
    plans,
    pushes: alarmPushes,
    follow: follow.follow,
    warned: follow.warned,
    run: escalate.run,
    owning,

    /** The open ones of a facility, those that began first. */
    openAt: async (tx: Tx, facilityId: FacilityId): Promise<readonly Alarm[]> =>
      viewsOf(tx, facilityId, await alarmsRepo(tx).openAt(facilityId, OPEN_MAX)),

    /** The newest first, after that position. */
    page: async (tx: Tx, facilityId: FacilityId, asked: Parameters<ReturnType<typeof alarmsRepo>['page']>[1]) =>
      viewsOf(tx, facilityId, await alarmsRepo(tx).page(facilityId, asked)),

    /** With what became of it. Throws 404 for one of another facility, exactly as for none. */
    find: async (tx: Tx, facilityId: FacilityId, id: string) => {
      const row = await alarmsRepo(tx).find(facilityId, id);
      if (row === undefined) throw alarmsFault('alarm_unknown', 'There is no such alarm at this facility.');
      const [alarm] = await viewsOf(tx, facilityId, [row]);
      return { alarm: alarm as Alarm, entries: (await entriesOf(tx, [id])).get(id) ?? [] };
    },

    /** Of these facilities, how many stand at each, how many of them nobody has, and since when. */
    countOpen: async (tx: Tx, facilities: readonly Facility[]) => {
      const ids = facilities.map(({ id }) => id);
      const counted = ids.length === 0 ? [] : await alarmsRepo(tx).countOpen(ids);
      const names = new Map<string, string>(facilities.map(({ id, name }) => [id, name]));
      return counted.map(({ facility_id, open, unowned, since }) => ({
        facilityId: facility_id as string,
        name: names.get(facility_id) ?? facility_id,
        open: Number(open),
        unowned: Number(unowned),
        unownedSince: since === null ? null : Number(since),
      }));
    },

    /** Somebody holds less than before, or is gone: what they may have no longer is nobody’s, at once. */
    rightTaken: async (tx: Tx, userId: string): Promise<void> => {
      for (const alarm of await alarmsRepo(tx).ownedBy(userId)) {
        const facility = await organisations.findFacility(tx, alarm.facility_id);
        if (facility === undefined || !(await people.mayOwn(tx, facility, userId))) await owning.lost(tx, alarm);
      }
    },
    userRemoved: alarmPushes.forget,

    /** Looks at every alarm that stands, and does at once what is overdue by a lost job. */
    look: async (signal?: AbortSignal): Promise<void> => {
      const overdue = new Set<FacilityId>();
      for (let after = ''; ; ) {
        const rows = await db.read((tx) => alarmsRepo(tx).openAnywhere(after, OPEN_MAX));
        for (const row of rows) {
          if (signal?.aborted === true) return;
          await lookAt(row);
          if (escalate.isOverdue(row, clock.wallMs())) overdue.add(row.facility_id);
        }
        const last = rows.at(-1);
        if (last === undefined || rows.length < OPEN_MAX) break;
        after = last.id;
      }
      for (const facilityId of overdue) await escalate.run(facilityId);
    },

    forgetEndedBefore: (tx: Tx, at: number, limit: number): Promise<number> =>
      alarmsRepo(tx).deleteEndedBefore(at, limit),
  };
};

const alarmOf = (row: AlarmRow, steps: number) => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  warningId: row.warning_id,
  times: row.times,
  openedAt: row.opened_at,
  step: row.step,
  steps: Math.max(steps, row.step),
  nextStepAt: row.cleared_at === null && row.owner_id === null ? row.step_at : null,
  toldAt: row.told_at,
  clearedAt: row.cleared_at,
  overAt: row.cleared_at === null || row.ended_at !== null ? null : row.cleared_at + JOINED_WITHIN,
  ownedBy: row.owner_id,
  ownedAt: row.owned_at,
  endedAt: row.ended_at,
  endedBy: row.ended_by,
});
