import type { FacilityDetails } from '../client/platform-api.gen.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hourCycle: 'h23', ...options });
const TIME = format({ hour: '2-digit', minute: '2-digit' });
const TIME_TO_THE_SECOND = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const DAY = format({ weekday: 'short', day: 'numeric', month: 'short' });
const DAY_AND_YEAR = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/**
 * Times as the clocks of a facility show them, by the offsets that its boxes and rules go by: a browser's own tables are
 * wrong for some zones, and it is somewhere else anyhow.
 */
export const facilityTime = ({ offsets }: Pick<FacilityDetails, 'offsets'>) => {
  const changes = offsets.map(({ from, ...rest }) => ({ fromMs: Date.parse(from), ...rest }));
  const at = (ms: number) => changes.findLast(({ fromMs }) => fromMs <= ms) ?? changes[0];
  /** The moment at which clocks of UTC show what those of the facility show now. */
  const shown = (ms: number): number => ms + (at(ms)?.minutes ?? 0) * MINUTE_MS;
  const dayOf = (ms: number): number => Math.floor(shown(ms) / DAY_MS);
  const day = (ms: number, nowMs: number): string => {
    const days = dayOf(ms) - dayOf(nowMs);
    if (days === 0) return '';
    if (days === -1) return 'yesterday';
    if (days === 1) return 'tomorrow';
    const sameYear = new Date(shown(ms)).getUTCFullYear() === new Date(shown(nowMs)).getUTCFullYear();
    return (sameYear ? DAY : DAY_AND_YEAR).format(shown(ms)).replace(',', '');
  };
  /** Where clocks go back a time comes twice: the first is meant. One that they jump over is as far behind the jump. */
  const momentOf = (field: string): number | undefined => {
    const wall = Date.parse(`${field}Z`);
    if (Number.isNaN(wall)) return undefined;
    const fitting = changes
      .map(({ minutes }) => wall - minutes * MINUTE_MS)
      .filter((ms) => shown(ms) === wall)
      .sort((a, b) => a - b);
    return fitting[0] ?? wall - (shown(wall - DAY_MS) - (wall - DAY_MS));
  };
  return {
    /** What people there call the zone now; UTC where no table came, since then all times are. */
    zone: (ms: number): string => at(ms)?.abbreviation ?? 'UTC',
    /** `07:42`. */
    clock: (ms: number): string => TIME.format(shown(ms)),
    /** `07:42:10`. */
    clockToTheSecond: (ms: number): string => TIME_TO_THE_SECOND.format(shown(ms)),
    /** `07:42`, `yesterday 07:42`, `Mon 3 Nov 07:42`: the day where it is another. */
    near: (ms: number, nowMs: number): string => `${day(ms, nowMs)} ${TIME.format(shown(ms))}`.trimStart(),
    /** `Mon 3 Nov 07:42:10`: the day always, and the second. */
    exactly: (ms: number): string =>
      `${DAY.format(shown(ms)).replace(',', '')} ${TIME_TO_THE_SECOND.format(shown(ms))}`,
    /** `Mon 3 Nov`. */
    dayOf: (ms: number): string => DAY.format(shown(ms)).replace(',', ''),
    /** When the clocks change next, as they show it then, by how many minutes and to what; undefined where nothing is known of it. */
    nextChange: (nowMs: number) => {
      const next = changes.find(({ fromMs }) => fromMs > nowMs);
      const before = next && at(next.fromMs - 1);
      if (next === undefined || before === undefined) return undefined;
      const wall = next.fromMs + before.minutes * MINUTE_MS;
      return {
        /** `Sun 4 Oct 2026 02:00`. */
        at: `${DAY_AND_YEAR.format(wall).replace(',', '')} ${TIME.format(wall)}`,
        minutes: next.minutes - before.minutes,
        from: before.abbreviation,
        to: next.abbreviation,
      };
    },
    /** As a field for local times has it: `2026-06-01T07:42`. */
    fieldOf: (ms: number): string => new Date(shown(ms)).toISOString().slice(0, 16),
    /** The moment that such a field means, in milliseconds since 1970; undefined for what is no time. */
    momentOf,
  };
};
/** Times of what belongs to no facility: those of UTC, and called so. */
export const utcTime = facilityTime({ offsets: [] });
export type FacilityTime = ReturnType<typeof facilityTime>;
