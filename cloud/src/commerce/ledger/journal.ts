import { ACCOUNT_KINDS, type AccountKind } from './accounts.ts';
import { decimalOf } from './money.ts';
import type { TransferRow } from './posting.repo.ts';

/** `org#org_1/wallet/EUR` as a plain-text journal calls it: `liabilities:org_1:wallet`. */
const nameOf = (account: string): { readonly name: string; readonly currency: string } => {
  const [owner = '', kind = '', currency = ''] = account.split('/');
  const { nature } = ACCOUNT_KINDS[kind as AccountKind];
  return { name: `${nature}:${owner.slice(owner.indexOf('#') + 1)}:${kind}`, currency };
};

/**
 * Transfers as a journal that `hledger` and its relatives read and balance: what is debited is positive there, as in every book, and
 * what is credited negative.
 */
export const journalOf = (rows: readonly TransferRow[]): string =>
  rows
    .map((row) => {
      const [debit, credit] = [nameOf(row.debit_account), nameOf(row.credit_account)];
      return [
        `${row.day} (${row.id}) ${row.kind}`,
        `    ; key:${row.key}`,
        `    ; about:${row.about}`,
        `    ${debit.name}  ${decimalOf(row.micros)} ${debit.currency}`,
        `    ${credit.name}  ${decimalOf(-row.micros)} ${credit.currency}`,
        '',
        '',
      ].join('\n');
    })
    .join('');
