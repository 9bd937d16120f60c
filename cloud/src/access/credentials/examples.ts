import { BY_SAM } from '../../platform/users/actor-surface.ts';
import { AT_FACILITY } from '../../platform/users/facility-surface.ts';

export const PERSON = { ...AT_FACILITY, personId: 'per_0123456789abcdef' };
const CREDENTIAL = { credentialId: 'crd_0123456789abcdef' };
/** What takes the place of a lost one. */
export const NEW_CREDENTIAL = { credentialId: 'crd_fedcba9876543210' };
export const ONE_CREDENTIAL = { ...AT_FACILITY, ...CREDENTIAL };
export const A_CREDENTIAL = {
  ...CREDENTIAL,
  kind: 'card',
  endsWith: '99AB',
  asksPin: true,
  disabled: false,
  addedBy: BY_SAM,
  addedAt: '2026-01-01T09:30:00.000Z',
};
export const A_NUMBER = '04C0FFEE5599AB';
export const A_PIN = '402817';

export const STAFF = { staffId: 'stf_0123456789abcdef' };
export const A_STAFF_MEMBER = {
  ...STAFF,
  name: 'Kim Tran',
  role: 'staff' as const,
  changedBy: BY_SAM,
  changedAt: '2026-01-01T09:30:00.000Z',
};
