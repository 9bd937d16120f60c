import { z } from 'zod';
import { DAYS, details, LISTED_FIELDS, ListedAddress } from './listed-fields.ts';

export const Link = z
  .object({
    facilityId: z.string(),
    locationId: z.string().describe('The location, as the listings provider calls it.'),
    state: z.enum(['linked', 'removing']).describe('`removing`: a job removes it there, and then here.'),
    seenAt: z.iso.datetime().describe('When it was last put there as it was to be (UTC).'),
  })
  .meta({ id: 'ListingLink' });

const Listed = z
  .object({ name: z.string().describe('What it is called.'), address: ListedAddress, ...details })
  .meta({ id: 'ListedFields' });
/** What others say need not keep our rules. */
const intervals = z.array(
  z.object({ start: z.string().describe('When it opens.'), end: z.string().describe('When it closes.') }),
);
const week = Object.fromEntries(DAYS.map((day) => [day, intervals.describe('When it is open.')])) as Record<
  (typeof DAYS)[number],
  typeof intervals
>;
const Upstream = z
  .object({
    name: z.string().describe('What it is called.'),
    address: ListedAddress,
    phone: z.string().optional().describe('Where customers call.'),
    hours: z.object(week).optional().describe('When it is open in an ordinary week.'),
    holidays: z
      .array(z.object({ date: z.string().describe('The day.'), open: intervals.describe('When it is open then.') }))
      .optional()
      .describe('Days on which that is different.'),
  })
  .meta({ id: 'ListedUpstream' });

export const Location = Link.extend({
  ours: Listed.describe('What it is to say.'),
  upstream: Upstream.nullable().describe('What it says there. Null: it is not there any more.'),
  drift: z.array(z.enum(LISTED_FIELDS)).describe('In which fields it says something else than it is to say.'),
  isPushed: z.boolean().describe('Whether what it is to say is what was last pushed.'),
}).meta({ id: 'ListedLocation' });

export const Listing = z
  .object({
    publisher: z.string().describe('A map, a directory or the like, by the provider’s name for it.'),
    status: z.string().describe('In the provider’s word, such as `LIVE`.'),
    details: z.array(z.string()).describe('What is wrong, or to come, in the provider’s words.'),
    url: z.string().nullable().describe('Where to see it. Null: nowhere yet.'),
  })
  .meta({ id: 'Listing' });

export const A_LINK: z.input<typeof Link> = {
  facilityId: 'fac_0123456789abcdef',
  locationId: 'fac_0123456789abcdef',
  state: 'linked',
  seenAt: '2026-01-01T09:30:00.000Z',
};
export const A_LISTED = {
  name: 'Harbour Gym',
  address: { line1: '1 Quay St', city: 'Brisbane', region: 'QLD', postalCode: '4000', countryCode: 'AU' },
  phone: '+61733334444',
} as const;
export const A_LOCATION: z.input<typeof Location> = {
  ...A_LINK,
  ours: A_LISTED,
  upstream: { ...A_LISTED, name: 'Harbour Gym (old)' },
  drift: ['name'],
  isPushed: true,
};
