import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { oneLine } from '../../platform/mail/mail.module.ts';
import type { Facility, OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { entriesOf } from './alarm-log.ts';
import { type AlarmPeople, type AlarmPerson, isTold } from './alarm-people.ts';
import type { AlarmPlan } from './alarm-plans.repo.ts';
import type { AlarmPush, AlarmPushes } from './alarm-pushes.repo.ts';
import type { AlarmSubjects } from './alarm-subjects.ts';
import { nextStepText, type ToldAlarm } from './alarm-words.ts';
import { type AlarmRow, alarmsRepo } from './alarms.repo.ts';
import { type FollowDeps, JOINED_WITHIN, tellAt } from './follow.ts';
import { type HowTold, type TellPeople, wantsPush } from './telling.ts';

export interface EscalateDeps extends FollowDeps {
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly people: Pick<AlarmPeople, 'at'>;
  readonly alarmPushes: Pick<AlarmPushes, 'at' | 'minuteAt'>;
  readonly subjects: AlarmSubjects;
  readonly telling: TellPeople;
}

/** However much happens at a facility, its people are told so often: each time of all that is new. */
export const TURNS = { usual: Minutes(1), slow: Minutes(10), many: 10, hour: Hours(1) };
/** So many alarms are told at once; the others with the next turn. */
const AT_ONCE = 50;
/** More do not stand at a facility: those that began first. */
const OPEN_MAX = 500;

const isDue = ({ cleared_at, owner_id, step_at }: AlarmRow, now: number): boolean =>
  cleared_at === null && owner_id === null && step_at !== null && step_at <= now;
const isOver = ({ cleared_at }: AlarmRow, now: number): boolean =>
  cleared_at !== null && cleared_at <= now - JOINED_WITHIN;
/** When it has to be looked at next: undefined where nothing follows by itself. */
const dueAt = ({ cleared_at, owner_id, step_at }: AlarmRow): number | undefined => {
  if (cleared_at !== null) return cleared_at + JOINED_WITHIN;
  return owner_id === null ? (step_at ?? undefined) : undefined;
};

/** Everything that is asked once for a turn. */
interface Turn {
  readonly now: number;
  readonly facility: Facility;
  readonly plan: AlarmPlan;
  readonly people: readonly AlarmPerson[];
  readonly pushes: ReadonlyMap<string, AlarmPush>;
  readonly minute: number;
  readonly told: (alarm: AlarmRow) => ToldAlarm;
}

/** An alarm whose step was claimed, and whom that step tells. */
interface Claimed {
  readonly alarm: AlarmRow;
  /** Counted from 1; the plan's length for the last. */
  readonly step: number;
  readonly whom: readonly AlarmPerson[];
}

/** Tells the people of a facility what is due, and says what is over. By a job: beside requests, and once over all replicas. */
export const createEscalate = (deps: EscalateDeps) => {
  const { db, clock, kinds, plans, log, changed, organisations, alarmPushes, subjects, telling } = deps;

  const turnAt = async (tx: Tx, facility: Facility, now: number): Promise<Turn> => {
    const subjectOf = await subjects(tx, facility.id);
    return {
      now,
      facility,
      plan: await plans.of(tx, facility.id),
      people: await deps.people.at(tx, facility),
      pushes: await alarmPushes.at(tx, facility.id),
      minute: alarmPushes.minuteAt(facility.timezone),
      told: ({ kind, subject, opened_at }) => {
        const { about } = subjectOf(subject);
        return { title: kinds.titleOf(kind), about: about && oneLine(about), ageMs: now - opened_at };
      },
    };
  };

  const wants = ({ pushes, minute }: Turn, { kind }: AlarmRow, userId: string): boolean =>
    wantsPush(pushes.get(userId), kind, minute);

  /** Claims the step that is due, or the first after it that tells anybody: false where somebody else was first. */
  const claim = async (tx: Tx, turn: Turn, alarm: AlarmRow): Promise<Claimed | undefined> => {
    const { plan, people, now } = turn;
    let step = alarm.step;
    let whom: readonly AlarmPerson[] = [];
    for (; step < plan.steps.length && whom.length === 0; step += 1) {
      const asked = plan.steps[step];
      whom = people.filter(
        (person) =>
          asked !== undefined &&
          isTold(asked, person, turn.pushes.get(person.user.id)?.kinds.includes(alarm.kind) ?? false),
      );
    }
    const next = plan.steps[step];
    const to = {
      step,
      step_at: next === undefined ? null : now + Minutes(next.afterMinutes),
      ...(whom.length > 0 && { told_at: now }),
    };
    if (!(await alarmsRepo(tx).change(alarm, to))) return undefined;
    return { alarm, step, whom };
  };

  const claimAll = async (tx: Tx, turn: Turn, due: readonly AlarmRow[]): Promise<readonly Claimed[]> => {
    const claimed: Claimed[] = [];
    for (const alarm of due) {
      const one = await claim(tx, turn, alarm);
      if (one !== undefined) claimed.push(one);
    }
    return claimed;
  };

  /** Tells one person of all that is claimed for them. */
  const tellOne = (tx: Tx, turn: Turn, { user }: AlarmPerson, theirs: readonly Claimed[]): Promise<HowTold> => {
    const { steps } = turn.plan;
    const minutes = theirs.flatMap(({ step }) => steps[step]?.afterMinutes ?? []);
    return telling.tell(
      tx,
      {
        ...{ user, facility: turn.facility },
        push: theirs.some(({ alarm }) => wants(turn, alarm, user.id)),
        mail: theirs.some(({ step }) => step >= steps.length),
      },
      {
        facility: oneLine(turn.facility.name),
        alarms: theirs.map(({ alarm }) => turn.told(alarm)),
        next: nextStepText(minutes.length === 0 ? null : Math.min(...minutes)),
      },
    );
  };

  /** Tells each person once, and writes down of each alarm who was told. */
  const tellAll = async (tx: Tx, turn: Turn, claimed: readonly Claimed[]): Promise<void> => {
    const how = new Map<string, HowTold>();
    for (const person of turn.people) {
      const theirs = claimed.filter(({ whom }) => whom.includes(person));
      if (theirs.length > 0) how.set(person.user.id, await tellOne(tx, turn, person, theirs));
    }
    for (const { alarm, step, whom } of claimed) {
      const told = (way: keyof HowTold) =>
        whom.flatMap(({ user }) => (how.get(user.id)?.[way] === true ? [user.id] : []));
      const detail = { step, pushed: told('pushed'), mailed: told('mailed') };
      await log(tx, alarm.id, whom.length > 0 ? 'told' : 'told_nobody', detail);
    }
  };

  /** Says that alarms are over whose cause is gone for long enough, to whom they had been told in their browsers. */
  const endAll = async (tx: Tx, turn: Turn, over: readonly AlarmRow[]): Promise<void> => {
    const ended: AlarmRow[] = [];
    for (const alarm of over)
      if (await alarmsRepo(tx).change(alarm, { ended_at: turn.now, step_at: null })) ended.push(alarm);
    const entries = await entriesOf(
      tx,
      ended.map(({ id }) => id),
    );
    for (const { user } of turn.people) {
      const theirs = ended.filter((alarm) => entries.get(alarm.id)?.some(({ pushed }) => pushed?.includes(user.id)));
      if (theirs.length > 0)
        await telling.over(tx, { user, facility: turn.facility }, theirs.map(turn.told), oneLine(turn.facility.name));
    }
    for (const { id } of ended) await log(tx, id, 'over');
  };

  /** Resolves with when the facility has to be looked at next. */
  const turn = async (tx: Tx, facility: Facility): Promise<number | undefined> => {
    const now = clock.wallMs();
    const open = await alarmsRepo(tx).openAt(facility.id, OPEN_MAX);
    const due = open.filter((alarm) => isDue(alarm, now)).slice(0, AT_ONCE);
    const over = open.filter((alarm) => isOver(alarm, now)).slice(0, AT_ONCE);
    const later: number[] = [];
    const inTurn = async (what: 'news' | 'over', alarms: readonly AlarmRow[]): Promise<readonly AlarmRow[]> => {
      const again = alarms.length === 0 ? undefined : await alarmsRepo(tx).takeTurn(facility.id, what, now, TURNS);
      if (again !== undefined) later.push(again);
      return again === undefined ? alarms : [];
    };
    const told = await inTurn('news', due);
    const ended = await inTurn('over', over);
    if (told.length + ended.length > 0) {
      const asked = await turnAt(tx, facility, now);
      await tellAll(tx, asked, await claimAll(tx, asked, told));
      await endAll(tx, asked, ended);
      changed(tx, facility.id);
    }
    // What has to wait for a turn is due then; what was too much for this one, with the next.
    const waits = (alarm: AlarmRow): boolean =>
      (told.length === 0 && isDue(alarm, now)) || (ended.length === 0 && isOver(alarm, now));
    for (const alarm of await alarmsRepo(tx).openAt(facility.id, OPEN_MAX)) {
      const at = dueAt(alarm);
      if (at !== undefined && !waits(alarm)) later.push(Math.max(at, now + Seconds(1)));
    }
    return later.length === 0 ? undefined : Math.min(...later);
  };

  return {
    /** Does what is due at a facility, in one unit, and has it looked at again when something else is. */
    run: (facilityId: FacilityId): Promise<void> =>
      db.write(async (tx) => {
        const facility = await organisations.findFacility(tx, facilityId);
        if (facility === undefined) return;
        const next = await turn(tx, facility);
        if (next !== undefined) await tellAt(deps, tx, facilityId, next);
      }),

    /** Whether something is due there that nobody has seen to: for whoever looks after lost jobs. */
    isOverdue: (alarm: AlarmRow, now: number): boolean => isDue(alarm, now) || isOver(alarm, now),
  };
};
export type Escalate = ReturnType<typeof createEscalate>;
