import type { FacilityDetails } from '../client/platform-api.gen.ts';

/** Where a facility is, in one line; undefined where nobody has said. */
export const addressLine = (place: FacilityDetails['placeData']): string | undefined => {
  if (place === null) return undefined;
  const { formatted_address, address_1, address_2, city, province, postcode, country } = place;
  if (formatted_address) return formatted_address;
  const town = [postcode, city?.full_name ?? city?.short_name, province?.abbreviation ?? province?.full_name];
  const parts = [address_2, address_1, town.filter(Boolean).join(' '), country?.en_full_name ?? country?.full_name];
  return parts.filter(Boolean).join(', ') || undefined;
};
