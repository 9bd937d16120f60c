import { z } from 'zod';

const handle = (network: string) =>
  z
    .object({ handle: z.string().describe(`Its name on ${network}, without an \`@\`.`) })
    .describe(`The facility on ${network}.`);
export const SocialLinks = z
  .object({
    instagram: handle('Instagram'),
    facebook: handle('Facebook'),
    youtube: handle('YouTube'),
    tiktok: handle('TikTok'),
    linkedin: handle('LinkedIn'),
  })
  .partial();

const inFull = z.string().describe('Its name in full.');

/** As the places provider says it, or as somebody typed it. */
export const PlaceData = z
  .looseObject({
    address_1: z.string().describe('Number and street.'),
    address_2: z.string().describe('What else leads there: a floor, a building.'),
    city: z
      .looseObject({ full_name: inFull, short_name: z.string().describe('Its name as it is abbreviated.') })
      .partial()
      .describe('The town.'),
    country: z
      .looseObject({
        en_full_name: z.string().describe('Its name in English.'),
        full_name: z.string().describe('Its name in its own language.'),
        iso_code: z.string().describe('ISO 3166-1 alpha-2.'),
      })
      .partial()
      .describe('The country.'),
    formatted_address: z.string().describe('The whole address in one line.'),
    google_place_id: z.string().describe('The places provider’s id of the place.'),
    isManual: z.boolean().describe('Whether the address was typed by hand.'),
    postcode: z.string().describe('As the country’s post writes it.'),
    province: z
      .looseObject({ abbreviation: z.string().describe('Its abbreviation, such as `QLD`.'), full_name: inFull })
      .partial()
      .describe('The state or province.'),
  })
  .partial();

/** What is known of where a facility is, as it is stored. */
export const placeOf = ({ place_data }: { readonly place_data: string | null }): z.output<typeof PlaceData> =>
  (place_data === null ? undefined : PlaceData.safeParse(JSON.parse(place_data)).data) ?? {};

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
