import type { Tx } from '../../kit/db/unit-of-work.ts';
import { oneLine } from '../../platform/mail/mail.module.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import type { User, UsersService } from '../../platform/users/users.service.ts';
import type { WarningSubject, WarningsService } from '../../sites/warnings/warnings.service.ts';
import type { AlarmPeople } from './alarm-people.ts';
import { alarmsFault } from './alarms.faults.ts';
import { type AlarmRow, alarmsRepo } from './alarms.repo.ts';
import type { EscalateDeps } from './escalate.ts';
import { type Follow, tellAt } from './follow.ts';
import { wantsPush } from './telling.ts';

export interface OwningDeps extends EscalateDeps {
  readonly people: Pick<AlarmPeople, 'at' | 'mayOwn'>;
  readonly users: Pick<UsersService, 'findById'>;
  readonly warnings: Pick<WarningsService, 'ofSubject' | 'acknowledge' | 'closeByHand'>;
  readonly follow: Pick<Follow, 'resolved'>;
}

/** Somebody at an alarm: who they are, as the audit names them, and whether they manage the facility. */
export interface AtAlarm {
  readonly facility: Facility;
  readonly alarmId: string;
  readonly user: Pick<User, 'id'>;
  readonly by: string;
  readonly manages: boolean;
}

const ENTRIES_MAX = 500;

const subjectOf = ({ kind, facility_id, subject }: AlarmRow): WarningSubject => ({
  kind: kind as WarningSubject['kind'],
  facilityId: facility_id,
  subject,
});

