import { z } from 'zod';
import { batchAnswers } from '../../kit/ingest/batch-answer.ts';
import { ingestFaults } from '../../kit/ingest/ingest.faults.ts';
import { facilityLinkFields } from '../../partner/partners/partner-link.ts';
import { partnerEndpoint } from '../../partner/partners/partner-surface.ts';
import { CheckInItem } from './check-in-item.ts';
import type { CheckInsService } from './check-ins.service.ts';

interface Deps {
  readonly checkIns: Pick<CheckInsService, 'push'>;
}

const CheckIn = z.object({ ...facilityLinkFields, ...CheckInItem.shape }).meta({ id: 'CheckIn' });

const pushed = batchAnswers('check-ins', ['check_in_id', 'member_id']);

export const pushCheckIns = partnerEndpoint<Deps>()({
  id: 'check_ins.push',
  method: 'POST',
  unit: 'own',
  path: '/partner/v1/check-ins',
  summary: 'Record check-ins',
  description:
    'Records who came in and when, as your system knows it; it opens nothing. A check-in that is known already, by its `check_in_id` or else by member, timestamp and type, is updated. An item that is not valid, or that names no facility of yours with the integration enabled, is skipped with a reason, and the others are applied. We recommend at most 1000 check-ins a request; 10 MB is the limit. Sending a batch again is harmless.',
  gate: { key: 'write' },
  rawBody: z.object({
    check_ins: z.array(CheckIn).describe('The check-ins, in the order in which they are applied.'),
  }),
  examples: {
    body: {
      check_ins: [
        {
          facility_id: 'fac_0123456789abcdef',
          check_in_id: 'CI-90210',
          member_id: 'M-1001',
          timestamp: '2026-01-05T06:30:00+10:00',
          check_in_type: 'member',
          source: 'kiosk',
        },
      ],
    },
    success: {
      message: '1 of 1 check-ins applied.',
      metadata: { success: 1, skipped: 0, skipped_items: [] },
    },
  },
  success: pushed.success('CheckInsPushed'),
  faults: { too_many_items: ingestFaults.too_many_items },
  audit: { event: 'check_ins.push', target: () => undefined },
  handle: async ({ checkIns }, { body }, call) => pushed.answer(await checkIns.push(body, call)),
});
