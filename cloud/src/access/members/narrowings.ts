import { windowsOf } from '@gatehouse/shared/access/snapshot.ts';
import type { AccessWindow } from '@gatehouse/shared/access/window.ts';
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
  if (before === undefined || windows?.row === undefined || before === windows.row.canonical) return false;
  const [old, now] = [windowTexts(before), windowTexts(windows.row.canonical)];
  const same = new Set(now);
  const changed = parsed(old.filter((text) => !same.has(text))).filter((window) => endOf(window) > nowS);
  if (changed.length === 0) return false;
  const byTimes = Map.groupBy(parsed(now), timesOf);
  return changed.some((window) => !(byTimes.get(timesOf(window)) ?? []).some((one) => isAsLong(one, window, nowS)));
};

/**
 * Each window's own text. Most are the same before and after, and this runs in the event loop's thread for every member of a
 * push: those need not be parsed. No text within a window has an unescaped quote behind a brace.
 */
const windowTexts = (canonical: string): string[] =>
  canonical === '[]' ? [] : canonical.slice(1, -1).split(/,(?=\{"(?:access_hours|external_id)":)/);
const parsed = (texts: readonly string[]): AccessWindow[] => windowsOf(`[${texts.join()}]`);

const endOf = (window: AccessWindow): number =>
  window.kind === 'absolute' ? window.to : (window.active_until ?? FOREVER);
const beginOf = (window: AccessWindow): number =>
  window.kind === 'absolute' ? window.from : (window.active_from ?? 0);

/** Of another window of the same scope and hours: from then or from now on, and at least as long. */
const isAsLong = (one: AccessWindow, old: AccessWindow, nowS: number): boolean =>
  endOf(one) >= endOf(old) && beginOf(one) <= Math.max(beginOf(old), nowS);

/** Scope and hours, as the order of canonical JSON has them. The zone of an absolute window is for people to read. */
const timesOf = (window: AccessWindow): string =>
  JSON.stringify([window.scope_key, ...(window.kind === 'absolute' ? [] : [window.timezone, window.access_hours])]);

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
