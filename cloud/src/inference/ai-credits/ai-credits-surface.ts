import { z } from 'zod';
import { By } from '../../platform/users/actor-surface.ts';
import { PathId } from '../../platform/users/facility-surface.ts';
import { micros, moment } from '../ai-settings/ai-settings-surface.ts';
import { type TransactionType, TYPES } from './ai-transactions.ts';

/** What the endpoints of a facility and those of operators have in common. */
export const A_TRANSACTION = 'atx_0123456789abcdef';
export const txId = PathId.describe('The transaction.').meta({ examples: [A_TRANSACTION] });
export const PDF = 'application/pdf';
/** Each takes a processor a tenth of a second: of one caller. */
export const FILES_A_SECOND = 5;
export const ZIP = 'application/zip';

/** Signed cents of one adjustment. */
export const ADJUSTED_MAX = 500_000;
export const note = z.string().trim().min(1).max(500).describe('Why, for whoever reads the transactions later.');

const isType = (text: string): text is TransactionType => (TYPES as readonly string[]).includes(text);
export const types = z
  .string()
  .max(200)
  .refine((text) => text.split(',').every(isType), `must be a list of ${TYPES.join(', ')}`)
  .transform((text) => text.split(',').filter(isType))
  .optional()
  .describe('Only those of these types, separated by commas. All unless given.');
const seconds = z.coerce.number<string | number>().int().min(0).max(9_999_999_999).optional();
const transactionId = z.string().regex(/^atx_[0-9a-z]{16}$/, 'must be the `next` of a page');
export const transactionsQuery = z.strictObject({
  types,
  from: seconds.describe('Unix seconds, inclusive.'),
  to: seconds.describe('Unix seconds, inclusive.'),
  after: transactionId.optional().describe('What the last page gave as `next`.'),
  limit: z.coerce.number<string | number>().int().min(1).max(200).default(50).describe('How many at most: 1 to 200.'),
});
export const statementsQuery = z.strictObject({
  months: z.coerce.number<string | number>().int().min(1).max(24).default(12).describe('The last so many: 1 to 24.'),
  year: z.coerce
    .number<string | number>()
    .int()
    .min(2000)
    .max(9999)
    .optional()
    .describe('Those of this year instead, whatever `months` says.'),
});

export const AiTransaction = z
  .object({
    transactionId: z.string().describe('The transaction: `atx_` and 16 characters.'),
    type: z
      .enum(TYPES)
      .describe('`charge-reconcile`: requests of a UTC day. `trueup-shortfall`: what the platform bore of a request.'),
    at: moment.describe('When; of `charge-reconcile` the last moment of its day.'),
    day: z.iso.date().describe('The day in the books, by UTC.'),
    micros: micros.describe('What it did to the balance, in millionths of the currency.'),
    coveredMicros: micros.describe('What the platform bore; the balance has nothing of it.'),
    requests: z.int().nullable().describe('Of `charge-reconcile`: how many requests. Else null.'),
    about: z.string().describe('The id of what it is about: a top-up, an invoice, a request; or the day.'),
    note: z.string().nullable().describe('What somebody wrote beside it. Null: nothing.'),
    postedBy: By.describe('Who posted it.'),
    hasReceipt: z.boolean().describe('Whether there is a receipt.'),
  })
  .meta({ id: 'AiTransaction' });
export const TRANSACTION: z.input<typeof AiTransaction> = {
  transactionId: A_TRANSACTION,
  type: 'topup',
  at: '2026-01-01T09:30:00.000Z',
  day: '2026-01-01',
  micros: 50_000_000,
  coveredMicros: 0,
  requests: null,
  about: 'tup_0123456789abcdef',
  note: null,
  postedBy: { kind: 'user', id: 'usr_0123456789abcdef', name: 'Sam Example' },
  hasReceipt: true,
};
export const TransactionsPage = z.object({
  data: z.array(AiTransaction),
  next: z.string().nullable().describe('Begins the next page; null on the last one.'),
  balanceMicros: micros.describe('The balance: all transactions there are, and `openMicros`.'),
  openMicros: micros.describe('What requests came to of days that are not closed yet: below 0.'),
});
export const TRANSACTIONS_PAGE = { data: [TRANSACTION], next: null, balanceMicros: 48_050_000, openMicros: -1_950_000 };

export const AiStatement = z
  .object({
    month: z.string().describe('The month, `YYYY-MM`, by UTC.'),
    openingMicros: micros.describe('The balance before it.'),
    topupMicros: micros.describe('What came in.'),
    refundMicros: micros.describe('What was given back: 0 or below.'),
    adjustmentMicros: micros.describe('What was granted, less what was taken back.'),
    usageMicros: micros.describe('What requests came to: 0 or below.'),
    requests: z.int().describe('How many requests that were paid for.'),
    closingMicros: micros.describe('The balance after it: the opening and all of these.'),
    final: z.boolean().describe('Whether nothing of it changes any more: from the 2nd of the next month on.'),
  })
  .meta({ id: 'AiStatement' });
export const A_STATEMENT: z.input<typeof AiStatement> = {
  month: '2026-01',
  openingMicros: 0,
  topupMicros: 50_000_000,
  refundMicros: 0,
  adjustmentMicros: 0,
  usageMicros: -1_950_000,
  requests: 120,
  closingMicros: 48_050_000,
  final: false,
};

export const AiAdjusted = z
  .object({
    transactionId: z.string().nullable().describe('The transaction. Null: it waits for a second person.'),
    approvalId: z.string().nullable().describe('What a second person approves. Null: nobody has to.'),
    balanceMicros: micros.describe('The balance by now, in millionths of the currency.'),
    availableMicros: micros.describe('What requests may be held for by now.'),
  })
  .meta({ id: 'AiAdjusted' });
export const ADJUSTED: z.input<typeof AiAdjusted> = {
  transactionId: A_TRANSACTION,
  approvalId: null,
  balanceMicros: 25_000_000,
  availableMicros: 25_000_000,
};
