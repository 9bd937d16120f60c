import type { OwnersTaxData } from './wallet-types.ts';

type TaxData = NonNullable<OwnersTaxData['taxData']>;
/** As people type it: lines with semicolons between, and nothing where there is none. */
export type TypedTaxData = Readonly<Record<keyof TaxData, string>>;

export const typedTaxData = (data: TaxData | null): TypedTaxData => ({
  name: data?.name ?? '',
  lines: data?.lines.join('; ') ?? '',
  postcode: data?.postcode ?? '',
  city: data?.city ?? '',
  country: data?.country ?? '',
  vatId: data?.vatId ?? '',
  email: data?.email ?? '',
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Undefined where something is missing. */
export const taxDataOf = ({
  name,
  lines,
  postcode,
  city,
  country,
  vatId,
  email,
}: TypedTaxData): TaxData | undefined => {
  const above = lines
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (name.trim() === '' || city.trim() === '' || above.length === 0 || !/^[A-Z]{2}$/.test(country.trim()))
    return undefined;
  return {
    name: name.trim(),
    lines: above,
    postcode: orNull(postcode),
    city: city.trim(),
    country: country.trim(),
    vatId: orNull(vatId),
    email: orNull(email),
  };
};
