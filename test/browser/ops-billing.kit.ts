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
const FIGURES = {
  ...{ billedCents: 2_325, paidCents: 2_325, aiMicros: 0 },
  usageByCharge: [{ charge: 'pricePerDoorDay', quantity: 93, cents: 2_325 }],
};
const BILLED = {
  series: ['2026-01', '2026-02', '2026-03'].map((month) => ({ month, ...FIGURES })),
  ...{ totals: FIGURES, outstandingCents: 2_325, asOf: ago(60), cached: true },
};
const LINE = { facilityId: FACILITY, key: 'pricePerDoorDay', label: null };
/** What the pages of rates and of billing ask. */
export const OF_BILLING: Pages = [
  [
    /^GET .*\/platform-rates$/,
    () =>
      answer('GET /api/admin/saas-billing/platform-rates', {
        ...{ charges: PRICES, chargeAdjustments: { pricePerSms: FREE_TEXTS }, ...SET, changedBy: KIM },
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
            ...{ billingMethod: 'invoice', state: 'issued', totalCents: 2_325, reference: '7K3M-Q0ZD' },
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
