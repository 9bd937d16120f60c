import type { DenyReason } from './reasons.ts';

/** What let the person in. `grace`: a plan that has ended, within the facility's days of grace. */
export type Via = 'permanent_grant' | 'plan' | 'grace' | 'window' | 'maintenance_open';
/** `uncertain`: it holds at every time it could be. `lenient`: at some of them, which the facility's policy lets pass. */
export type ClockFlag = 'trusted' | 'uncertain' | 'lenient';

export interface Granted {
  readonly allowed: true;
  readonly reason: 'granted';
  readonly via: Via;
  /** The number of the partner source whose plan or window it is. */
  readonly source: number | undefined;
  /** The box has not heard from the cloud for a while: allowed, and worth a warning. */
  readonly stale: boolean;
  readonly clock: ClockFlag;
}
export interface Denied {
  readonly allowed: false;
  readonly reason: DenyReason;
}

/** Denial is an answer, not an error. Each is one of a finite set of frozen objects: compare, store, never change. */
export type Decision = Granted | Denied;
