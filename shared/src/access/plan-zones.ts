import type { Zone } from '../zones/zone.ts';
import type { FacilityFacts } from './facility-facts.ts';
import { type Masks, rowOf } from './masks.ts';
import { createRecord, type RecordMemory } from './record.ts';
import { addHours, createWeekMinutes, RUNS_MAX, runsOfMinutes } from './week-minutes.ts';
import { WEEKLY_RULE_MAX, writeWeekly } from './write-rule.ts';

/** The access zones of plans: doors, and hours in the facility's zone. */
export interface PlanZones {
  readonly masks: Masks;
  readonly record: RecordMemory;
  /** Of each row of the masks: the place of its rule in the record; or one of the two below. */
  readonly rules: Int32Array;
}
/** No `access_hours`: no limit. */
export const ALWAYS = -1;
/** Hours, and every day is closed. */
export const NEVER = -2;

export const createPlanZones = (
  planZones: FacilityFacts['planZones'],
  masks: Masks,
  zone: Zone | undefined,
): PlanZones => {
  const record = createRecord(planZones.length * WEEKLY_RULE_MAX);
  const runs = new Uint16Array(RUNS_MAX);
  const rules = new Int32Array(planZones.length + 1).fill(NEVER);
  let at = 0;
  for (const { number, hours } of planZones) {
    const row = rowOf(masks, number);
    if (row === 0) continue;
    if (hours === undefined) rules[row] = ALWAYS;
    else if (zone !== undefined) {
      const minutes = createWeekMinutes();
      addHours(minutes, hours);
      const next = writeWeekly(record, at, {
        zone: zone.index,
        from: Number.NEGATIVE_INFINITY,
        until: Number.POSITIVE_INFINITY,
        runs,
        count: runsOfMinutes(minutes, runs),
      });
      rules[row] = next === at ? NEVER : at;
      at = next;
    }
  }
  return { masks, record: { words: record.words.slice(0, at), times: record.times.slice(0, at / 2) }, rules };
};
