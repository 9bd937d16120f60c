import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { pushPlans } from './plans.endpoints.ts';
import type { PlansService } from './plans.service.ts';

export type { Plan, PlansService, PlanZone } from './plans.service.ts';
export { createPlansService } from './plans.service.ts';

export const plansModule = (deps: { readonly plans: PlansService }): Module => ({
  name: 'plans',
  owns: ['membership_plan', 'plan_zone_number'],
  faults: {},
  endpoints: [mount(pushPlans, deps)],
});
