import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import type { Door } from '../../sites/doors/doors.module.ts';
import type { CalendarOf, CalendarStretch } from '../access/access.module.ts';
import { type CalendarDay, localTimeAt } from './calendar-days.ts';

/** As many as an answer takes that is written at once, while nobody else has a turn. */
const STRETCHES_MAX = 10_000;
export const DOORS_MAX = 100;
/** So much of a door is made in one go: a quarter of a day of the most broken up windows takes some ms. */
const PIECE_S = 6 * 3_600;

const StretchView = z.object({
  from: z.iso.datetime().describe('Where it begins, inclusive (UTC).'),
  until: z.iso.datetime().describe('Where it ends, exclusive: the beginning of the next one (UTC).'),
  localFrom: z
    .string()
    .describe('What the facility’s clock shows at its beginning. The same time twice where clocks go back.'),
  localUntil: z.string().describe('What the facility’s clock shows at its end.'),
  verdict: z.enum(['allowed', 'denied']).describe('Whether the door opens to them.'),
  reason: z.string().describe('`granted`, or why not, by the access reasons.'),
  via: z
    .string()
    .optional()
    .describe('What opens: a `permanent_grant`, a `plan`, one in its days of `grace`, a `window`.'),
  source: z
    .object({ partnerId: z.string(), name: z.string().describe('What the partner is called.') })
    .optional()
    .describe('Whose plan or window opens. Left out where staff’s own grant does, and of what stays closed.'),
});

/** How a caller reads it. */
export const CalendarView = z
  .object({
    timezone: z.string().describe('The facility’s: by whose clock days and local times are.'),
    days: z
      .array(
        z.object({
          date: z.iso.date().describe('The local date.'),
          minutes: z
            .int()
            .nonnegative()
            .describe('How long that day is there: 1,440, but 1,380 or 1,500 where clocks change by an hour.'),
        }),
      )
      .describe('The days, in order.'),
    doors: z
      .array(
        z.object({
          doorId: z.string(),
          name: z.string().describe('What it is called.'),
          stretches: z
            .array(StretchView)
            .describe('In order and without gaps: each is answered otherwise than the one before.'),
        }),
      )
      .describe('The door that was asked for, or the doors of the facility by name.'),
    more: z
      .boolean()
      .describe(
        `There is more than one answer takes, ${DOORS_MAX} doors and ${STRETCHES_MAX.toLocaleString('en')} stretches: ask for a door by itself, or for fewer days.`,
      ),
  })
  .meta({ id: 'AccessCalendar' });

export const A_CALENDAR: z.input<typeof CalendarView> = {
  timezone: 'Europe/Berlin',
  days: [{ date: '2026-10-25', minutes: 1_500 }],
  doors: [
    {
      doorId: 'door_0123456789abcdef',
      name: 'Front door',
      stretches: [
        {
          from: '2026-10-24T22:00:00.000Z',
          until: '2026-10-25T05:00:00.000Z',
          localFrom: '2026-10-25T00:00:00',
          localUntil: '2026-10-25T06:00:00',
          verdict: 'denied',
          reason: 'outside_hours',
        },
        {
          from: '2026-10-25T05:00:00.000Z',
          until: '2026-10-25T23:00:00.000Z',
          localFrom: '2026-10-25T06:00:00',
          localUntil: '2026-10-26T00:00:00',
          verdict: 'allowed',
          reason: 'granted',
          via: 'window',
          source: { partnerId: 'ptr_0123456789abcdef', name: 'Acme Members' },
        },
      ],
    },
  ],
  more: false,
};

/** The calendar of somebody at these doors: a quarter of a day of a door at a time, and whatever waits goes in between. */
export const viewOfCalendar = async (
  calendar: CalendarOf,
  days: readonly CalendarDay[],
  doors: readonly Pick<Door, 'id' | 'name'>[],
): Promise<z.output<typeof CalendarView>> => {
  const shown: z.output<typeof CalendarView>['doors'] = [];
  let left = STRETCHES_MAX;
  let isWhole = doors.length <= DOORS_MAX;
  for (const { id, name } of doors.slice(0, DOORS_MAX)) {
    const found = await stretchesOf(calendar, days, id);
    if (found.length > left) isWhole = false;
    if (found.length > left && shown.length > 0) break;
    const stretches = found.slice(0, left).map((stretch) => viewOfStretch(calendar, stretch));
    shown.push({ doorId: id, name, stretches });
    left -= stretches.length;
  }
  return {
    timezone: calendar.zone.name,
    days: days.map(({ date, fromS, toS }) => ({ date, minutes: Math.round((toS - fromS) / 60) })),
    doors: shown,
    more: !isWhole,
  };
};

const stretchesOf = async (
  calendar: CalendarOf,
  days: readonly CalendarDay[],
  doorId: Door['id'],
): Promise<readonly CalendarStretch[]> => {
  const found: CalendarStretch[] = [];
  const endS = days.at(-1)?.toS ?? 0;
  for (let fromS = days[0]?.fromS ?? 0; fromS < endS; fromS += PIECE_S) {
    for (const stretch of calendar.stretchesAt(doorId, { fromS, toS: Math.min(fromS + PIECE_S, endS) })) {
      const last = found.at(-1);
      if (last !== undefined && last.decision === stretch.decision && last.toS === stretch.fromS)
        found[found.length - 1] = { ...last, toS: stretch.toS };
      else found.push(stretch);
    }
    await yieldToEventLoop();
  }
  return found;
};

const viewOfStretch = ({ zone }: CalendarOf, { fromS, toS, decision, source }: CalendarStretch) => ({
  from: isoOf(fromS * 1_000),
  until: isoOf(toS * 1_000),
  localFrom: localTimeAt(zone, fromS),
  localUntil: localTimeAt(zone, toS),
  verdict: decision.allowed ? ('allowed' as const) : ('denied' as const),
  reason: decision.reason,
  ...(decision.allowed && { via: decision.via }),
  ...(source && { source }),
});
