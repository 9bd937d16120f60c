export const PARTNER = { partnerId: 'ptr_0123456789abcdef' };
export const KEY = { keyId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed' };
const NEW_KEY = { keyId: 'c56a4180-65aa-42ec-a945-5fd21dec0538' };
export const ORGANISATION = 'org_0123456789abcdef';

export const SETTINGS = {
  name: 'Acme Members',
  linkingMethod: 'facility_id' as const,
  linkingLabel: 'Branch code',
  prefix: 'ACME',
  customFields: [{ key: 'region', label: 'Region' }],
};
export const AN_ACCOUNT = {
  ...PARTNER,
  ...SETTINGS,
  rateLimits: { 'doors.unlock': 20 },
  organisations: [ORGANISATION],
  profile: {
    website: 'https://acme.example',
    outageEmail: 'on-call@acme.example',
    securityEmail: 'security@acme.example',
  },
};
/** The partners of one facility. */
export const INTEGRATIONS = [
  { ...PARTNER, ...SETTINGS, enabled: true, linkingIdentifier: null, customValues: { region: 'North' } },
  {
    partnerId: 'ptr_fedcba9876543210',
    name: 'Branchwise',
    linkingMethod: 'linking_identifier' as const,
    linkingLabel: 'Branch code',
    prefix: '',
    customFields: [],
    enabled: true,
    linkingIdentifier: 'BNE-07',
    customValues: {},
  },
];

/** The facilities of one partner. */
export const PLACES = [
  {
    facilityId: 'fac_0123456789abcdef',
    name: 'Harbour Gym',
    organisationId: ORGANISATION,
    enabled: true,
    linkingIdentifier: null,
  },
];

export const A_KEY = {
  ...KEY,
  label: 'Production server',
  redacted: 'sk_live_Tq8mZr3K…',
  type: 'live' as const,
  status: 'active' as const,
  createdAt: '2026-01-01T09:00:00.000Z',
  lastUsedAt: '2026-01-08T09:30:00.000Z',
  lastUsedFrom: '203.0.113.9',
  expiresAt: null,
};
export const A_MADE_KEY = { ...KEY, key: 'sk_live_Tq8mZr3KxW5vN1bYc7LpHd2JsF9gQa4UeR6tMi0ZoXk' };
export const A_ROTATED_KEY = { ...NEW_KEY, key: 'sk_live_Pz4nVc8YkD1wRb6TjG3qLs9XfM2hUa7EoN5rKi0CtQv' };

export const A_REQUEST = {
  requestId: 'req_0123456789abcdef',
  at: '2026-01-08T09:30:00.000Z',
  ...KEY,
  method: 'POST',
  path: '/partner/v1/access-control/doors/door_0123456789abcdef/unlock',
  endpoint: 'doors.unlock',
  status: 404,
  durationMs: 12,
  remoteAddress: '203.0.113.9',
};
