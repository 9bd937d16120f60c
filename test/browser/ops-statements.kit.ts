import type { BankEntry } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { KIM, ORGANISATION } from './ops-agreements.kit.ts';
import { ago } from './ops-gym.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

const WAITING: BankEntry = {
  ...{ entryId: 'ben_0123456789abcdef', fileId: 'bst_0123456789abcdef', account: 'DE89370400440532013000' },
  ...{ bankReference: '2026113000012', bookedOn: '2026-11-30', amountMinor: 25_000, currency: 'EUR' },
  ...{ direction: 'credit', reversal: false, text: 'Top-up <b>7K3M-Q0ZE</b>', payer: 'Harbour Gym' },
  ...{ state: 'waiting', reason: 'mistyped', reference: '7K3M-Q0ZE', mayBeOf: [`org#${ORGANISATION}`], ownerKey: null },
  ...{ transferId: null, note: null, decidedAt: null },
};
/** What the page of wallets asks of statements, and of payments that wait. */
export const OF_STATEMENTS: Pages = [
  [
    /^GET .*\/payments\/unmatched$/,
    () =>
      answer('GET /api/admin/saas-billing/payments/unmatched', {
        data: [WAITING],
        next: null,
      }),
  ],
  [
    /^GET .*\/payments\/statements$/,
    () =>
      answer('GET /api/admin/saas-billing/payments/statements', {
        data: [
          {
            ...{ fileId: 'bst_0123456789abcdef', format: 'camt.053', sha256: 'ab'.repeat(32), madeBy: KIM },
            ...{
              madeAt: ago(900),
              takenInAt: ago(800),
              entries: 12,
              settled: 9,
              waiting: 1,
              credited: 1,
              dismissed: 1,
            },
          },
        ],
        next: null,
      }),
  ],
  [
    /^POST .*\/payments\/unmatched\/[^/]+$/,
    () => answer('POST /api/admin/saas-billing/payments/unmatched/{entryId}', { entry: WAITING, approvalId: null }),
  ],
  [
    /^POST .*\/payments\/statements$/,
    () =>
      answer('POST /api/admin/saas-billing/payments/statements', {
        ...{ fileId: null, format: 'camt.053', sha256: 'ab'.repeat(32), entries: 3 },
        looked: { new: 2, settles: 1, waits: 1, shown: [] },
      }),
  ],
];
