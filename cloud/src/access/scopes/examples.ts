import { AT_FACILITY } from '../../platform/users/facility-surface.ts';

export const PARTNER = { partnerId: 'ptr_0123456789abcdef' };
export const SCOPE = { scopeId: 'scp_0123456789abcdef' };
export const ONE_SCOPE = { ...AT_FACILITY, ...SCOPE };
export const SET_OF_DOORS = { name: 'Pool area', doorIds: ['door_0123456789abcdef', 'door_fedcba9876543210'] };
export const AN_ACCESS_SCOPE = { ...SCOPE, ...SET_OF_DOORS };
/** A scope key is mapped to that set. */
export const TARGET = { to: 'scopes' as const, scopes: [SCOPE.scopeId] };

const key = { ...PARTNER, partnerName: 'Acme Members', firstSeenAt: '2026-01-01T09:30:00.000Z' };
export const AN_UNMAPPED_KEY = {
  ...key,
  key: 'sauna',
  target: null,
  disabled: false,
  closed: 'unmapped' as const,
  members: 14,
};
export const A_KEY = { ...key, key: 'pool', target: TARGET, disabled: false, closed: null, members: 212 };

export const A_SOURCE = {
  ...PARTNER,
  partnerName: 'Acme Members',
  suspended: false,
  lastPushAt: '2026-01-08T02:00:14.000Z',
  refusedSince: null,
};
