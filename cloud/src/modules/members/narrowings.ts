import { windowsOf } from '@gatehouse/shared/access/snapshot.ts';
import type { AccessWindow } from '@gatehouse/shared/access/window.ts';
import { canonicalJson, type Json } from '@gatehouse/shared/json/canonical.ts';
import type { MemberPlanRecord, MemberRecord } from './member-row.ts';
import type { MemberState } from './member-state.ts';

/** From where on a restored cloud must not believe what a backup says of a member. */
export interface Narrowing {
  readonly before: MemberState;
  readonly after: MemberState;
  /** The windows that were stored, canonical. */
  readonly windowsBefore: string | undefined;
}

const FOREVER = Number.POSITIVE_INFINITY;

/**
 * Whether a change takes something away. It may say so of one that does not (other words for a status that opens as much):
 * then a member waits for the partner's next push after a restore, and for nothing else. It never says the reverse.
 */
export const narrows = ({ before, after, windowsBefore }: Narrowing, nowS: number): boolean =>
  windowsNarrowed(windowsBefore, after, nowS) || (before.record !== after.record && recordNarrowed(before, after));

const windowsNarrowed = (before: string | undefined, { windows }: MemberState, nowS: number): boolean => {
  if (before === undefined || windows?.row === undefined) return false;
  const now = windowsOf(windows.row.canonical);
  return windowsOf(before).some((old) => endOf(old) > nowS && !now.some((one) => covers(one, old, nowS)));
};

const endOf = (window: AccessWindow): number =>
  window.kind === 'absolute' ? window.to : (window.active_until ?? FOREVER);
const beginOf = (window: AccessWindow): number =>
  window.kind === 'absolute' ? window.from : (window.active_from ?? 0);

/** Another window with the same hours and scope, from then or from now on, and at least as long. */
const covers = (one: AccessWindow, old: AccessWindow, nowS: number): boolean =>
  one.kind === old.kind &&
  one.scope_key === old.scope_key &&
  endOf(one) >= endOf(old) &&
  beginOf(one) <= Math.max(beginOf(old), nowS) &&
  hoursOf(one) === hoursOf(old);

/** The zone of an absolute window is for people to read. */
const hoursOf = (window: AccessWindow): string =>
  window.kind === 'absolute' ? '' : canonicalJson([window.timezone, window.access_hours] as unknown as Json);

const recordNarrowed = (before: MemberState, after: MemberState): boolean => {
  const [old, now] = [before, after].map(({ record }) => JSON.parse(record) as Partial<MemberRecord>);
  const plans = old?.membership_plans ?? [];
  if (plans.length > 0 && old?.membership_status !== now?.membership_status) return true;
  return plans.some((plan) => plan.is_current && !(now?.membership_plans ?? []).some((one) => asLong(one, plan)));
};

const asLong = (one: MemberPlanRecord, old: MemberPlanRecord): boolean =>
  one.membership_plan_id === old.membership_plan_id &&
  one.is_current &&
  one.status === old.status &&
  (one.start_date ?? '') <= (old.start_date ?? '') &&
  (one.end_date === undefined || (old.end_date !== undefined && one.end_date >= old.end_date));
