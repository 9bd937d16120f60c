let currencies: ReadonlySet<string> | undefined;
/** Whether ISO 4217 has this code, as far as the runtime knows. */
export const isCurrency = (code: string): boolean => {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return currencies.has(code);
};

const decimals = new Map<string, number>();
/** How many decimals the minor unit of a currency stands for: 2 for EUR, 0 for JPY. */
export const decimalsOf = (currency: string): number => {
  const known =
    decimals.get(currency) ??
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2;
  decimals.set(currency, known);
  return known;
};

/** An amount for people to read, such as `EUR 42.00`. */
export const amountText = (minor: number, currency: string): string => {
  const form = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  return form.format(minor / 10 ** decimalsOf(currency)).replace(/\s/g, ' ');
};
