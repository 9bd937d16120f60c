import type { FactBody } from '@gatehouse/shared/journal/fact.ts';

export type GrantedFact = Extract<FactBody, { kind: 'access.granted' }>['data'];
export type DeniedFact = Extract<FactBody, { kind: 'access.denied' }>['data'];

/** What a partner is to the person at the door. */
export interface Standing {
  /** The partner's number as a source at the facility. */
  readonly source: number | undefined;
  /** Nobody else says anything of the person: no other partner, and staff gave no access of their own. */
  readonly isAlone: boolean;
  /** The pass that was shown, if one was, is of this partner. */
  readonly issuedPass: boolean;
}

/** What a door does to everybody, whoever they are. */
const OF_THE_DOOR: ReadonlySet<string> = new Set([
  'lockdown',
  'maintenance_force_closed',
  'snapshot_too_old',
  'outside_geofence',
]);
/** What follows from data on the person: the partner's own only if there is no other. */
const OF_THE_DATA: ReadonlySet<string> = new Set([
  'outside_hours',
  'plan_ended',
  'status_denied',
  'no_grant',
  'scope_unmapped',
  'source_suspended',
  'clock_untrusted',
]);

/** What opened the door, as far as it is the partner's to know: `other` for what staff or another partner gave. */
export const toldVia = ({ via, source }: GrantedFact, { source: own, issuedPass }: Standing): string => {
  if (via === 'maintenance_open') return via;
  if (via === 'pass') return issuedPass ? via : 'other';
  return via !== 'permanent_grant' && own !== undefined && source === own ? via : 'other';
};

/** Why the door stayed shut, as far as it is the partner's to know. */
export const toldReason = ({ reason }: DeniedFact, { isAlone, issuedPass }: Standing): string => {
  if (OF_THE_DOOR.has(reason)) return reason;
  if (reason.startsWith('pass_')) return issuedPass ? reason : 'other';
  return OF_THE_DATA.has(reason) && isAlone ? reason : 'other';
};
