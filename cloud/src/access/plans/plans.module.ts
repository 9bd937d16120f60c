import { defineModule } from '../../kit/modules/module.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { scopesModule } from '../scopes/scopes.module.ts';
import { pushPlans } from './plans.endpoints.ts';
import { createPlansService } from './plans.service.ts';

export type { Plan, PlansService, PlanZone } from './plans.service.ts';

export const plansModule = defineModule('plans', {
  needs: [partnersModule, scopesModule],
  owns: {
    membership_plan: 'never',
    plan_zone_number: 'never',
  },
  create: ({ db, clock, ingest, partners, scopes }) => ({
    plans: createPlansService({ db, clock, ingest, partners, scopes }),
  }),
})({
  endpoints: [pushPlans],
});
