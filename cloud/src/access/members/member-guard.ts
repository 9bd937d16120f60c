import { snapshotOf, windowsOf } from '@gatehouse/shared/access/snapshot.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import type { FieldFault } from '../../kit/ingest/batch-kind.ts';
import { bothWindows } from './both-windows.ts';
import { PLANS_MAX } from './member-item.ts';
import type { MemberPlanRecord, MemberRecord, MemberRow, WindowsRow } from './member-row.ts';
import { planEnd, planStart } from './plan-dates.ts';

/** What a stored member is held against where a field that access hangs on is wrong. */
export interface Guard {
  /** Whether a member with this status is let in by no plan. */
  readonly denies: (status: string) => boolean;
  /** The canonical text of the stored windows. */
  readonly windows: string | undefined;
}

/** As much of an item as takes access away, or leaves it as it is. */
export interface Guarded {
  readonly row: MemberRow;
  /** The fields that would have given access, and wait until the item comes without a fault. */
  readonly withheld: readonly FieldFault[];
}

type Fields = Partial<MemberRecord>;

/**
 * Cuts an item in which something is wrong that access hangs on down to what the stored state allows as well. INVARIANT: whoever
 * the result lets in at a moment, the stored state lets in, and so does what could be read of the item. So ends, denied
 * statuses, and plans and windows that are gone count at once.
 */
export const guarded = (
  sent: MemberRow,
  stored: { readonly fields: Fields; readonly guard: Guard | undefined } | undefined,
  timezone: string,
): Guarded => {
  const withheld: string[] = [];
  const fields = JSON.parse(sent.record) as { -readonly [K in keyof Fields]: Fields[K] };
  let { cleared } = sent;
  const old = stored?.fields ?? {};
  const denies = stored?.guard?.denies;
  const given = 'membership_status' in fields || cleared.includes('membership_status');
  if (given && gives(old.membership_status, fields.membership_status, denies)) {
    delete fields.membership_status;
    cleared = cleared.filter((field) => field !== 'membership_status');
    withheld.push('membership_status');
  }
  if (fields.membership_plans !== undefined) {
    const zone = bundledZones().find(timezone) ?? bundledZones().find('UTC');
    const both = bothPlans(old.membership_plans ?? [], fields.membership_plans, { denies, zone });
    fields.membership_plans = both.plans;
    if (both.less) withheld.push('membership_plans');
  }
  const windows = sent.windows && heldWindows(stored?.guard?.windows, sent.windows);
  if (windows?.held) withheld.push('access_time_windows');
  const because = sent.guarded?.map(({ path }) => path).join(', ');
  return {
    row: { ...sent, record: JSON.stringify(fields), cleared, ...(windows && { windows }) },
    withheld: withheld.map((path) => ({
      path,
      reason: `${path}: only as far as the stored state allows it too, because of what is wrong with ${because}`,
    })),
  };
};

/** Whether somebody may be let in with the second status, and not with the first. */
const gives = (from: string | undefined, to: string | undefined, denies: Guard['denies'] | undefined): boolean => {
  if (from === undefined || from === to) return false;
  return denies === undefined || (denies(from) && !(to !== undefined && denies(to)));
};

const heldWindows = (stored: string | undefined, sent: WindowsRow): WindowsRow => {
  const both = bothWindows(stored === undefined ? [] : windowsOf(stored), windowsOf(sent.canonical));
  if (!both.less) return sent;
  const { canonical, scopeKeys, program } = snapshotOf(both.windows, bundledZones());
  return { revision: sent.revision, hash: sent.hash, canonical, scopeKeys, program, held: true };
};

interface Rules {
  readonly denies: Guard['denies'] | undefined;
  readonly zone: Zone | undefined;
}

const bothPlans = (
  stored: readonly MemberPlanRecord[],
  sent: readonly MemberPlanRecord[],
  rules: Rules,
): { readonly plans: readonly MemberPlanRecord[]; readonly less: boolean } => {
  const byId = Map.groupBy(stored, ({ membership_plan_id }) => membership_plan_id);
  let less = false;
  const plans = sent.flatMap((plan) => {
    const parts = (byId.get(plan.membership_plan_id) ?? []).map((other) => bothOf(plan, other, rules));
    const text = JSON.stringify(plan);
    const whole = parts.find((part) => JSON.stringify(part) === text);
    if (whole !== undefined) return [whole];
    less = true;
    return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
  });
  return { plans: plans.slice(0, PLANS_MAX), less: less || plans.length > PLANS_MAX };
};

/** The time and the status in which both let in. What one of them leaves open, the other one says. */
const bothOf = (plan: MemberPlanRecord, other: MemberPlanRecord, { denies, zone }: Rules): MemberPlanRecord => {
  const { membership_plan_id, name = other.name } = plan;
  const start_date = later(plan.start_date, other.start_date, zone);
  const end_date = earlier(plan.end_date, other.end_date, zone);
  const keeps = plan.status === undefined || gives(other.status, plan.status, denies);
  const status = keeps ? other.status : plan.status;
  return {
    membership_plan_id,
    ...(name !== undefined && { name }),
    ...(start_date !== undefined && { start_date }),
    ...(end_date !== undefined && { end_date }),
    ...(status !== undefined && { status }),
    is_current: plan.is_current && other.is_current,
  };
};

type Bound = string | undefined;
const later = (a: Bound, b: Bound, zone: Zone | undefined): Bound => {
  if (a === undefined || b === undefined || zone === undefined) return a ?? b;
  return (planStart(a, zone) ?? 0) >= (planStart(b, zone) ?? 0) ? a : b;
};
const earlier = (a: Bound, b: Bound, zone: Zone | undefined): Bound => {
  if (a === undefined || b === undefined || zone === undefined) return a ?? b;
  return (planEnd(a, zone) ?? Number.POSITIVE_INFINITY) <= (planEnd(b, zone) ?? Number.POSITIVE_INFINITY) ? a : b;
};
