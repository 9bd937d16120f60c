import { z } from 'zod';
import { DAYS, type Details, type Listed } from './listed-fields.ts';

const Interval = z.object({ start: z.string(), end: z.string() });
const Day = z.object({ isClosed: z.boolean().optional(), openIntervals: z.array(Interval).optional() });
const Hours = z
  .object(Object.fromEntries(DAYS.map((day) => [day, Day])) as Record<(typeof DAYS)[number], typeof Day>)
  .partial()
  .extend({ holidayHours: z.array(Day.extend({ date: z.string() })).optional() });

/** An entity of the type `location`, as far as it is used here. */
export const Entity = z.object({
  name: z.string().default(''),
  address: z
    .object({
      line1: z.string(),
      line2: z.string(),
      city: z.string(),
      region: z.string(),
      postalCode: z.string(),
      countryCode: z.string(),
    })
    .partial()
    .default({}),
  mainPhone: z.string().optional(),
  hours: Hours.optional(),
});

const openOf = ({ openIntervals = [] }: z.output<typeof Day>) =>
  openIntervals.map(({ start, end }) => ({ start, end }));
const dayOf = (open: readonly z.output<typeof Interval>[]) =>
  open.length === 0 ? { isClosed: true } : { openIntervals: open };

/** What an entity says. */
export const fieldsOf = ({ name, address, mainPhone, hours }: z.output<typeof Entity>): Listed => {
  const week = hours && DAYS.some((day) => hours[day] !== undefined);
  return {
    name,
    address,
    phone: mainPhone,
    hours: week
      ? (Object.fromEntries(DAYS.map((day) => [day, openOf(hours[day] ?? {})])) as Details['hours'])
      : undefined,
    holidays: hours?.holidayHours
      ?.map((day) => ({ date: day.date, open: openOf(day) }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  };
};

/** The parts of an entity that are to say this; what is left out stays there. */
export const entityOf = ({ name, address, phone, hours, holidays }: Partial<Listed>) => {
  const week = hours && Object.fromEntries(DAYS.map((day) => [day, dayOf(hours[day])]));
  const holidayHours = holidays?.map(({ date, open }) => ({ date, ...dayOf(open) }));
  return {
    ...(name !== undefined && { name }),
    ...(address !== undefined && { address }),
    ...(phone !== undefined && { mainPhone: phone }),
    ...((week ?? holidayHours) !== undefined && { hours: { ...week, ...(holidayHours && { holidayHours }) } }),
  };
};
