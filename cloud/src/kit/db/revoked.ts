import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from './unit-of-work.ts';

/** A member whose access got less, by the partner's word or by staff's. */
export interface RevokedMember {
  readonly partnerId: PartnerId;
  readonly memberId: string;
  /** Of the windows that were stored then. */
  readonly revision?: number;
}

/** Something that was taken away for good: nothing but a person's word gives it back. */
export interface Revoked {
  readonly kind: RevokedKind;
  readonly facilityId?: FacilityId;
  /** What it is, by an id that names nobody. */
  readonly subject: string;
  readonly value?: readonly string[];
  readonly members?: readonly RevokedMember[];
}
export type RevokedKind =
  | 'access_scope'
  | 'box'
  | 'credential'
  | 'desk'
  | 'desk_pin'
  | 'device_secret'
  | 'grant'
  | 'integration'
  | 'key_reach'
  | 'lockdown'
  | 'members'
  | 'openid_provider'
  | 'partner_contact'
  | 'partner_key'
  | 'partner_organisation'
  | 'passkey'
  | 'pass'
  | 'person'
  | 'pin'
  | 'plan_zone'
  | 'plans'
  | 'policy'
  | 'release'
  | 'role'
  | 'scope_key'
  | 'session'
  | 'staff'
  | 'status_word'
  | 'totp'
  | 'user'
  | 'user_key'
  | 'webhook';

const noted = new WeakMap<Tx, Revoked[]>();

/** Says that the unit at hand takes this away: it is marked where a restore of the database does not reach. */
export const revoked = (tx: Tx, ...what: readonly Revoked[]): void => {
  const all = noted.get(tx);
  if (all === undefined) noted.set(tx, [...what]);
  else all.push(...what);
};

/** For whoever marks it: what the unit has taken away. */
export const revokedIn = (tx: Tx): readonly Revoked[] => noted.get(tx) ?? [];
