import type {
  ChargesConfig,
  Faq,
  LandingPage,
  Press,
  SmsMessage,
} from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { KIM, OF_AGREEMENTS, ORGANISATION } from './ops-agreements.kit.ts';
import { OF_BILLING } from './ops-billing.kit.ts';
import { ago, FACILITY, SESSION } from './ops-gym.kit.ts';
import { OF_INVOICES } from './ops-invoices.kit.ts';
import { OF_STATEMENTS } from './ops-statements.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

const NO_COUNTS = {
  ...{ waiting: 0, quiet: 0, handing: 0, sent: 0, delivered: 0, undelivered: 0 },
  ...{ failed: 0, opted_out: 0, skipped: 0 },
};
const SMS: SmsMessage = {
  ...{ messageId: 'sms_0123456789abcdef', organisationId: ORGANISATION, facilityId: FACILITY, kind: 'marketing' },
  ...{ templateKind: null, encoding: 'GSM-7', segments: 1, sendAt: null, sendLocal: '2026-06-02T09:00' },
  text: 'Harbour Gym: The pool is open until ten tonight.\nReply STOP to opt out.',
  ...{ state: 'scheduled', counts: { ...NO_COUNTS, waiting: 120, quiet: 3 }, createdBy: KIM, createdAt: ago(700) },
  recipients: [
    {
      ...{ number: '…123', facilityId: FACILITY, partnerId: null, memberId: null, userId: SESSION.user.userId },
      ...{ state: 'waiting', error: null, plannedAt: ago(-50_000), changedAt: ago(700) },
    },
    {
      ...{ number: null, facilityId: FACILITY, partnerId: null, memberId: null, userId: null },
      ...{ state: 'skipped', error: 'no_consent', plannedAt: ago(-50_000), changedAt: ago(600) },
    },
  ],
};
const OF_MESSAGES: Pages = [
  [
    /^GET .*\/sms\/message-history$/,
    () =>
      answer('GET /api/admin/sms/message-history', {
        data: [
          SMS,
          {
            ...{ ...SMS, messageId: 'sms_1123456789abcdef', state: 'done', sendLocal: null, encoding: 'UCS-2' },
            ...{ text: 'Harbour Gym: <b>Новый год</b>\nReply STOP to opt out.', segments: 2 },
            counts: { ...NO_COUNTS, delivered: 411, undelivered: 2, opted_out: 9 },
          },
        ],
        next: null,
      }),
  ],
  [
    /^(?:GET|PUT) .*\/sms\/quiet-hours\//,
    () =>
      answer('GET /api/admin/sms/quiet-hours/{facilityId}', {
        ...{ facilityId: FACILITY, from: '20:00', until: '08:00', isUsual: true },
      }),
  ],
  [/^GET .*\/sms\/sms_/, () => answer('GET /api/admin/sms/{messageId}', SMS)],
  [
    /^POST .*\/sms\/(?:new-message|schedule)$/,
    () => [
      202,
      {
        ...{ messageId: SMS.messageId, accepted: 1, encoding: 'UCS-2', segments: 2, forcing: ['я'] },
        skipped: [{ index: 1, reason: 'named_twice' }],
      },
    ],
  ],
  [
    /^POST .*\/sms\/sms_.*\/cancel$/,
    () => answer('POST /api/admin/sms/{messageId}/cancel', { messageId: SMS.messageId, cancelled: 123 }),
  ],
];

