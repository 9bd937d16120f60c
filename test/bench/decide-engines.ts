import { addHours, createWeekMinutes, type WeekMinutes } from '@gatehouse/shared/access/week-minutes.ts';
import { WEEKDAYS, type WeeklyWindow } from '@gatehouse/shared/access/window.ts';
import { minuteOf } from '@gatehouse/shared/access/window-rules.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { weekMinuteAt } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import { newEnforcer, newModelFromString } from 'casbin';
import { DateTime } from 'luxon';
import OpeningHours from 'opening_hours';

/** Something that says whether a member may pass at an instant. */
export interface Engine {
  readonly name: string;
  /** How many of the instants from one index up to another it allows: a loop of its own, so that no call between is measured. */
  count(from: number, to: number): number;
  /** The same for one instant; absent for a floor, whose answers are not for the question asked. */
  readonly allows?: (t: number) => boolean;
}

/** An engine that is slow enough for a call an instant not to matter. */
const slowEngine = (name: string, instants: Float64Array, allows: (t: number) => boolean): Engine => ({
  name,
  allows,
  count: (from, to) => {
    let allowed = 0;
    for (let i = from; i < to; i++) if (allows(instants[i] as number)) allowed++;
    return allowed;
  },
});

const zoneOf = (name: string): Zone => {
  const zone = bundledZones().find(name);
  if (zone === undefined) throw new Error(`no zone ${name}`);
  return zone;
};
const isActive = ({ active_from: from, active_until: until }: WeeklyWindow, t: number): boolean =>
  (from === undefined || t >= from) && (until === undefined || t < until);
const minutesOf = (windows: readonly WeeklyWindow[]): WeekMinutes => {
  const minutes = createWeekMinutes();
  for (const { access_hours } of windows) addHours(minutes, access_hours);
  return minutes;
};
const hasMinute = (minutes: WeekMinutes, minute: number): boolean =>
  (((minutes[minute >>> 5] as number) >>> (minute & 31)) & 1) === 1;

/** The least that a decision over one zone can be: where its clocks stand, and one bit of its week. */
export const zoneAndBitFloor = (windows: readonly WeeklyWindow[], instants: Float64Array): Engine => {
  const zone = zoneOf(windows[0]?.timezone ?? 'UTC');
  const bits = minutesOf(windows.filter(({ timezone }) => timezone === zone.name));
  return {
    name: 'one zone lookup and one bit test',
    count: (from, to) => {
      let allowed = 0;
      for (let i = from; i < to; i++) {
        const t = instants[i] as number;
        const local = t + zone.offsetAt(t) + 345_600;
        const minute = Math.floor(local / 60) - 10_080 * Math.floor(local / 604_800);
        allowed += ((bits[minute >>> 5] as number) >>> (minute & 31)) & 1;
      }
      return allowed;
    },
  };
};

/** The obvious way: each window asks luxon for the local time and looks through its blocks. */
export const luxonPerWindow = (windows: readonly WeeklyWindow[], instants: Float64Array): Engine =>
  slowEngine('luxon, window by window', instants, (t) =>
    windows.some((window) => {
      if (!isActive(window, t)) return false;
      const local = DateTime.fromSeconds(t, { zone: window.timezone });
      const minute = local.hour * 60 + local.minute;
      const blocks = window.access_hours[WEEKDAYS[local.weekday % 7] ?? 'sun'];
      return blocks.some(([start, end]) => minute >= minuteOf(start) && minute < minuteOf(end));
    }),
  );

/** Each zone's hours united beforehand, and one formatter a zone that is made once: the best that Intl allows. */
export const intlPerZone = (windows: readonly WeeklyWindow[], instants: Float64Array): Engine => {
  const zones = [...Map.groupBy(windows, ({ timezone }) => timezone)].map(([timeZone, own]) => ({
    format: new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
    always: minutesOf(own.filter(({ active_from: from }) => from === undefined)),
    within: own
      .filter(({ active_from: from }) => from !== undefined)
      .map((window) => ({ window, minutes: minutesOf([window]) })),
  }));
  return slowEngine('Intl, one format a zone', instants, (t) =>
    zones.some(({ format, always, within }) => {
      const minute = formattedMinute(format.format(t * 1_000));
      return (
        hasMinute(always, minute) ||
        within.some(({ window, minutes }) => hasMinute(minutes, minute) && isActive(window, t))
      );
    }),
  );
};

const DAYS = 'SunMonTueWedThuFriSat';
/** Of `Mon 09:30`. */
const formattedMinute = (text: string): number =>
  (DAYS.indexOf(text.slice(0, 3)) / 3) * 1_440 + Number(text.slice(4, 6)) * 60 + Number(text.slice(7, 9));

const CASBIN_MODEL = `
[request_definition]
r = sub, minute
[policy_definition]
p = sub, window
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub && isOpen(p.window, r.minute)
`;

/** One policy a window, and a function that tests one bit. The windows lie in one zone, whose minute it is given. */
export const casbinPolicies = async (windows: readonly WeeklyWindow[], instants: Float64Array): Promise<Engine> => {
  const zone = zoneOf(windows[0]?.timezone ?? 'UTC');
  const byId = new Map(windows.map((window) => [window.external_id, { window, minutes: minutesOf([window]) }]));
  let now = 0;
  const enforcer = await newEnforcer(newModelFromString(CASBIN_MODEL));
  await enforcer.addPolicies(windows.map(({ external_id }) => ['member', external_id]));
  await enforcer.addFunction('isOpen', (id: string, minute: number) => {
    const found = byId.get(id);
    return found !== undefined && hasMinute(found.minutes, minute) && isActive(found.window, now);
  });
  return slowEngine('casbin enforceSync, a policy a window', instants, (t) => {
    now = t;
    return enforcer.enforceSync('member', weekMinuteAt(zone, t));
  });
};

/** An object a window. It knows the time zone of the process only, so that is set: use it for windows of one zone. */
export const openingHours = (windows: readonly WeeklyWindow[], instants: Float64Array): Engine => {
  process.env.TZ = windows[0]?.timezone ?? 'UTC';
  const objects = windows.map((window) => ({ window, hours: new OpeningHours(openingHoursText(window)) }));
  return slowEngine('opening_hours.js, an object a window', instants, (t) => {
    const date = new Date(t * 1_000);
    return objects.some(({ window, hours }) => isActive(window, t) && hours.getState(date));
  });
};

const openingHoursText = ({ access_hours }: WeeklyWindow): string =>
  WEEKDAYS.filter((day) => access_hours[day].length > 0)
    .map((day) => {
      const name = day.slice(0, 1).toUpperCase() + day.slice(1, 2);
      return `${name} ${access_hours[day].map(([start, end]) => `${start}-${end}`).join(',')}`;
    })
    .join('; ');
