/** The country of an address as it is stored, in capitals; empty where nobody has said. */
export const countryOf = (placeData: string | null): string => {
  const place: { readonly country?: { readonly iso_code?: unknown } } | null = JSON.parse(placeData ?? 'null');
  const code = place?.country?.iso_code;
  return typeof code === 'string' ? code.toUpperCase() : '';
};
