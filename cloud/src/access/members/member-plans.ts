import type { FieldFault, Mend } from '../../kit/ingest/batch-kind.ts';
import { createFaults, mendMembers, placeIn } from '../../kit/ingest/mend-item.ts';
import { MemberPlan, PLANS_MAX } from './member-item.ts';

/**
 * What can be read of a list of plans in which something is wrong. A plan without its identifier is none. What is missing of
 * another one, because it is wrong, limits nothing here: such a list is only ever held against the stored one, which then
 * says how far each plan goes.
 */
export const mendPlans: Mend = (sent, at) => {
  if (!Array.isArray(sent)) return undefined;
  const told = createFaults();
  if (sent.length > PLANS_MAX)
    told.add([{ path: 'membership_plans', reason: `membership_plans: must have at most ${PLANS_MAX} items` }]);
  const value = sent.flatMap((plan: unknown, index) => {
    const place = { ...placeIn(at, index), explained: at.explained && told.wanted() };
    if (typeof plan !== 'object' || plan === null || Array.isArray(plan)) {
      const path = `membership_plans[${index}]`;
      told.add([{ path, reason: `${path}: must be an object` }]);
      return [];
    }
    const mended = mendMembers(MemberPlan.shape, plan as Record<string, unknown>, place);
    told.add(mended.faults);
    const lost = (field: string) => mended.faults.some(({ path }) => path === `membership_plans[${index}].${field}`);
    if (lost('membership_plan_id')) return [];
    return [{ ...mended.kept, ...(lost('is_current') && { is_current: true }) }];
  });
  return { value, faults: told.faults };
};

/** What access hangs on, and the order in which it counts. */
const ACCESS = /^(?:updated|membership_status|membership_plans)\b/;

/** Whether what is wrong may change who gets in: then the item takes access away, and gives none. */
export const concernsAccess = ({ path }: FieldFault): boolean => ACCESS.test(path);
