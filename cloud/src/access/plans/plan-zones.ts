import type { FieldFault, Mend } from '../../kit/ingest/batch-kind.ts';
import { createFaults, faultIn, mendMembers, placeIn } from '../../kit/ingest/mend-item.ts';
import { AccessZone, Day, type PlanAccessHours, type PlanAccessZone, ZONES_MAX } from './plan-item.ts';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Block = readonly [start: string, end: string];
const WHOLE_DAY: Block = ['00:00', '24:00'];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What can be read of a list of zones in which something is wrong. A zone without a name is none. Hours that cannot be read
 * limit nothing here: such a list is only ever held against the stored one, which then says how far each zone goes.
 */
export const mendZones: Mend = (sent, at) => {
  if (!Array.isArray(sent)) return undefined;
  const told = createFaults();
  if (sent.length > ZONES_MAX)
    told.add([{ path: 'access_zones', reason: `access_zones: must have at most ${ZONES_MAX} items` }]);
  const value = sent.flatMap((zone: unknown, index) => {
    if (!isObject(zone)) {
      const path = `access_zones[${index}]`;
      told.add([{ path, reason: `${path}: must be an object` }]);
      return [];
    }
    const place = { ...placeIn(at, index), explained: at.explained && told.wanted() };
    const mended = mendMembers(AccessZone.shape, zone, place, { access_hours: mendHours });
    told.add(mended.faults);
    return mended.kept.name === undefined ? [] : [mended.kept];
  });
  return { value, faults: told.faults };
};

/** With a key that is no day, nobody knows of the days that are left out whether they are closed. */
const mendHours: Mend = (sent, at) => {
  if (!isObject(sent)) return undefined;
  const faults: FieldFault[] = [];
  const unknown = Object.keys(sent).filter((key) => !(DAYS as readonly string[]).includes(key));
  if (unknown.length > 0) {
    const whole = faultIn(AccessZone.shape.access_hours, sent, at);
    if (whole !== undefined) faults.push(whole);
  }
  const value: Record<string, unknown> = {};
  for (const day of DAYS) {
    const blocks = Object.hasOwn(sent, day) ? sent[day] : undefined;
    const fault = faultIn(Day, blocks, placeIn(at, day));
    if (fault !== undefined) faults.push(fault);
    if (fault !== undefined || (blocks === undefined && unknown.length > 0)) value[day] = [WHOLE_DAY];
    else if (blocks !== undefined) value[day] = blocks;
  }
  return { value, faults };
};

interface SoundZones {
  readonly zones: readonly PlanAccessZone[];
  readonly faults: readonly FieldFault[];
}

/** The zones whose names are not taken, with the days that can be: a block that does not start before it ends spoils its day. */
export const soundZones = (sent: readonly PlanAccessZone[]): SoundZones => {
  const { faults, add } = createFaults();
  const fault = (path: string, rule: string) => add([{ path, reason: `${path}: ${rule}` }]);
  const names = new Set<string>();
  const zones = sent.flatMap((zone, index) => {
    const at = `access_zones[${index}]`;
    if (names.has(zone.name)) {
      fault(`${at}.name`, 'another zone of the plan has the same name');
      return [];
    }
    names.add(zone.name);
    const spoilt = new Set<string>();
    for (const [day, blocks] of Object.entries(zone.access_hours ?? {}))
      for (const [place, [start, end]] of (blocks ?? []).entries())
        if (start >= end) {
          const path = `${at}.access_hours.${day}[${place}]`;
          fault(path, 'must start before it ends; split hours past midnight over two days');
          spoilt.add(day);
        }
    if (spoilt.size === 0) return [zone];
    const days = Object.entries(zone.access_hours ?? {}).map(([day, blocks]) => [
      day,
      spoilt.has(day) ? [WHOLE_DAY] : blocks,
    ]);
    return [{ ...zone, access_hours: Object.fromEntries(days) as PlanAccessHours }];
  });
  return { zones, faults };
};

interface StoredZone {
  readonly name: string;
  readonly description?: string;
  readonly access_hours?: PlanAccessHours;
}

/** Of two lists of zones, as JSON, what both open. `less`: the second one would open more. */
export const bothZones = (
  before: string | null,
  after: string | null,
): { readonly zones: string | null; readonly less: boolean } => {
  if (after === null || after === before) return { zones: after, less: false };
  const stored = new Map(zonesOf(before).map((zone) => [zone.name, zone]));
  let less = false;
  const zones = zonesOf(after).flatMap((zone) => {
    const other = stored.get(zone.name);
    if (other === undefined) {
      less = true;
      return [];
    }
    const { description = other.description } = zone;
    const access_hours = bothHours(zone.access_hours, other.access_hours);
    less ||= JSON.stringify(bothHours(zone.access_hours, zone.access_hours)) !== JSON.stringify(access_hours);
    return [
      { name: zone.name, ...(description !== undefined && { description }), ...(access_hours && { access_hours }) },
    ];
  });
  return { zones: JSON.stringify(zones), less };
};

const zonesOf = (json: string | null): StoredZone[] => (json === null ? [] : (JSON.parse(json) as StoredZone[]));

/** A day that is left out is closed; hours that are left out limit nothing. */
const bothHours = (a: PlanAccessHours | undefined, b: PlanAccessHours | undefined): PlanAccessHours | undefined => {
  if (a === undefined || b === undefined) return a ?? b;
  const days = DAYS.flatMap((day) => {
    const blocks = bothBlocks((a[day] ?? []) as Block[], (b[day] ?? []) as Block[]);
    return blocks.length === 0 ? [] : [[day, blocks] as const];
  });
  return Object.fromEntries(days) as PlanAccessHours;
};

/** `HH:MM` sorts as text. */
const earlierOf = (a: string, b: string): string => {
  if (a < b) return a;
  return b;
};
const laterOf = (a: string, b: string): string => (earlierOf(a, b) === a ? b : a);

const bothBlocks = (a: readonly Block[], b: readonly Block[]): Block[] => {
  const common = a.flatMap(([start, end]) =>
    b.flatMap(([from, until]): [string, string][] => {
      const [first, last] = [laterOf(start, from), earlierOf(end, until)];
      return first < last ? [[first, last]] : [];
    }),
  );
  const joined: [string, string][] = [];
  for (const [start, end] of common.sort(([x], [y]) => (x < y ? -1 : Number(x > y)))) {
    const last = joined.at(-1);
    if (last === undefined || start > last[1]) joined.push([start, end]);
    else if (end > last[1]) last[1] = end;
  }
  return joined;
};
