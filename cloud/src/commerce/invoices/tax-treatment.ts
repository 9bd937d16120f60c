import type { Party } from './party.ts';
import type { Supplier } from './supplier.ts';
import { rateOn } from './tax-rate.ts';
import { STANDARD_RATES } from './tax-rates.ts';
import { isInUnion } from './vat-ids.ts';

/** How a supply is taxed, in the words of EN 16931. */
export interface TaxTreatment {
  /** `S` and `Z`: at a rate; `AE`: the customer owes it; `G`: export; `O`: of no concern to the supplier's country. */
  readonly category: 'S' | 'Z' | 'AE' | 'G' | 'O';
  /** Hundredths of a per cent. */
  readonly hundredths: number;
  /** Why there is no tax; null where there is. */
  readonly exemption: { readonly code: string; readonly words: string } | null;
}

const untaxed = (category: TaxTreatment['category'], code: string, words: string): TaxTreatment => ({
  category,
  hundredths: 0,
  exemption: { code, words },
});
const REVERSE_CHARGE = untaxed('AE', 'VATEX-EU-AE', 'Reverse charge: the recipient of the service owes the tax.');
const EXPORT = untaxed('G', 'VATEX-EU-G', 'Export outside the European Union: no tax is charged.');
const OUTSIDE = untaxed('O', 'VATEX-EU-O', 'Not subject to value-added tax here.');

const ofCountry = (supplier: Pick<Supplier, 'rates' | 'country'>, country: string, day: string): TaxTreatment => {
  const hundredths = rateOn(supplier.rates[country] ?? STANDARD_RATES[country] ?? [], day) ?? 0;
  return { category: hundredths === 0 ? 'Z' : 'S', hundredths, exemption: null };
};

/** How what was supplied on a day is taxed: by the customer's country and id, and the rates of that day. */
export const taxTreatment = (supplier: Supplier, customer: Pick<Party, 'country' | 'vatId'>, day: string) => {
  if (customer.country === supplier.country) return ofCountry(supplier, supplier.country, day);
  if (!isInUnion(supplier.country)) return supplier.vatId === null ? OUTSIDE : EXPORT_ELSEWHERE;
  if (!isInUnion(customer.country)) return EXPORT;
  if (customer.vatId !== null) return REVERSE_CHARGE;
  return ofCountry(supplier, supplier.oneStopShop ? customer.country : supplier.country, day);
};
const EXPORT_ELSEWHERE = untaxed('G', 'VATEX-EU-G', 'Export: no tax is charged.');
