import { z } from 'zod';
import { batchAnswers } from '../../kit/ingest/batch-answer.ts';
import { ingestFaults } from '../../kit/ingest/ingest.faults.ts';
import { facilityLinkFields } from '../../partner/partners/partner-link.ts';
import { partnerEndpoint } from '../../partner/partners/partner-surface.ts';
import { PlanItem } from './plan-item.ts';
import type { PlansService } from './plans.service.ts';

interface Deps {
  readonly plans: Pick<PlansService, 'push'>;
}

const MembershipPlan = z.object({ ...facilityLinkFields, ...PlanItem.shape }).meta({ id: 'MembershipPlan' });

const pushed = batchAnswers('membership plans', ['membership_plan_id']);

export const pushPlans = partnerEndpoint<Deps>()({
  id: 'plans.push',
  method: 'POST',
  unit: 'own',
  path: '/partner/v1/membership-plans',
  summary: 'Create or update membership plans',
  description:
    'A plan that is new is created, one that is known by its `membership_plan_id` is updated: of an optional field that is left out the stored value stays, and null clears it. An item that is not valid, or that names no facility of yours with the integration enabled, is skipped with a reason, and the others are applied. We recommend at most 1000 plans a request; 10 MB is the limit. Sending a batch again is harmless.',
  gate: { key: 'write' },
  rawBody: z.object({
    membership_plans: z.array(MembershipPlan).describe('The plans, in the order in which they are applied.'),
  }),
  examples: {
    body: {
      membership_plans: [
        {
          facility_id: 'fac_0123456789abcdef',
          membership_plan_id: 'P-GOLD',
          name: 'Gold',
          billing_cycle: 'monthly',
          price: 7900,
          currency: 'AUD',
          class_limit: null,
          is_recurring: true,
          access_zones: [{ name: 'Gym floor', access_hours: { mon: [['05:00', '22:00']], sat: [['07:00', '18:00']] } }],
        },
      ],
    },
    success: {
      message: '1 of 1 membership plans applied.',
      metadata: { success: 1, skipped: 0, skipped_items: [] },
    },
  },
  success: pushed.success('MembershipPlansPushed'),
  faults: { too_many_items: ingestFaults.too_many_items },
  audit: { event: 'plans.push', target: () => undefined },
  handle: async ({ plans }, { body }, call) => pushed.answer(await plans.push(body, call)),
});
