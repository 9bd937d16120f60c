import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { decimalsOf } from '../../kit/currencies.ts';
import { isIban } from './iban.ts';
import { Country, checkVatId, type Party, partyFields } from './party.ts';
import { hundredthsOf, type TaxRate } from './tax-rate.ts';
import { STANDARD_RATES } from './tax-rates.ts';
import { isInUnion } from './vat-ids.ts';

/** Who runs the platform, as its invoices name them. */
export interface Supplier extends Party {
  /** The number by which its tax office knows it. */
  readonly taxNumber: string | null;
  /** Where it is registered, and under which number. */
  readonly registration: string | null;
  /** Where transfers go. */
  readonly iban: string | null;
  readonly bic: string | null;
  /** Of countries of which we know none, or other ones. */
  readonly rates: Readonly<Record<string, readonly TaxRate[]>>;
  /** Whether it pays the tax of other countries of the Union there. */
  readonly oneStopShop: boolean;
}

const Rate = z.strictObject({ from: z.iso.date(), percent: z.number().min(0).max(100).multipleOf(0.01) });
const SupplierFile = z.strictObject({
  ...partyFields,
  taxNumber: z.string().trim().min(1).max(40).nullable().default(null),
  registration: z.string().trim().min(1).max(200).nullable().default(null),
  iban: z
    .string()
    .transform((text) => text.replaceAll(' ', '').toUpperCase())
    .refine(isIban, 'is no IBAN')
    .nullable()
    .default(null),
  bic: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, 'is no BIC')
    .nullable()
    .default(null),
  rates: z.record(Country, z.array(Rate).min(1).max(50)).default({}),
  oneStopShop: z.boolean().default(false),
});

const NAME = 'INVOICE_SUPPLIER_FILE';

/** Reads who supplies; whatever is wrong joins `problems`. Undefined where nobody says so: then no tax document is made. */
export const readSupplier = (
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Supplier | undefined => {
  const file = env[NAME];
  if (file === undefined) return undefined;
  const wrong = (...what: readonly string[]): undefined => {
    problems.push(...what.map((text) => `${NAME}: ${text}`));
    return undefined;
  };
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return wrong(error instanceof Error ? error.message : 'cannot be read');
  }
  const read = SupplierFile.safeParse(json);
  if (!read.success) return wrong(...read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  const { rates, ...data } = read.data;
  const supplier = checkVatId(data);
  if (supplier === undefined) return wrong(`vatId: is none of ${data.country}`);
  if (supplier.vatId === null && (isInUnion(supplier.country) || supplier.taxNumber === null))
    return wrong('vatId: needed in the European Union; elsewhere a taxNumber does');
  if (rates[supplier.country] === undefined && STANDARD_RATES[supplier.country] === undefined)
    return wrong(`rates: nothing is known of ${supplier.country}: say what holds there`);
  if (decimalsOf(env.BILLING_CURRENCY ?? 'EUR') !== 2)
    return wrong('BILLING_CURRENCY: EN 16931 wants a currency of two decimals');
  return { ...supplier, rates: Object.fromEntries(Object.entries(rates).map(([of, list]) => [of, ratesOf(list)])) };
};

const ratesOf = (list: readonly z.output<typeof Rate>[]): readonly TaxRate[] =>
  list
    .map(({ from, percent }) => ({ from, hundredths: hundredthsOf(percent) }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
