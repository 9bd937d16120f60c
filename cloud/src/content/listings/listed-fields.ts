import { createHash } from 'node:crypto';
import { z } from 'zod';
import { placeOf } from '../../platform/organisations/organisations.module.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const INTERVALS_MAX = 4;
const HOLIDAYS_MAX = 50;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 06:30');
const Interval = z
  .strictObject({
    start: time.describe('When it opens, as clocks there show.'),
    end: time.describe('When it closes; before `start`, it is on the next day.'),
  })
  .meta({ id: 'OpenInterval' });
const intervals = z.array(Interval).max(INTERVALS_MAX);

export const Hours = z
  .strictObject(
    Object.fromEntries(
      DAYS.map((day) => [day, intervals.default([]).describe('When it is open; empty where it is closed.')]),
    ) as Record<(typeof DAYS)[number], z.ZodDefault<typeof intervals>>,
  )
  .meta({ id: 'OpenHours' });
export const Holidays = z
  .array(
    z
      .strictObject({
        date: z.iso.date().describe('The day.'),
        open: intervals.describe('When it is open on that day; empty where it is closed.'),
      })
      .meta({ id: 'HolidayHours' }),
  )
  .max(HOLIDAYS_MAX);
const Phone = z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a phone number of E.164, such as +61733334444');

/** What somebody says of a facility for its listings, which is kept here for that. */
export const details = {
  phone: Phone.optional().describe('Where customers call: E.164.'),
  hours: Hours.optional().describe('When it is open in an ordinary week.'),
  holidays: Holidays.optional().describe(`Days on which that is different: ${HOLIDAYS_MAX} at most.`),
};
export type Details = z.output<z.ZodObject<typeof details>>;

const part = z.string().optional();
export const ListedAddress = z
  .object({
    line1: part.describe('Street and number.'),
    line2: part.describe('Floor, unit, building.'),
    city: part.describe('The city.'),
    region: part.describe('The state or province.'),
    postalCode: part.describe('The postcode.'),
    countryCode: part.describe('ISO 3166-1 alpha-2.'),
  })
  .meta({ id: 'ListedAddress' });

/** What a location says. Left out: nobody has said it. */
export interface Listed {
  readonly name: string;
  readonly address: z.output<typeof ListedAddress>;
  readonly phone?: string | undefined;
  readonly hours?: Details['hours'];
  readonly holidays?: Details['holidays'];
}
export const LISTED_FIELDS = ['name', 'address', 'phone', 'hours', 'holidays'] as const;
export type ListedField = (typeof LISTED_FIELDS)[number];

/** Without what is undefined, the same text for what is the same. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';

/** What the location of a facility is to say. */
export const listedOf = (
  facility: Pick<Facility, 'name' | 'place_data'>,
  { phone, hours, holidays }: Details,
): Listed => {
  const place = placeOf(facility);
  return {
    name: facility.name,
    address: {
      line1: place.address_1,
      line2: place.address_2,
      city: place.city?.full_name,
      region: place.province?.abbreviation ?? place.province?.full_name,
      postalCode: place.postcode,
      countryCode: place.country?.iso_code,
    },
    phone,
    hours,
    holidays: holidays?.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  };
};

const addressDiffers = (ours: Listed['address'], theirs: Listed['address']): boolean =>
  Object.entries(ours).some(
    ([name, value]) => value !== undefined && value !== (theirs[name as keyof Listed['address']] ?? ''),
  );

/** Where the location says something else than it is to say. What nobody here has said is not looked at. */
export const driftOf = (ours: Listed, theirs: Listed): readonly ListedField[] =>
  LISTED_FIELDS.filter((field) => {
    if (field === 'address') return addressDiffers(ours.address, theirs.address);
    return ours[field] !== undefined && textOf(ours[field]) !== textOf(theirs[field]);
  });

export const hashOf = (listed: Listed): string => createHash('sha256').update(textOf(listed)).digest('hex');
