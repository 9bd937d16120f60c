import { z } from 'zod';
import { boundedText } from '../../kit/ingest/bounded-text.ts';

const count = (description: string) => z.int().min(0).describe(description);
const date = (description: string) => z.iso.date().describe(description);

const Metrics = z
  .object({
    members: z.object({
      active: count('Members with a current membership on the last day.'),
      new: count('Members who joined in these days.'),
      cancelled: count('Members who left in these days.'),
    }),
    revenue: z.object({
      total_payments: z
        .number()
        .min(-Number.MAX_SAFE_INTEGER)
        .max(Number.MAX_SAFE_INTEGER)
        .describe('Sum of the payments, refunds taken off, in whole units of the currency.'),
      total_payments_count: count('How many payments these were.'),
      currency: boundedText(1, 120).describe('ISO 4217.'),
    }),
  })
  .meta({ id: 'ReportMetrics' });

/** The shape of a report snapshot as partners send it, linking fields apart. Properties not named here are ignored. */
export const ReportItem = z.object({
  start_date: date('The first day, `YYYY-MM-DD`.'),
  end_date: date('The last day, `YYYY-MM-DD`: the first day or later.'),
  metrics: Metrics,
});
export type ReportItem = z.infer<typeof ReportItem>;
