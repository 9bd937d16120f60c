import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import type { WarningKind, WarningSubject, WarningsService } from '../../sites/warnings/warnings.service.ts';
import type { AlarmKinds } from './alarm-kinds.ts';
import type { AlarmLog } from './alarm-log.ts';
import type { AlarmPlans } from './alarm-plans.repo.ts';
import { type AlarmRow, alarmsRepo } from './alarms.repo.ts';

export interface FollowDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly warnings: Pick<WarningsService, 'ofSubject'>;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly kinds: AlarmKinds;
  readonly plans: Pick<AlarmPlans, 'of'>;
  readonly log: AlarmLog;
  /** What is watched of the alarms of a facility is another, once this unit commits. */
  readonly changed: (tx: Tx, facilityId: FacilityId) => void;
}

export const FOLLOW = 'alarms.follow';
export const TELL = 'alarms.tell';

/** What comes again within this time after it had gone is the same alarm, of which people know. */
export const JOINED_WITHIN = Minutes(10);

/** No unit lasts so long. */
const SOON = Seconds(10);

/**
 * Has the people of a facility told of what is due by then, by a job: one for all that is due in the same moment. A job that may
 * run already has perhaps looked before this unit commits, so what is due soon has one of its own.
 */
export const tellAt = (
  { jobs, clock }: Pick<FollowDeps, 'jobs' | 'clock'>,
  tx: Tx,
  facilityId: FacilityId,
  dueAt: number,
): Promise<unknown> => {
  const isSoon = dueAt <= clock.wallMs() + SOON;
  return jobs.enqueue(tx, TELL, { facilityId }, { dueAt, ...(!isSoon && { key: `${facilityId} ${dueAt}` }) });
};

/**
 * Makes of a warning the alarm that it is, and ends it with its cause. It goes by how the warning stands when it looks, so it
 * may be called in any order, and however often.
 */
export const createFollow = (deps: FollowDeps) => {
  const { db, clock, random, warnings, jobs, kinds, plans, log, changed } = deps;

  const begin = async (tx: Tx, { kind, facilityId, subject }: WarningSubject, warningId: string): Promise<void> => {
    // Somebody has said of this very warning that it is seen to: it stands for as long as its cause does, and is no news.
    if (await alarmsRepo(tx).isResolved(warningId)) return;
    const now = clock.wallMs();
    const { steps } = await plans.of(tx, facilityId);
    const first = now + kinds.require(kind).tellAfter + Minutes(steps[0]?.afterMinutes ?? 0);
    const id = randomId('alm', random, now);
    const made = await alarmsRepo(tx).insert({
      ...{ id, facility_id: facilityId, kind, subject, warning_id: warningId, times: 1, opened_at: now },
      ...{ step: 0, step_at: first, told_at: null, cleared_at: null, owner_id: null, owned_at: null },
      ...{ ended_at: null, ended_by: null },
    });
    if (!made) return;
    await log(tx, id, 'opened');
    await tellAt(deps, tx, facilityId, first);
    changed(tx, facilityId);
  };

  /** It goes on where it was: who knows of it is not told again, and what fell due meanwhile is due now. */
  const cameAgain = async (tx: Tx, alarm: AlarmRow, warningId: string): Promise<void> => {
    const times = alarm.times + 1;
    if (!(await alarmsRepo(tx).change(alarm, { cleared_at: null, times, warning_id: warningId }))) return;
    await log(tx, alarm.id, 'came_again');
    if (alarm.step_at !== null) await tellAt(deps, tx, alarm.facility_id, Math.max(alarm.step_at, clock.wallMs()));
    changed(tx, alarm.facility_id);
  };

  const cleared = async (tx: Tx, alarm: AlarmRow): Promise<void> => {
    const now = clock.wallMs();
    if (alarm.cleared_at !== null || !(await alarmsRepo(tx).change(alarm, { cleared_at: now }))) return;
    await log(tx, alarm.id, 'cleared');
    await tellAt(deps, tx, alarm.facility_id, now + JOINED_WITHIN);
    changed(tx, alarm.facility_id);
  };

  const resolved = async (tx: Tx, alarm: AlarmRow, by: string): Promise<void> => {
    const end = { ended_at: clock.wallMs(), ended_by: by, step_at: null };
    if (!(await alarmsRepo(tx).change(alarm, end))) return;
    await log(tx, alarm.id, 'resolved', { by });
    changed(tx, alarm.facility_id);
  };

  const follow = async (tx: Tx, subject: WarningSubject): Promise<void> => {
    const warning = await warnings.ofSubject(tx, subject);
    const alarm = await alarmsRepo(tx).openOf(subject);
    if (warning !== undefined && warning.closedAt === null) {
      if (alarm === undefined) await begin(tx, subject, warning.id);
      else if (alarm.cleared_at !== null) await cameAgain(tx, alarm, warning.id);
    } else if (alarm !== undefined) {
      const by = warning?.closedBy ?? null;
      if (by === null) await cleared(tx, alarm);
      else await resolved(tx, alarm, by);
    }
  };

  return {
    follow: (subject: WarningSubject): Promise<void> => db.write((tx) => follow(tx, subject)),

    /** Hears of warnings, in their unit: it writes down that somebody has to look, and nothing else. */
    warned: async (
      tx: Tx,
      { facilityId, data }: { readonly facilityId: FacilityId; readonly data: Readonly<Record<string, unknown>> },
    ): Promise<void> => {
      const { kind, subject } = data as { readonly kind: WarningKind; readonly subject: string };
      if (kinds.find(kind) === undefined) return;
      await jobs.enqueue(tx, FOLLOW, { kind, facilityId, subject });
    },

    resolved,
  };
};
export type Follow = ReturnType<typeof createFollow>;
