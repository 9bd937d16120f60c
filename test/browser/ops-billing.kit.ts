import { KIM, ORGANISATION } from './ops-agreements.kit.ts';
import { ago, FACILITY } from './ops-gym.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

const PRICES = {
  ...{ pricePerFacilityDay: 1, pricePerDoorDay: 0.25, pricePerBoxDay: 0, pricePerDeviceDay: 0, pricePerCameraDay: 0 },
  ...{ pricePerMemberDay: 0, pricePerGBStored: 0, pricePerGBTransferred: 0, pricePerBackupGB: 0, pricePerSms: 0.08 },
  ...{ pricePerEmail: 0, pricePerThousandEvents: 0, aiMarkupPercent: 0 },
};
const FREE_TEXTS = { type: 'free-units', value: 100, label: 'A hundred are free' } as const;
const SET = { versionId: 'rv_0123456789abcdef', effectiveFrom: '2026-02-01T00:00:00.000Z' };
const RATES = { charges: PRICES, chargeAdjustments: { pricePerSms: FREE_TEXTS }, ...SET, changedBy: KIM };
const FIGURES = {
  ...{ billedCents: 2_325, paidCents: 2_325, aiMicros: 0 },
  usageByCharge: [{ charge: 'pricePerDoorDay', quantity: 93, cents: 2_325 }],
};
const BILLED = {
  series: ['2026-01', '2026-02', '2026-03'].map((month) => ({ month, ...FIGURES })),
  ...{ totals: FIGURES, outstandingCents: 2_325, asOf: ago(60), cached: true },
};
const LINE = { facilityId: FACILITY, key: 'pricePerDoorDay', label: null };
const OWNER = `org#${ORGANISATION}`;
const INVOICE = {
  ...({
    invoiceId: 'tinv_0123456789abcdef',
    ownerKey: OWNER,
    purpose: 'wallet',
    amountCents: 25_000,
    currency: 'EUR',
  } as const),
  ...({ reference: '7K3M-Q0Z3', state: 'pending', dueAt: ago(-90_000), madeBy: KIM, madeAt: ago(900) } as const),
  ...{ cancelledAt: null, receivedCents: null, paidAt: null },
};
const PROFILE = {
  ...({ billingMethod: 'wallet', paymentMethod: 'card', payerScope: 'organisation', billingDisabled: false } as const),
  ...({ netDays: 14, lockoutPolicy: { mode: 'warn', graceDays: 14 } } as const),
  autoTopup: { enabled: true, thresholdCents: 5_000, amountCents: 20_000, monthlyMaxCents: null },
};
/** What the pages of rates, of billing and of wallets ask. */
export const OF_BILLING: Pages = [
  [/^GET .*\/platform-rates$/, () => answer('GET /api/admin/saas-billing/platform-rates', RATES)],
  [/^PUT .*\/platform-rates$/, () => answer('PUT /api/admin/saas-billing/platform-rates', RATES)],
  [
    /^POST .*\/rate-templates\/[^/]+\/what-if$/,
    () =>
      answer('POST /api/admin/saas-billing/rate-templates/{templateId}/what-if', {
        ...{ templateId: 'rt_0123456789abcdef', facilities: 2, complete: true },
        data: [{ month: '2026-01', billedCents: 2_325, wouldBeCents: 1_860, differenceCents: -465 }],
      }),
  ],
  [
    /^GET .*\/explain\/[^/]+\/[^/]+$/,
    () =>
      answer('GET /api/admin/saas-billing/explain/{recordId}/{lineId}', {
        ...{ recordId: 'mrec_0123456789abcdef', lineId: '1', ...LINE, micros: 750_000, cents: 75 },
        data: [
          {
            ...{ day: '2026-01-31', quantity: 3, free: 0, price: 0.25, percent: 0, micros: 750_000 },
            versions: ['rv_0123456789abcdef'],
          },
        ],
      }),
  ],
  [
    /^GET .*\/rate-templates$/,
    () =>
      answer('GET /api/admin/saas-billing/rate-templates', {
        data: [
          {
            ...{ templateId: 'rt_0123456789abcdef', name: 'Small <b>studios</b>', description: null, charges: PRICES },
            ...{ chargeAdjustments: {}, cloudAgents: {}, customCharges: [], ...SET },
            ...{ changeLog: [], linkedBlocks: [`org#${ORGANISATION}`] },
          },
        ],
      }),
  ],
  [
    /^GET .*\/saas-billing\/directory$/,
    () =>
      answer('GET /api/admin/saas-billing/directory', {
        data: [
          {
            ...{ ownerKey: OWNER, name: 'Harbour <b>Fitness</b>', archived: false, billingDisabled: false },
            ...{
              billingMethod: 'wallet',
              balanceCents: 25_000,
              health: 'low',
              overdueCents: 0,
              monthToDateCents: 1_250,
            },
            ...{ autoTopup: { state: 'off', failedCode: null }, ai: { availableMicros: 0, paused: false } },
          },
        ],
        next: null,
      }),
  ],
  [
    /^GET .*\/saas-billing\/approvals$/,
    () =>
      answer('GET /api/admin/saas-billing/approvals', {
        data: [
          {
            ...{ approvalId: 'apr_0123456789abcdef', kind: 'adjust', ownerKey: OWNER, amountCents: 250_000 },
            ...{ state: 'pending', askedBy: KIM, askedAt: ago(900), endsAt: ago(-90_000) },
            ...{ decidedBy: null, decidedAt: null, transferId: null },
          },
        ],
        next: null,
      }),
  ],
  [
    /^GET .*\/saas-billing\/wallets\/[^/]+$/,
    () =>
      answer('GET /api/admin/saas-billing/wallets/{ownerKey}', {
        ...{ ownerKey: OWNER, archived: false, currency: 'EUR', balanceCents: 25_000, balanceMicros: 250_000_000 },
        ...{ depletedAt: null, lowAt: ago(900), lockout: { state: 'clear', since: null, restrictedAt: null } },
        ledger: {
          data: [
            {
              ...{ transferId: 'ltr_0123456789abcdef', micros: 250_000_000, kind: 'adjustment' },
              ...{
                about: 'adj_0123456789abcdef',
                note: 'Agreed <b>on the phone</b>',
                postedBy: KIM,
                postedAt: ago(900),
              },
            },
          ],
          next: null,
        },
        topupInvoices: [INVOICE],
      }),
  ],
  [
    /^GET .*\/billing-profiles\/resolve-org\/[^/]+$/,
    () =>
      answer('GET /api/admin/saas-billing/billing-profiles/resolve-org/{organisationId}', {
        profile: PROFILE,
        sources: {
          ...{
            billingMethod: 'default',
            paymentMethod: 'organisation',
            payerScope: 'organisation',
            netDays: 'default',
          },
          ...{ billingDisabled: 'default', lockoutPolicy: 'default', autoTopup: 'organisation' },
        },
        chain: [{ ownerKey: OWNER, hasProfile: true }],
      }),
  ],
  [
    /^GET .*\/migration-preflight\/[^/]+$/,
    () =>
      answer('GET /api/admin/saas-billing/billing-profiles/migration-preflight/{ownerKey}', {
        ...{ from: 'wallet', to: 'invoice', canMigrate: false, openInvoices: 1, unbilledMicros: 0 },
        blockers: [{ code: 'pending_topups', message: 'One is <b>open</b>.' }],
        warnings: [{ code: 'of_tomorrow', message: 'Something <b>new</b> to know.' }],
      }),
  ],
  [
    /^PUT .*\/billing-profiles$/,
    () =>
      answer('PUT /api/admin/saas-billing/billing-profiles', {
        ...{ ownerKey: OWNER, ...PROFILE, billingMethod: 'invoice', billingDisabled: null, netDays: 30 },
        ...{ payerScope: null, lockoutPolicy: null, changedBy: KIM, changedAt: ago(1) },
      }),
  ],
  [
    /^DELETE .*\/billing-profiles\/[^/]+$/,
    () => answer('DELETE /api/admin/saas-billing/billing-profiles/{ownerKey}', { ownerKey: OWNER }),
  ],
  [
    /^PUT .*\/owners\/[^/]+\/archived$/,
    () =>
      answer('PUT /api/admin/saas-billing/owners/{ownerKey}/archived', {
        ...{ ownerKey: OWNER, archived: true, changed: true },
      }),
  ],
  [
    /^POST .*\/wallets\/[^/]+\/topups$/,
    () =>
      answer('POST /api/admin/saas-billing/wallets/{ownerKey}/topups', {
        ...{ topupId: 'tup_0123456789abcdef', state: 'open', url: 'https://checkout.example/c/pay/0123456789' },
      }),
  ],
  [
    /^POST .*\/topups\/[^/]+\/confirm$/,
    () =>
      answer('POST /api/admin/saas-billing/topups/{topupId}/confirm', {
        ...{ topupId: 'tup_0123456789abcdef', ownerKey: OWNER, amountCents: 20_000, currency: 'EUR' },
        ...{ state: 'paid', failedCode: null, endedAt: ago(1) },
      }),
  ],
  [/^GET .*\/platform-analytics$/, () => answer('GET /api/admin/saas-billing/platform-analytics', BILLED)],
  [
    /^GET .*\/saas-billing\/org\/[^/]+\/analytics$/,
    () => answer('GET /api/admin/saas-billing/org/{organisationId}/analytics', BILLED),
  ],
  [
    /^GET .*\/monthly-records$/,
    () =>
      answer('GET /api/admin/saas-billing/org/{organisationId}/monthly-records', {
        data: [
          {
            ...{ recordId: 'mrec_0123456789abcdef', payerKey: `org#${ORGANISATION}`, month: '2026-01' },
            ...{ billingMethod: 'invoice', state: 'issued', totalCents: 2_325, reference: '7K3M-Q0Z3' },
            ...{ closedAt: ago(900), dueAt: ago(-90_000), paidAt: null },
            lines: [{ lineId: '1', ...LINE, quantity: 93, free: 0, cents: 2_325 }],
          },
        ],
        next: null,
      }),
  ],
  [
    /^GET .*\/rates\/resolve\/[^/]+$/,
    () =>
      answer('GET /api/admin/saas-billing/rates/resolve/{clubID}', {
        ...{ facilityId: FACILITY, templateId: null, cloudAgents: {}, customCharges: [] },
        charges: [
          {
            ...{ key: 'pricePerSms', price: 0.08, source: 'platform', metered: true },
            adjustments: [{ ...FREE_TEXTS, source: 'platform' }],
          },
        ],
      }),
  ],
];
