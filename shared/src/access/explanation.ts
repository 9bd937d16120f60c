import type { Decision } from './decision.ts';
import type { DenyReason } from './reasons.ts';

/** What was looked at: gates that everybody has to pass, then whatever may open the door, then that nothing does. */
export type StepName =
  | 'lockdown'
  | 'force_closed'
  | 'known'
  | 'banned'
  | 'disabled'
  | 'blocked'
  | 'force_open'
  | 'geofence'
  | 'snapshot_age'
  | 'clock'
  | 'door'
  | 'grant'
  | 'plan'
  | 'window'
  | 'nothing';

/** A gate `passes` or `denies`; a rule `opens` or `stays_closed`; `nothing` denies, and is there only where it decides. */
export interface ExplainedStep {
  readonly step: StepName;
  readonly verdict: 'passes' | 'denies' | 'opens' | 'stays_closed';
  /** Why it denies, or came near and stays closed. Absent where the rule has nothing to do with this door and time. */
  readonly reason?: DenyReason;
  /** For staff: what was found. */
  readonly text: string;
  /** The numbers of the facility that the rule is about, where it is about any. */
  readonly source?: number;
  readonly scope?: number;
  readonly planZones?: readonly number[];
}

export interface Explanation {
  /** What `decide` says to the same question. */
  readonly decision: Decision;
  /** Everything, in the order of the decision, also what no longer mattered. */
  readonly steps: readonly ExplainedStep[];
  /** The place of the step that decided: the first that denies or opens. */
  readonly decidedBy: number;
  /** The release of the time-zone tables that local times are from. */
  readonly zonesRelease: string;
  /** If denied: Unix seconds of the next opening by grants, plans and windows, within 400 days. */
  readonly nextOpenS: number | undefined;
  /** If denied: every reason that has to go before the person gets in, with what staff can do about it. */
  readonly changes: readonly { readonly reason: DenyReason; readonly text: string }[];
}
