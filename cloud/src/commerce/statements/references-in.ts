import { readPaymentReference } from '../billing/billing.module.ts';

/** Two groups of four, as people write them: with a hyphen, a dash, a space, or nothing between. */
const GROUPS = /(?<![0-9A-Za-z])([0-9A-Za-z]{4})[-‐‑–—\s]?([0-9A-Za-z]{4})(?![0-9A-Za-z])/gu;
const CONSIDERED_MAX = 20;

/** What a payer wrote that reads as a reference: `right` have a check letter that fits, `mistyped` would have with another letter. */
export const referencesIn = (
  text: string,
): { readonly right: readonly string[]; readonly mistyped: readonly string[] } => {
  const right = new Set<string>();
  const mistyped = new Set<string>();
  for (const [, before = '', after = ''] of [...text.matchAll(GROUPS)].slice(0, CONSIDERED_MAX)) {
    const read = readPaymentReference(`${before}-${after}`);
    if ('reference' in read) right.add(read.reference);
    else if (read.misread === 'check') mistyped.add(`${before}-${after}`.toUpperCase());
  }
  return { right: [...right], mistyped: [...mistyped] };
};
