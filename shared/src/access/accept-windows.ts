import type { ZoneTables } from '../zones/zone-tables.ts';
import { type AccessHours, type AccessWindow, BLOCKS_MAX, WEEKDAYS, WINDOWS_MAX } from './window.ts';
import { activeRangeProblem, epochProblem, MINUTES_A_DAY, minuteOf, spanProblem, textProblem } from './window-rules.ts';

type Raw = Readonly<Record<string, unknown>>;

/**
 * Windows in normal form, or undefined if anything at all is wrong with them. Says nothing about what: nearly every snapshot
 * is sound, and this is what those pay.
 */
export const acceptWindows = (raw: unknown, zones: ZoneTables): AccessWindow[] | undefined => {
  if (!Array.isArray(raw) || raw.length > WINDOWS_MAX) return undefined;
  const windows: AccessWindow[] = [];
  const ids = new Set<string>();
  for (const item of raw) {
    const window = isObject(item) ? acceptWindow(item, zones) : undefined;
    if (window === undefined) return undefined;
    windows.push(window);
    ids.add(window.external_id);
  }
  return ids.size === windows.length ? windows : undefined;
};

export const isObject = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const acceptWindow = (raw: Raw, zones: ZoneTables): AccessWindow | undefined => {
  const { external_id, kind, label, timezone = 'UTC', scope_key = 'default' } = raw;
  if (textProblem(external_id, 1) !== undefined || textProblem(scope_key, 1) !== undefined) return undefined;
  if (zones.find(timezone as string) === undefined) return undefined; // No zone has a name of other than 1 to 120 characters.
  if (label !== undefined && textProblem(label, 0) !== undefined) return undefined;
  const base = { external_id, timezone, scope_key, ...(label === undefined ? {} : { label }) } as WindowBase;
  const fields = 2 + given(label) + given(raw.timezone) + given(raw.scope_key);
  if (kind === 'absolute') return acceptAbsolute(raw, base, fields);
  return kind === 'weekly' ? acceptWeekly(raw, base, fields) : undefined;
};

type WindowBase = Pick<AccessWindow, 'external_id' | 'timezone' | 'scope_key' | 'label'>;

const given = (value: unknown): 0 | 1 => (value === undefined ? 0 : 1);

const acceptAbsolute = (raw: Raw, base: WindowBase, fields: number): AccessWindow | undefined => {
  const { from, to } = raw;
  if (epochProblem(from) !== undefined || epochProblem(to) !== undefined) return undefined;
  if (spanProblem(from as number, to as number) !== undefined || Object.keys(raw).length !== fields + 2)
    return undefined;
  return { ...base, kind: 'absolute', from: from as number, to: to as number };
};

const acceptWeekly = (raw: Raw, base: WindowBase, fields: number): AccessWindow | undefined => {
  const { access_hours, active_from, active_until } = raw;
  if (active_from !== undefined && epochProblem(active_from) !== undefined) return undefined;
  if (active_until !== undefined && epochProblem(active_until) !== undefined) return undefined;
  if (activeRangeProblem(active_from as number, active_until as number) !== undefined) return undefined;
  const expected = fields + 1 + given(active_from) + given(active_until);
  if (!isObject(access_hours) || !hoursAreSound(access_hours) || Object.keys(raw).length !== expected) return undefined;
  return {
    ...base,
    kind: 'weekly',
    access_hours: access_hours as AccessHours,
    ...(active_from === undefined ? {} : { active_from: active_from as number }),
    ...(active_until === undefined ? {} : { active_until: active_until as number }),
  };
};

const hoursAreSound = (hours: Raw): boolean => {
  for (const day of WEEKDAYS) if (!dayIsSound(hours[day])) return false;
  return Object.keys(hours).length === WEEKDAYS.length;
};

const dayIsSound = (blocks: unknown): boolean => {
  if (!Array.isArray(blocks) || blocks.length > BLOCKS_MAX) return false;
  let free = 0;
  for (const block of blocks) {
    if (!Array.isArray(block) || block.length !== 2) return false;
    const start = minuteOf(block[0]);
    const end = minuteOf(block[1]);
    if (start < free || start === MINUTES_A_DAY || end <= start) return false;
    free = end;
  }
  return true;
};
