import type { Charge, ChargeOverride, ChargesConfig } from '../../client/platform-api.gen.ts';
import { chargeLabels } from '../../words/charges-en.ts';

/** A charge as somebody types it. */
export interface TypedCharge extends Pick<Charge, 'key' | 'label' | 'currency' | 'per' | 'active'> {
  readonly amount: string;
  readonly period: NonNullable<Charge['period']>;
  readonly tax: string;
}
export interface TypedOverride {
  readonly facilityId: string;
  readonly key: string;
  /** Empty: as the organisation charges. */
  readonly amount: string;
  readonly disabled: boolean;
}

const AMOUNT_MAX = 1_000_000_000;

/** How many places a currency has behind the point; 2 for what is none. */
const placesOf = (currency: string): number => {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
};

/** `5990` of a currency with two places: `59.90`. */
export const amountText = (amountMinor: number, currency: string): string => {
  const places = placesOf(currency);
  const digits = String(amountMinor).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
};

/** The same the other way round; undefined for what is no amount of the currency. Reckoned in digits, so that nothing is rounded. */
export const amountIn = (text: string, currency: string): number | undefined => {
  const places = placesOf(currency);
  const [, whole = '', part = ''] = /^(\d{1,10})(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  if (whole === '' || part.length > places) return undefined;
  const minor = Number(whole + part.padEnd(places, '0'));
  return minor <= AMOUNT_MAX ? minor : undefined;
};

export const EMPTY_CHARGE: TypedCharge = {
  ...{ key: '', label: '', amount: '', currency: 'AUD', per: 'club', period: 'month', tax: '0', active: true },
};
export const EMPTY_OVERRIDE: TypedOverride = { facilityId: '', key: '', amount: '', disabled: false };

export const typedCharges = ({ charges }: ChargesConfig): readonly TypedCharge[] =>
  charges.map(({ key, label, amountMinor, currency, per, period, taxBasisPoints, active }) => ({
    ...{ key, label, currency, per, active, period: period ?? 'month' },
    ...{ amount: amountText(amountMinor, currency), tax: String(taxBasisPoints / 100) },
  }));

const currencyOf = (charges: readonly { readonly key: string; readonly currency: string }[], key: string): string =>
  charges.find((charge) => charge.key === key)?.currency ?? '';

export const typedOverrides = ({ charges, overrides }: ChargesConfig): readonly TypedOverride[] =>
  overrides.map(({ facilityId, key, amountMinor, disabled = false }) => ({
    ...{ facilityId, key, disabled },
    amount: amountMinor === undefined ? '' : amountText(amountMinor, currencyOf(charges, key)),
  }));

const taxIn = (text: string): number | undefined => {
  const points = /^\d{1,3}(?:\.\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text) * 100) : Number.NaN;
  return points <= 10_000 ? points : undefined;
};

/** What is wrong with a charge among others, field by field; all empty where nothing is. */
export const chargeProblems = ({ key, label, amount, currency, tax }: TypedCharge, all: readonly TypedCharge[]) => ({
  key:
    /^[a-z][a-z0-9-]{0,39}$/.test(key) && all.filter((one) => one.key === key).length === 1
      ? ''
      : chargeLabels.keyWrong,
  label: label.trim() === '' ? chargeLabels.labelMissing : '',
  amount: amountIn(amount, currency) === undefined ? chargeLabels.amountWrong : '',
  currency: /^[A-Z]{3}$/.test(currency) ? '' : chargeLabels.currencyWrong,
  tax: taxIn(tax) === undefined ? chargeLabels.taxWrong : '',
});

/** What is wrong with a difference, in words; empty where nothing is. */
export const overrideProblem = (
  { facilityId, key, amount, disabled }: TypedOverride,
  charges: readonly TypedCharge[],
): string => {
  if (facilityId === '' || !charges.some((charge) => charge.key === key)) return chargeLabels.labelMissing;
  if (amount.trim() === '') return disabled ? '' : chargeLabels.amountWrong;
  return amountIn(amount, currencyOf(charges, key)) === undefined ? chargeLabels.amountWrong : '';
};

/** What is sent, of charges and differences in which nothing is wrong. */
export const chargesOf = (
  charges: readonly TypedCharge[],
  overrides: readonly TypedOverride[],
): { readonly charges: readonly Charge[]; readonly overrides: readonly ChargeOverride[] } => ({
  charges: charges.map(({ key, label, amount, currency, per, period, tax, active }) => ({
    ...{ key, label: label.trim(), amountMinor: amountIn(amount, currency) ?? 0, currency, per, active },
    ...{ period: per === 'once' ? null : period, taxBasisPoints: taxIn(tax) ?? 0 },
  })),
  overrides: overrides.map(({ facilityId, key, amount, disabled }) => {
    const amountMinor = amountIn(amount, currencyOf(charges, key));
    return { facilityId, key, disabled, ...(amountMinor !== undefined && { amountMinor }) };
  }),
});
