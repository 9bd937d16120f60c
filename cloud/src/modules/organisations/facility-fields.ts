import { z } from 'zod';

const handle = z.object({ handle: z.string() });
export const SocialLinks = z
  .object({ instagram: handle, facebook: handle, youtube: handle, tiktok: handle, linkedin: handle })
  .partial();

/** As the places provider says it, or as somebody typed it. */
export const PlaceData = z
  .looseObject({
    address_1: z.string(),
    address_2: z.string(),
    city: z.looseObject({ full_name: z.string(), short_name: z.string() }).partial(),
    country: z
      .looseObject({
        en_full_name: z.string(),
        full_name: z.string(),
        iso_code: z.string().describe('ISO 3166-1 alpha-2.'),
      })
      .partial(),
    formatted_address: z.string(),
    google_place_id: z.string().describe('The places provider’s id of the place.'),
    isManual: z.boolean().describe('Whether the address was typed by hand.'),
    postcode: z.string(),
    province: z.looseObject({ abbreviation: z.string(), full_name: z.string() }).partial(),
  })
  .partial();

const words = z.string().trim().min(1).max(200);
const handleGiven = (where: string) =>
  z
    .strictObject({ handle: z.string().trim().min(1).max(120).describe('The name there, without the address.') })
    .optional()
    .describe(`On ${where}.`);

/** The same as staff give it: bounded, and nothing that we do not know. */
export const SocialLinksGiven = z.strictObject({
  instagram: handleGiven('Instagram'),
  facebook: handleGiven('Facebook'),
  youtube: handleGiven('YouTube'),
  tiktok: handleGiven('TikTok'),
  linkedin: handleGiven('LinkedIn'),
});
export const PlaceGiven = z
  .strictObject({
    address_1: words.describe('Street and number.'),
    address_2: words.describe('Floor, unit, building.'),
    city: z
      .strictObject({ full_name: words.describe('The whole name.'), short_name: words.describe('Its abbreviation.') })
      .partial()
      .describe('The city.'),
    country: z
      .strictObject({
        en_full_name: words.describe('The name in English.'),
        full_name: words.describe('The name in the country’s own language.'),
        iso_code: z
          .string()
          .regex(/^[A-Z]{2}$/, 'must be a country code of ISO 3166-1 alpha-2')
          .describe('ISO 3166-1 alpha-2.'),
      })
      .partial()
      .describe('The country.'),
    formatted_address: words.describe('The whole address on one line.'),
    google_place_id: words.describe('The places provider’s id of the place.'),
    isManual: z.boolean().describe('Whether the address was typed by hand.'),
    postcode: words.describe('The postcode.'),
    province: z
      .strictObject({ abbreviation: words.describe('Its abbreviation.'), full_name: words.describe('The whole name.') })
      .partial()
      .describe('The state or province.'),
  })
  .partial();