const STAMPS = { revision: 4, createdBy: KIM, createdAt: ago(900_000), changedBy: KIM, changedAt: ago(700) };
const FAQ: Faq = {
  ...{ ...STAMPS, faqId: 'faq_0123456789abcdef', organisationId: ORGANISATION, category: 'doors', locale: 'en' },
  ...{ question: 'What does it mean that a lock did not move?', audience: 'staff', position: 0, state: 'published' },
  answer: 'Look at the **strike** first. <img src=x onerror=alert(1)>',
  about: ['error:changed', 'page:faqs'],
};
const OF_FAQS: Pages = [
  [
    /^GET .*\/admin\/faqs(?:\/category\/.*)?$/,
    () =>
      answer('GET /api/admin/faqs', {
        data: [
          FAQ,
          {
            ...{ ...FAQ, faqId: 'faq_1123456789abcdef', question: 'May I bring a guest?', audience: 'public' },
            ...{ answer: 'Yes, one a visit.', about: [], state: 'draft', category: 'visiting' },
          },
        ],
        next: null,
      }),
  ],
  [/^POST .*\/admin\/faqs\/add$/, () => [201, { ...FAQ, revision: 1 }]],
  [/^POST .*\/faqs\/update\//, () => answer('POST /api/faqs/update/{id}', { ...FAQ, revision: 5 })],
];

const PRESS: Press = {
  ...{ ...STAMPS, pressId: 'prs_0123456789abcdef', organisationId: ORGANISATION, slug: 'open-all-night' },
  ...{ title: 'Open all night <b>now</b>', outlet: 'The Courier', sourceUrl: null, publishedOn: '2026-05-01' },
  ...{ excerpt: 'Harbour Gym is open all night.', body: 'It **is**.', publishAt: null, state: 'published' },
  featured: true,
  image: null,
};
const LANDING_PAGE: LandingPage = {
  ...{ ...STAMPS, landingPageId: 'lpg_0123456789abcdef', organisationId: ORGANISATION, facilityId: FACILITY },
  ...{ slug: 'harbour', locale: 'en', state: 'published', version: 2, publishAt: null, versions: [] },
  previewPath: '/p/preview/AAAA',
  published: null,
  draft: {
    title: 'Harbour Gym',
    blocks: [
      { kind: 'hero', heading: 'Strong by the harbour' },
      { kind: 'hours', heading: 'Hours', hours: [{ days: ['monday', 'friday'], opens: '06:00', closes: '22:00' }] },
      { kind: 'place', heading: 'Where we are' },
    ],
  },
};
const OF_PUBLIC: Pages = [
  [
    /^GET .*\/admin\/press$/,
    () =>
      answer('GET /api/admin/press', {
        data: [PRESS, { ...PRESS, pressId: 'prs_1123456789abcdef', state: 'scheduled', publishAt: ago(-90_000) }],
        next: null,
      }),
  ],
  [/^POST .*\/press\/update\//, () => answer('POST /api/press/update/{pressId}', { ...PRESS, revision: 5 })],
  [
    /^GET .*\/admin\/landing-pages$/,
    () =>
      answer('GET /api/admin/landing-pages', {
        data: [LANDING_PAGE, { ...LANDING_PAGE, landingPageId: 'lpg_1', slug: 'old', state: 'withdrawn' }],
        next: null,
      }),
  ],
  [
    /^PATCH .*\/admin\/landing-pages$/,
    () => answer('PATCH /api/admin/landing-pages', { ...LANDING_PAGE, revision: 5 }),
  ],
];

const LINKED = { facilityId: FACILITY, locationId: 'loc-1', state: 'linked', seenAt: ago(90_000) } as const;
const ADDRESS = { line1: '1 Harbour Road', city: 'Brisbane', postalCode: '4000', countryCode: 'AU' };
const OF_PROVIDERS: Pages = [
  [/^GET .*\/listsvc\/location$/, () => answer('GET /api/admin/listsvc/location', { data: [LINKED], next: null })],
  [
    /^GET .*\/listsvc\/location\/loc-1$/,
    () =>
      answer('GET /api/admin/listsvc/location/{id}', {
        ...{ ...LINKED, isPushed: true, drift: ['name', 'address'] },
        ours: { name: 'Harbour Gym', address: ADDRESS },
        upstream: { name: 'Harbor Gym <b>', address: { ...ADDRESS, line1: '2 Harbour Road' } },
      }),
  ],
  [
    /^GET .*\/listsvc\/listings$/,
    () =>
      answer('GET /api/admin/club/{clubId}/listsvc/listings', {
        data: [
          { publisher: 'Maps', status: 'LIVE', details: [], url: 'https://maps.example.com/harbour' },
          { publisher: 'Directory', status: 'UNAVAILABLE', details: ['It has no phone.'], url: 'javascript:alert(1)' },
        ],
        asOf: ago(900),
      }),
  ],
  [
    /^GET .*\/payproc\/connect-account-details$/,
    () =>
      answer('GET /api/club/{club}/payproc/connect-account-details', {
        ...{ accountId: 'acct_1', state: 'restricted', chargesEnabled: true, payoutsEnabled: false, currency: 'AUD' },
        requirements: { currentlyDue: ['external_account'], pastDue: [], deadline: null, disabledReason: null },
        explained: ['No money is paid out.', 'Still to tell: a bank account for payouts.'],
        ...{ bankLast4: '6789', schedule: { interval: 'daily', delayDays: 2 } },
      }),
  ],
  [
    /^GET .*\/payproc\/charges$/,
    () =>
      answer('GET /api/club/{club}/payproc/charges', {
        data: [
          {
            ...{ chargeId: 'ch_1', paymentIntentId: 'pi_1', amountCents: 4_900, currency: 'AUD', state: 'failed' },
            ...{ reason: 'insufficient_funds', cardBrand: 'visa', last4: '9995', at: ago(900) },
          },
        ],
        next: null,
      }),
  ],
  [
    /^GET .*\/payproc\/payouts$/,
    () =>
      answer('GET /api/club/{club}/payproc/payouts', {
        data: [
          {
            ...{ payoutId: 'po_1', amountCents: 104_200, currency: 'AUD', state: 'paid', failureCode: null },
            ...{ createdAt: ago(90_000), arrivesAt: ago(900) },
          },
        ],
        next: null,
      }),
  ],
  [
    /^PUT .*\/store\/clubs\//,
    () =>
      answer('PUT /api/admin/store/clubs/{clubID}', {
        ...{ locationId: 'gid-1', pushed: ['name', 'active'], unchanged: ['address'] },
      }),
  ],
  [
    /^POST .*\/send-failed-club-payments-notif$/,
    () =>
      answer('POST /api/admin/tasks/send-failed-club-payments-notif', {
        ...{ clubs: 2, payments: 3, notified: 4, skipped: 1, more: false },
      }),
  ],
];

const CHARGES: ChargesConfig = {
  ...{ organisationId: ORGANISATION, revision: 3, effectiveOn: '2026-07-01', inEffect: 2 },
  ...{ savedBy: KIM, savedAt: ago(900) },
  charges: [
    {
      ...{ key: 'licence', label: 'Licence <b>of a club</b>', amountMinor: 5_990, currency: 'AUD', per: 'club' },
      ...{ period: 'month', taxBasisPoints: 1_000, active: true },
    },
  ],
  overrides: [{ facilityId: FACILITY, key: 'licence', amountMinor: 4_990 }],
};
const OF_CHARGES: Pages = [
  [/^GET .*\/admin\/charges-config$/, () => answer('GET /api/admin/charges-config', CHARGES)],
  [/^POST .*\/admin\/charges-config$/, () => [201, { ...CHARGES, revision: 4 }]],
];

/** What the pages of content and of billing ask. */
export const OF_CONTENT: Pages = [
  ...OF_AGREEMENTS,
  ...OF_MESSAGES,
  ...OF_FAQS,
  ...OF_PUBLIC,
  ...OF_PROVIDERS,
  ...OF_CHARGES,
  ...OF_BILLING,
  ...OF_INVOICES,
  ...OF_STATEMENTS,
];
