import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameVerdicts } from '../../kit/ingest/testing/same-verdicts.ts';
import { ReportItem } from './report-item.ts';
import { batchKind } from './reports.batch.ts';

const date = fc.constantFrom('2026-01-01', '2026-01-31', '2024-02-29');
const items = fc.record({
  start_date: date,
  end_date: date,
  metrics: fc.record({
    members: fc.record({ active: fc.nat(), new: fc.nat(), cancelled: fc.nat() }),
    revenue: fc.record({
      total_payments: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      total_payments_count: fc.nat(),
      currency: fc.constantFrom('AUD', 'EUR'),
    }),
  }),
});
const METRICS = {
  members: { active: 1, new: 0, cancelled: 0 },
  revenue: { total_payments: 0.5, total_payments_count: 1, currency: 'AUD' },
};

describe('a report snapshot', () => {
  sameVerdicts({ kind: batchKind, items, reasons: ['end_date: must not be before start_date'] });

  it('[R25] is of dates of the calendar, YYYY-MM-DD, and has them and its metrics', () => {
    const fits = (fields: object) =>
      ReportItem.safeParse({ start_date: '2024-02-29', end_date: '2024-02-29', metrics: METRICS, ...fields }).success;
    expect(fits({})).toBe(true);
    for (const wrong of [
      '2026-02-29',
      '2026-1-01',
      '01/02/2026',
      '20260101',
      '2026-01-01T00:00:00Z',
      '',
      20260101,
      null,
    ])
      for (const field of ['start_date', 'end_date']) expect([wrong, fits({ [field]: wrong })]).toEqual([wrong, false]);
    for (const field of ['start_date', 'end_date', 'metrics']) expect(fits({ [field]: undefined })).toBe(false);
    for (const part of ['members', 'revenue']) expect(fits({ metrics: { ...METRICS, [part]: undefined } })).toBe(false);
  });
});