/** What people do with alarms: each in the unit of its request, against what stands by then. */
export const createOwning = (deps: OwningDeps) => {
  const { clock, kinds, log, changed, people, alarmPushes, subjects, telling, warnings } = deps;

  const standing = async (tx: Tx, { facility, alarmId }: Pick<AtAlarm, 'facility' | 'alarmId'>): Promise<AlarmRow> => {
    const alarm = await alarmsRepo(tx).find(facility.id, alarmId);
    if (alarm === undefined) throw alarmsFault('alarm_unknown', 'There is no such alarm at this facility.');
    if (alarm.ended_at !== null) throw alarmsFault('alarm_over', 'This alarm is over.');
    return alarm;
  };
  /** Somebody was faster: what they made of it counts. */
  const mustChange = async (tx: Tx, alarm: AlarmRow, to: Parameters<ReturnType<typeof alarmsRepo>['change']>[1]) => {
    if (!(await alarmsRepo(tx).change(alarm, to)))
      throw alarmsFault('alarm_owned', 'This alarm has just changed. Look at it again.');
    changed(tx, alarm.facility_id);
  };
  const requireOwnerOr = (alarm: AlarmRow, { user, manages }: AtAlarm): void => {
    if (alarm.owner_id !== user.id && !manages)
      throw alarmsFault('alarm_not_yours', 'Only its owner, or who manages the facility, does this.');
  };
  const own = async (tx: Tx, alarm: AlarmRow, userId: string): Promise<void> =>
    mustChange(tx, alarm, { owner_id: userId, owned_at: clock.wallMs(), step_at: null });
  /** Nobody has it: the step that was told last is told once more, as whoever heard of it may rely on its owner. */
  const unown = async (tx: Tx, alarm: AlarmRow): Promise<boolean> => {
    const now = clock.wallMs();
    const to = { owner_id: null, owned_at: null, step: Math.max(0, alarm.step - 1), step_at: now };
    if (!(await alarmsRepo(tx).change(alarm, to))) return false;
    changed(tx, alarm.facility_id);
    await tellAt(deps, tx, alarm.facility_id, now);
    return true;
  };
  const room = async (tx: Tx, { id }: AlarmRow): Promise<void> => {
    if ((await alarmsRepo(tx).countEntries(id)) >= ENTRIES_MAX)
      throw alarmsFault('alarm_full', `An alarm keeps ${ENTRIES_MAX} entries.`);
  };

  const tellNewOwner = async (tx: Tx, facility: Facility, alarm: AlarmRow, user: User): Promise<void> => {
    const push = (await alarmPushes.at(tx, facility.id)).get(user.id);
    const { about } = (await subjects(tx, facility.id))(alarm.subject);
    await telling.tell(
      tx,
      { user, facility, push: wantsPush(push, alarm.kind, alarmPushes.minuteAt(facility.timezone)), mail: false },
      {
        facility: oneLine(facility.name),
        alarms: [
          { title: kinds.titleOf(alarm.kind), about: about && oneLine(about), ageMs: clock.wallMs() - alarm.opened_at },
        ],
        next: 'It is yours until you hand it over or give it back.',
        handed: true,
      },
    );
  };

  return {
    /** Makes somebody its owner; nothing happens where they are. Throws a fault where somebody else is. */
    acknowledge: async (tx: Tx, at: AtAlarm): Promise<void> => {
      const alarm = await standing(tx, at);
      if (alarm.owner_id === at.user.id) return;
      if (alarm.owner_id !== null) throw alarmsFault('alarm_owned', 'Somebody else has this alarm.');
      if (!(await people.mayOwn(tx, at.facility, at.user.id)))
        throw alarmsFault('alarm_person_unknown', 'You do not work at this facility.');
      await room(tx, alarm);
      await own(tx, alarm, at.user.id);
      await log(tx, alarm.id, 'acknowledged', { by: at.by });
      const warning = await warnings.ofSubject(tx, subjectOf(alarm));
      if (warning !== undefined && warning.closedAt === null)
        await warnings.acknowledge(tx, at.facility.id, warning.id, at.by);
    },

    /** Somebody said of the warning that they look after it: the alarm is theirs, unless somebody has it. */
    warningAcknowledged: async (tx: Tx, subject: WarningSubject, by: string): Promise<void> => {
      const alarm = await alarmsRepo(tx).openOf(subject);
      const [, userId] = /^(?:user:)?(usr_\w+)$/.exec(by) ?? [];
      if (alarm === undefined || alarm.owner_id !== null || userId === undefined) return;
      const to = { owner_id: userId, owned_at: clock.wallMs(), step_at: null };
      if (!(await alarmsRepo(tx).change(alarm, to))) return;
      await log(tx, alarm.id, 'acknowledged', { by });
      changed(tx, alarm.facility_id);
    },

    /** Gives it to somebody who works there, and tells them. */
    handOver: async (tx: Tx, at: AtAlarm, toUserId: string): Promise<void> => {
      const alarm = await standing(tx, at);
      requireOwnerOr(alarm, at);
      if (alarm.owner_id === toUserId) return;
      const user = await deps.users.findById(tx, toUserId);
      if (user === undefined || !(await people.mayOwn(tx, at.facility, user.id)))
        throw alarmsFault('alarm_person_unknown', 'userId: is nobody who works at this facility.');
      await room(tx, alarm);
      await own(tx, alarm, user.id);
      await log(tx, alarm.id, 'handed_over', { by: at.by, user: user.id });
      if (user.id !== at.user.id) await tellNewOwner(tx, at.facility, alarm, user);
    },

    /** From now on nobody has it, and people are told of it again. */
    giveBack: async (tx: Tx, at: AtAlarm): Promise<void> => {
      const alarm = await standing(tx, at);
      if (alarm.owner_id === null) return;
      requireOwnerOr(alarm, at);
      await room(tx, alarm);
      if (await unown(tx, alarm)) await log(tx, alarm.id, 'given_back', { by: at.by });
    },

    note: async (tx: Tx, at: AtAlarm, note: string): Promise<void> => {
      const alarm = await standing(tx, at);
      await room(tx, alarm);
      await log(tx, alarm.id, 'note', { by: at.by, note });
      changed(tx, alarm.facility_id);
    },

    /** It is seen to. A warning of what has happened is closed with it; one of what is so still stands until that is gone. */
    resolve: async (tx: Tx, at: AtAlarm, note: string | undefined): Promise<void> => {
      const alarm = await standing(tx, at);
      if (alarm.owner_id !== null) requireOwnerOr(alarm, at);
      if (note !== undefined) await log(tx, alarm.id, 'note', { by: at.by, note });
      await deps.follow.resolved(tx, alarm, at.by);
      const warning = await warnings.ofSubject(tx, subjectOf(alarm));
      if (warning?.closable === true) await warnings.closeByHand(tx, at.facility.id, warning.id, at.by);
    },

    /** Takes an alarm from somebody who may not have it any more. */
    lost: async (tx: Tx, alarm: AlarmRow): Promise<void> => {
      const user = alarm.owner_id;
      if (user !== null && (await unown(tx, alarm))) await log(tx, alarm.id, 'right_lost', { user });
    },
  };
};
export type Owning = ReturnType<typeof createOwning>;
