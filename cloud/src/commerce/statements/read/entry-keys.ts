import { createHash } from 'node:crypto';
import type { BankEntry } from './bank-statement.ts';

/**
 * Gives each entry its key. Files overlap, and the same entry must have the same key in each of them. A bank's own reference alone does
 * not do, for some use one for a payment and its fee: the amount is part of the key. Where there is no reference all that an entry says
 * is; of several that say the very same the first is the first in every file of that day.
 */
export const createEntryKeys = () => {
  const seen = new Map<string, number>();
  return (entry: Omit<BankEntry, 'key'>, part = ''): string => {
    const { bankReference, bookedOn, minor, direction, reversal, text, payer } = entry;
    const content = bankReference === null ? [bookedOn, text, payer] : [bankReference];
    const base = createHash('sha256')
      .update(JSON.stringify([...content, part, minor, direction, reversal]))
      .digest('base64url')
      .slice(0, 32);
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return count === 1 ? base : `${base}~${count}`;
  };
};
