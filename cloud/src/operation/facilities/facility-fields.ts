import { z } from 'zod';
import { PlaceData, SocialLinks } from '../../platform/organisations/organisations.module.ts';

const many = z.int().nonnegative();

/** A facility in a list: which it is, and how it does at this moment. */
export const FacilityListed = z
  .object({
    facilityId: z.string(),
    name: z.string().describe('What it is called.'),
    brand: z.string().nullable().describe('The brand that it goes by; null: none.'),
    organisationId: z.string(),
    timezone: z.string().describe('The IANA name of the time zone that it lies in.'),
    template: z.boolean().describe('Whether nobody has filled in its details yet.'),
    doors: z
      .object({
        total: many.describe('How many doors it has.'),
        online: many.describe('How many of them are heard of, through their box, at this moment.'),
        open: many.describe('How many of those stand open, by their contacts.'),
      })
      .describe('Its doors, those that were removed left out.'),
    boxes: z
      .object({
        total: many.describe('How many boxes it has.'),
        online: many.describe('How many of them are heard of at this moment.'),
      })
      .describe('Its boxes, those that were retired left out.'),
    warningsOpen: many.describe('How many warnings are open.'),
    lockdowns: many.describe('How many lockdowns that were ordered here stand.'),
  })
  .meta({ id: 'FacilityListed' });

export const FacilityDetails = FacilityListed.extend({
  websiteUrl: z.string().nullable().describe('Its own page; null: nobody has said.'),
  latitude: z.number().nullable().describe('Degrees, north positive; null: nobody has said.'),
  longitude: z.number().nullable().describe('Degrees, east positive; null: nobody has said.'),
  socialLinks: SocialLinks.nullable().describe('Where it is on social networks; null: nobody has said.'),
  placeData: PlaceData.nullable().describe('Its address; null: nobody has said.'),
  offsets: z
    .array(
      z.object({
        from: z.iso.datetime().describe('From when on (UTC). Of the first: two years ago, if it was so before.'),
        minutes: z.int().describe('Minutes east of UTC.'),
        abbreviation: z
          .string()
          .describe(
            'What people there call it, such as `AEST`; in digits, such as `+10`, where letters are not known.',
          ),
      }),
    )
    .describe('What clocks show there from two years ago until in two years, as boxes and rules go by it.'),
}).meta({ id: 'FacilityDetails' });

export const EXAMPLE_FACILITY: z.input<typeof FacilityDetails> = {
  facilityId: 'fac_0123456789abcdef',
  name: 'Riverside Strength Brisbane',
  brand: 'Riverside Strength',
  organisationId: 'org_0123456789abcdef',
  timezone: 'Australia/Brisbane',
  template: false,
  doors: { total: 6, online: 5, open: 1 },
  boxes: { total: 2, online: 2 },
  warningsOpen: 1,
  lockdowns: 0,
  websiteUrl: 'https://riverside.example',
  latitude: -27.4698,
  longitude: 153.0251,
  socialLinks: { instagram: { handle: 'riverside.strength' } },
  placeData: { address_1: '12 River Lane', postcode: '4000', isManual: true },
  offsets: [{ from: '2024-01-01T09:30:00.000Z', minutes: 600, abbreviation: 'AEST' }],
};
