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
const handleGiven = z.strictObject({ handle: z.string().trim().min(1).max(120) }).optional();

/** The same as staff give it: bounded, and nothing that we do not know. */
export const SocialLinksGiven = z.strictObject({
  instagram: handleGiven,
  facebook: handleGiven,
  youtube: handleGiven,
  tiktok: handleGiven,
  linkedin: handleGiven,
});
export const PlaceGiven = z
  .strictObject({
    address_1: words,
    address_2: words,
    city: z.strictObject({ full_name: words, short_name: words }).partial(),
    country: z
      .strictObject({
        en_full_name: words,
        full_name: words,
        iso_code: z.string().regex(/^[A-Z]{2}$/, 'must be a country code of ISO 3166-1 alpha-2'),
      })
      .partial(),
    formatted_address: words,
    google_place_id: words,
    isManual: z.boolean(),
    postcode: words,
    province: z.strictObject({ abbreviation: words, full_name: words }).partial(),
  })
  .partial();
