import { z } from 'zod';
import { batchAnswers } from '../../kit/ingest/batch-answer.ts';
import { ingestFaults } from '../../kit/ingest/ingest.faults.ts';
import { facilityLinkFields } from '../../partner/partners/partner-link.ts';
import { partnerEndpoint } from '../../partner/partners/partner-surface.ts';
import { ReportItem } from './report-item.ts';
import type { ReportsService } from './reports.service.ts';

interface Deps {
  readonly reports: Pick<ReportsService, 'push'>;
}

const ReportSnapshot = z.object({ ...facilityLinkFields, ...ReportItem.shape }).meta({ id: 'ReportSnapshot' });

const pushed = batchAnswers('report snapshots', ['start_date', 'end_date']);

export const pushReports = partnerEndpoint<Deps>()({
  id: 'reports.push',
  method: 'POST',
  unit: 'own',
  path: '/partner/v1/report-snapshots',
  summary: 'Send report snapshots',
  description:
    'Figures of a facility over some days. A snapshot of the same facility and days replaces the one before. An item that is not valid, or that names no facility of yours with the integration enabled, is skipped with a reason, and the others are applied. A request takes at most 25 snapshots; one with more is refused whole.',
  gate: { key: 'write' },
  rawBody: z.object({
    snapshots: z.array(ReportSnapshot).max(25).describe('The snapshots, in the order in which they are applied.'),
  }),
  examples: {
    body: {
      snapshots: [
        {
          facility_id: 'fac_0123456789abcdef',
          start_date: '2026-01-01',
          end_date: '2026-01-31',
          metrics: {
            members: { active: 412, new: 23, cancelled: 9 },
            revenue: { total_payments: 31_840.5, total_payments_count: 398, currency: 'AUD' },
          },
        },
      ],
    },
    success: {
      message: '1 of 1 report snapshots applied.',
      metadata: { success: 1, skipped: 0, skipped_items: [] },
    },
  },
  success: pushed.success('ReportSnapshotsPushed'),
  faults: { too_many_items: ingestFaults.too_many_items },
  audit: { event: 'reports.push', target: () => undefined },
  handle: async ({ reports }, { body }, call) => pushed.answer(await reports.push(body, call)),
});
