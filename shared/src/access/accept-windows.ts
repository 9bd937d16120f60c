import type { ZoneTables } from '../zones/zone-tables.ts';
import {
  type AbsoluteWindow,
  type AccessHours,
  type AccessWindow,
  BLOCKS_MAX,
  WEEKDAYS,
  type WeeklyWindow,
  WINDOWS_MAX,
} from './window.ts';
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

/** A window in the making. Written out field by field: spreading costs more than all the rest. */
type Draft<W> = { -readonly [Key in keyof W]: W[Key] };

const acceptWindow = (raw: Raw, zones: ZoneTables): AccessWindow | undefined => {
  const { external_id, kind, label, timezone = 'UTC', scope_key = 'default' } = raw;
  if (textProblem(external_id, 1) !== undefined || textProblem(scope_key, 1) !== undefined) return undefined;
  if (zones.find(timezone as string) === undefined) return undefined; // No zone has a name of other than 1 to 120 characters.
  const window = kind === 'absolute' ? acceptAbsolute(raw) : kind === 'weekly' ? acceptWeekly(raw) : undefined;
  if (window === undefined) return undefined;
  window.external_id = external_id as string;
  window.timezone = timezone as string;
  window.scope_key = scope_key as string;
  let fields = Object.keys(window).length;
  if (label !== undefined) {
    if (textProblem(label, 0) !== undefined) return undefined;
    window.label = label as string;
    fields++;
  }
  const filledIn = (raw.timezone === undefined ? 1 : 0) + (raw.scope_key === undefined ? 1 : 0);
  return Object.keys(raw).length === fields - filledIn ? window : undefined;
};

const acceptAbsolute = ({ from, to }: Raw): Draft<AbsoluteWindow> | undefined => {
  if (epochProblem(from) !== undefined || epochProblem(to) !== undefined) return undefined;
  if (spanProblem(from as number, to as number) !== undefined) return undefined;
  return { external_id: '', kind: 'absolute', from: from as number, to: to as number, timezone: '', scope_key: '' };
};

const acceptWeekly = ({ access_hours, active_from, active_until }: Raw): Draft<WeeklyWindow> | undefined => {
  if (active_from !== undefined && epochProblem(active_from) !== undefined) return undefined;
  if (active_until !== undefined && epochProblem(active_until) !== undefined) return undefined;
  if (activeRangeProblem(active_from as number, active_until as number) !== undefined) return undefined;
  if (!isObject(access_hours) || !hoursAreSound(access_hours)) return undefined;
  const hours = access_hours as AccessHours;
  const window: Draft<WeeklyWindow> = {
    external_id: '',
    kind: 'weekly',
    access_hours: hours,
    timezone: '',
    scope_key: '',
  };
  if (active_from !== undefined) window.active_from = active_from as number;
  if (active_until !== undefined) window.active_until = active_until as number;
  return window;
};

const hoursAreSound = (hours: Raw): boolean => {
  for (const day of WEEKDAYS) if (!dayIsSound(hours[day])) return false;
  return Object.keys(hours).length === WEEKDAYS.length;
};

const dayIsSound = (blocks: unknown): boolean => {
  if (!Array.isArray(blocks) || blocks.length > BLOCKS_MAX) return false;
  let free = 0;
  for (let i = 0; i < blocks.length; i++) {
    const block: unknown = blocks[i];
    if (!Array.isArray(block) || block.length !== 2) return false;
    const start = minuteOf(block[0]);
    const end = minuteOf(block[1]);
    if (start < free || start === MINUTES_A_DAY || end <= start) return false;
    free = end;
  }
  return true;
};
