import type {
  Organisation,
  PartnerAccount,
  PartnerContact,
  PartnerKeyAtOrganisation,
} from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { ago, FACILITIES, FACILITY, PARTNER, SESSION } from './ops-gym.kit.ts';
import { HOSTILE } from './ops-installation.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

const ORGANISATION = 'org_0123456789abcdef';
/** What the fake cloud knows of organisations. */
export const COAST: Organisation = {
  organisationId: ORGANISATION,
  name: 'Coast Gyms',
  facilities: 4,
  rights: ['org-admin', 'facility-manager', 'facility-staff', 'iam', 'admin'],
};
const FITBASE: PartnerAccount = {
  partnerId: PARTNER,
  name: 'Fitbase',
  linkingMethod: 'linking_identifier',
  linkingLabel: 'Branch code',
  prefix: 'FB-',
  customFields: [{ key: 'region', label: 'Region' }],
  rateLimits: { 'doors.unlock': 20 },
  organisations: [ORGANISATION],
  profile: { website: 'https://fitbase.example', outageEmail: 'on-call@fitbase.example', securityEmail: null },
};
const ACCOUNTS = [
  FITBASE,
  { ...FITBASE, partnerId: 'ptr_1123456789abcdef', name: HOSTILE, linkingMethod: 'facility_id' },
];

const key = (number: number, label: string) => ({
  keyId: `1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4be${number}`,
  ...{ label, redacted: 'sk_live_Tq8mZr3K…', type: 'live' as const, status: 'active' as const },
  ...{ createdAt: ago(9_000_000), lastUsedAt: ago(40), lastUsedFrom: '203.0.113.9', expiresAt: null },
});
/** The one that a test revokes. */
export const STOLEN = key(1, 'Production server');
const KEYS = [
  STOLEN,
  { ...key(2, 'Rehearsals'), type: 'dryrun' as const, lastUsedAt: null, lastUsedFrom: null },
  { ...key(3, 'Old server'), status: 'revoked' as const, expiresAt: ago(400_000) },
];
const CONTACTS: readonly PartnerContact[] = [
  { contactId: 'pct_0123456789abcdef', email: 'robin@fitbase.example', name: 'Robin Sattler', role: 'owner' },
  { contactId: 'pct_1123456789abcdef', email: 'ada@fitbase.example', name: 'Ada Lind', role: 'developer' },
];
const status = (word: string, effect: 'allow' | 'deny' | 'ignore', own = false) => ({ word, effect, own });
const STATUSES = [status('active', 'allow'), status('cancelled', 'deny'), status('on hold', 'allow', true)];
const request = (number: number, status: number) => ({
  requestId: `req_${number}`,
  ...{ at: ago(number * 30), keyId: STOLEN.keyId, method: 'POST', status, durationMs: 240 },
  path: '/partner/v1/access-control/doors/door_0123456789abcdef/unlock',
  ...{ endpoint: 'doors.unlock', remoteAddress: '203.0.113.9' },
});
const REQUESTS = [request(1, 200), request(2, 404), request(3, 502)];
const HERE: PartnerKeyAtOrganisation = {
  ...{ keyId: STOLEN.keyId, partnerId: PARTNER, partnerName: 'Fitbase', label: STOLEN.label },
  ...{ redacted: STOLEN.redacted, type: 'live', createdAt: STOLEN.createdAt, lastUsedAt: STOLEN.lastUsedAt },
  madeBy: { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' },
  ...{ reaches: true, consentedBy: null, consentedAt: null },
};

/** What a rotation is answered with. */
export const A_KEY_ANEW = { keyId: STOLEN.keyId.replace(/1$/, '9'), key: 'sk_live_TheNewOneOfTheseTests' };
const DONE = { done: true } as const;
/** What the pages of partners ask, and those of what they work with. */
export const OF_PARTNERS: Pages = [
  [
    /^GET \/api\/admin\/partners$/,
    () => answer('GET /api/admin/partners', { data: ACCOUNTS as PartnerAccount[], next: null }),
  ],
  [/^GET \/api\/admin\/partners\/[^/]+$/, () => answer('GET /api/admin/partners/{partnerId}', FITBASE)],
  [
    /^GET \/api\/admin\/partners\/.*\/integrations$/,
    () =>
      answer('GET /api/admin/partners/{partnerId}/integrations', {
        data: FACILITIES.map(({ facilityId, name, organisationId }, place) => ({
          ...{ facilityId, name, organisationId, enabled: place < 2 },
          linkingIdentifier: place < 2 ? `FB-0${place}` : null,
        })),
        next: null,
      }),
  ],
  [/^GET \/api\/admin\/partners\/.*\/keys$/, () => answer('GET /api/admin/partners/{partnerId}/keys', { data: KEYS })],
  [/^DELETE \/api\/admin\/partners\/.*\/keys\//, () => [200, DONE]],
  [
    /^GET \/api\/admin\/partners\/.*\/contacts$/,
    () => answer('GET /api/admin/partners/{partnerId}/contacts', { data: CONTACTS }),
  ],
  [
    /^GET \/api\/admin\/partners\/.*\/statuses$/,
    () => answer('GET /api/admin/partners/{partnerId}/statuses', { data: STATUSES }),
  ],
  [/^PUT \/api\/admin\/partners\/.*\/statuses$/, () => [200, DONE]],
  [
    /^GET \/api\/admin\/partners\/.*\/requests$/,
    () => answer('GET /api/admin/partners/{partnerId}/requests', { data: REQUESTS, next: null }),
  ],
  [/^GET \/api\/organisations\/[^/]+$/, () => answer('GET /api/organisations/{organisationId}', COAST)],
  [
    /^GET \/api\/partner-keys$/,
    () =>
      answer('GET /api/partner-keys', {
        data: [HERE, { ...HERE, keyId: STOLEN.keyId.replace(/1$/, '2'), label: HOSTILE, reaches: false }],
      }),
  ],
  [
    /^GET .*\/integrations$/,
    () =>
      answer('GET /api/access-control/{facilityId}/integrations', {
        data: ACCOUNTS.map(({ rateLimits: _limits, organisations: _organisations, ...account }, place) => ({
          ...(account as PartnerAccount),
          enabled: place === 0,
          linkingIdentifier: place === 0 ? 'FB-01' : null,
          customValues: place === 0 ? { region: 'North' } : {},
        })),
      }),
  ],
  [
    /^GET .*\/integrations\/.*\/preview$/,
    () =>
      answer('GET /api/access-control/{facilityId}/integrations/{partnerId}/preview', {
        ...{ members: 412, losing: 2, memberIds: ['m-1042', 'm-1043'] },
      }),
  ],
  [/^PUT .*\/integrations\//, () => [200, DONE]],
];
export const PARTNERS_AT = `/ops/facilities/${FACILITY}/partners`;
