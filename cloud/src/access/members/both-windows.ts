import {
  type AccessHours,
  type AccessWindow,
  type Block,
  WEEKDAYS,
  type WeeklyWindow,
} from '@gatehouse/shared/access/window.ts';

/** Windows of which both lists have every moment. */
export interface BothWindows {
  readonly windows: readonly AccessWindow[];
  /** The second list has more. */
  readonly less: boolean;
}

/** With more pairs than this in the two lists, those of different `external_id` are not looked at. */
const PAIRS_MAX = 400;
const TEXT_MAX = 120;

/**
 * What two snapshots both allow, as windows of the second one, cut where the first one ends. Hours of two weekly windows in
 * different zones have nothing in common that could be written as a window: they are left out.
 */
export const bothWindows = (before: readonly AccessWindow[], after: readonly AccessWindow[]): BothWindows => {
  const byScope = Map.groupBy(before, ({ scope_key }) => scope_key);
  const known = new Set(before.map((window) => `${times(window)} ${window.scope_key}`));
  const all = before.length * after.length <= PAIRS_MAX;
  const used = new Set<string>();
  let less = false;
  const windows = after.flatMap((window) => {
    if (known.has(`${times(window)} ${window.scope_key}`) || opensNothing(window)) return [named(window, used)];
    const others = byScope.get(window.scope_key) ?? [];
    const parts = others
      .filter((other) => all || other.external_id === window.external_id)
      .flatMap((other) => common(window, other) ?? []);
    if (parts.some((part) => times(part) === times(window))) return [named(window, used)];
    less = true;
    return different(parts).map((part) => named(part, used));
  });
  return { windows, less };
};

const times = (window: AccessWindow): string =>
  window.kind === 'absolute'
    ? JSON.stringify([window.from, window.to])
    : JSON.stringify([
        window.timezone,
        window.active_from,
        window.active_until,
        WEEKDAYS.map((day) => joined(window.access_hours[day])),
      ]);

const different = (windows: readonly AccessWindow[]): AccessWindow[] => [
  ...new Map(windows.map((window) => [times(window), window])).values(),
];

const opensNothing = (window: AccessWindow): boolean =>
  window.kind === 'weekly' && WEEKDAYS.every((day) => window.access_hours[day].length === 0);

/** What a window has in common with another one of its scope: undefined for nothing. */
const common = (window: AccessWindow, other: AccessWindow): AccessWindow | undefined => {
  if (window.kind === 'absolute') {
    if (other.kind === 'absolute') return withinSpan(window, other.from, other.to);
    if (alwaysOpen(other)) return withinSpan(window, other.active_from, other.active_until);
    return inSpan(other, window.from, window.to, window);
  }
  if (other.kind === 'absolute') return inSpan(window, other.from, other.to, window);
  const range = rangeOf(window, other.active_from, other.active_until);
  if (range === undefined) return undefined;
  if (alwaysOpen(other)) return { ...window, ...range };
  if (alwaysOpen(window)) return { ...window, ...range, timezone: other.timezone, access_hours: other.access_hours };
  if (window.timezone !== other.timezone) return undefined;
  const access_hours = Object.fromEntries(
    WEEKDAYS.map((day) => [day, bothBlocks(window.access_hours[day], other.access_hours[day])]),
  ) as unknown as AccessHours;
  const both = { ...window, ...range, access_hours };
  return opensNothing(both) ? undefined : both;
};

type Absolute = Extract<AccessWindow, { kind: 'absolute' }>;

const withinSpan = (window: Absolute, start = window.from, end = window.to): Absolute | undefined => {
  const [from, to] = [Math.max(window.from, start), Math.min(window.to, end)];
  return from < to ? { ...window, from, to } : undefined;
};

/** A weekly window within a span, under the name of the window that it is a part of. */
const inSpan = (
  weekly: WeeklyWindow,
  from: number,
  to: number,
  { external_id, label }: AccessWindow,
): AccessWindow | undefined => {
  const range = rangeOf(weekly, from, to);
  if (range === undefined || opensNothing(weekly)) return undefined;
  const { label: _own, ...rest } = weekly;
  return { ...rest, ...range, external_id, ...(label !== undefined && { label }) };
};

const rangeOf = (weekly: WeeklyWindow, from: number | undefined, until: number | undefined) => {
  const starts = [weekly.active_from, from].filter((at) => at !== undefined);
  const ends = [weekly.active_until, until].filter((at) => at !== undefined);
  const [active_from, active_until] = [Math.max(...starts), Math.min(...ends)];
  if (active_from >= active_until) return undefined;
  return {
    ...(starts.length > 0 && { active_from }),
    ...(ends.length > 0 && { active_until }),
  };
};

const alwaysOpen = ({ access_hours }: WeeklyWindow): boolean =>
  WEEKDAYS.every((day) => {
    const [[start, end] = ['', ''], ...more] = joined(access_hours[day]);
    return start === '00:00' && end === '24:00' && more.length === 0;
  });

/** Blocks that touch made one. */
const joined = (blocks: readonly Block[]): Block[] => {
  const found: [string, string][] = [];
  for (const [start, end] of blocks) {
    const last = found.at(-1);
    if (last?.[1] === start) last[1] = end;
    else found.push([start, end]);
  }
  return found;
};

/** `HH:MM` sorts as text. */
const earlierOf = (a: string, b: string): string => {
  if (a < b) return a;
  return b;
};
const laterOf = (a: string, b: string): string => (earlierOf(a, b) === a ? b : a);

const bothBlocks = (a: readonly Block[], b: readonly Block[]): Block[] =>
  joined(
    joined(a).flatMap(([start, end]) =>
      joined(b).flatMap(([from, until]): Block[] => {
        const block = [laterOf(start, from), earlierOf(end, until)] as const;
        return block[0] < block[1] ? [block] : [];
      }),
    ),
  );

/** A part of a window needs a name of its own where another part has it already. */
const named = (window: AccessWindow, used: Set<string>): AccessWindow => {
  let external_id = window.external_id;
  for (let part = 2; used.has(external_id); part++) {
    const end = `~${part}`;
    external_id = [...window.external_id].slice(0, TEXT_MAX - end.length).join('') + end;
  }
  used.add(external_id);
  return external_id === window.external_id ? window : { ...window, external_id };
};
