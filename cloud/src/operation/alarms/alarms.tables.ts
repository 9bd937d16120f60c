import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** Something that needs somebody now. One that is not over has its kind and subject alone at its facility. */
export interface AlarmTable {
  /** `alm_…` */
  id: string;
  facility_id: FacilityId;
  kind: string;
  subject: string;
  /** The warning that it is of, as it was raised last. */
  warning_id: string;
  /** How often its cause came again after it had gone. */
  times: number;
  opened_at: number;
  /** How many steps of the plan were told. */
  step: number;
  /** When the next one is told; null where none is left, or somebody has it. */
  step_at: number | null;
  told_at: number | null;
  /** Since when its cause is gone by itself; it may come again. */
  cleared_at: number | null;
  owner_id: string | null;
  owned_at: number | null;
  ended_at: number | null;
  /** Null where its cause was gone by itself. */
  ended_by: string | null;
}

/** What became of an alarm, line by line. */
export interface AlarmEntryTable {
  id: string;
  alarm_id: string;
  /** Which line of the alarm it is. */
  place: number;
  at: number;
  what: string;
  by_actor: string | null;
  /** JSON of `EntryDetail`. */
  detail: string;
}

/** Whom a facility tells, where it has said so. */
export interface AlarmPlanTable {
  facility_id: FacilityId;
  /** JSON of its steps. */
  steps: string;
  set_by: string;
  set_at: number;
}

/** Who is told in their browsers, of what, and when not. */
export interface AlarmPushTable {
  user_id: string;
  facility_id: FacilityId;
  /** JSON. */
  kinds: string;
  /** Minutes of the day by the clocks of the facility; both null where there are none. */
  quiet_from: number | null;
  quiet_until: number | null;
  set_at: number;
}

/** What people are told: that something needs them, or that it is over. Neither waits for the other. */
export type Turn = 'news' | 'over';

/** When people of a facility were told last, and how often within the hour. */
export interface AlarmTurnTable {
  facility_id: FacilityId;
  what: Turn;
  last_at: number;
  hour_from: number;
  turns: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    alarm: AlarmTable;
    alarm_entry: AlarmEntryTable;
    alarm_plan: AlarmPlanTable;
    alarm_push: AlarmPushTable;
    alarm_turn: AlarmTurnTable;
  }
}
