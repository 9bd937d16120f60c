import {
  type BankEntry,
  type BankStatement,
  checkBalances,
  ENTRIES_MAX,
  malformed,
  oneLineOf,
  payerOf,
  wrong,
} from './bank-statement.ts';
import { createEntryKeys } from './entry-keys.ts';
import { minorOf } from './minor-of.ts';
import { all, type Element, first, readXml, textAt } from './xml.ts';

/** Every version of the customer's statement: bank-to-customer statement of ISO 20022. */
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/;

/** Reads a CAMT.053 file: one statement or more, of one account each. Throws what is wrong with it. */
export const readCamt = (text: string): readonly BankStatement[] => {
  const { name, namespaces, root } = readXml(text);
  if (name !== 'Document' || !namespaces.some((uri) => NAMESPACE.test(uri)))
    throw malformed('The root must be Document, in a namespace of camt.053.');
  const statements = all(root, 'BkToCstmrStmt', 'Stmt');
  if (statements.length === 0) throw malformed('The file has no statement (Stmt).', '/BkToCstmrStmt');
  let entries = 0;
  return statements.map((statement, i) => {
    const read = statementOf(statement, `/Stmt[${i + 1}]`);
    entries += read.entries.length;
    if (entries > ENTRIES_MAX) throw wrong('/', 'too_many_entries', `A file has ${ENTRIES_MAX} entries at most.`);
    return read;
  });
};

const statementOf = (statement: Element, path: string): BankStatement => {
  const account = textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id');
  if (account === undefined || account.length > 34)
    throw wrong(`${path}/Acct/Id`, 'account', 'The statement must name its account, in 34 characters at most.');
  const balances = all(statement, 'Bal');
  const [balance] = balances;
  const currency =
    textAt(statement, 'Acct', 'Ccy') ??
    (balance && first(balance, 'Amt')?.attributes.Ccy) ??
    currencyOfEntry(statement);
  if (currency === undefined) throw wrong(`${path}/Acct/Ccy`, 'currency', 'The statement must name its currency.');
  const balanceOf = (codes: readonly string[], last: boolean): number => {
    for (const code of codes) {
      const found = balances
        .map((one, i) => ({ one, at: `${path}/Bal[${i + 1}]` }))
        .filter(({ one }) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code);
      const taken = last ? found.at(-1) : found[0];
      if (taken !== undefined) return signedAmount(taken.one, currency, taken.at);
    }
    throw wrong(`${path}/Bal`, 'balance_missing', `The statement has no balance of ${codes.join(', ')}.`);
  };
  const keyOf = createEntryKeys();
  const read: BankStatement = {
    statementId: textAt(statement, 'Id') ?? '',
    account: account.replaceAll(' ', ''),
    currency,
    // A statement of several pages begins and ends between with an interim balance.
    openingMinor: balanceOf(['OPBD', 'PRCD', 'ITBD'], false),
    closingMinor: balanceOf(['CLBD', 'ITBD'], true),
    entries: all(statement, 'Ntry').flatMap((entry, i) => entriesOf(entry, currency, `${path}/Ntry[${i + 1}]`, keyOf)),
  };
  checkBalances(read, path);
  return read;
};

const currencyOfEntry = (statement: Element): string | undefined => first(statement, 'Ntry', 'Amt')?.attributes.Ccy;

const directionOf = (element: Element, path: string): 'credit' | 'debit' => {
  const said = textAt(element, 'CdtDbtInd');
  if (said !== 'CRDT' && said !== 'DBIT') throw wrong(`${path}/CdtDbtInd`, 'direction', 'It must be CRDT or DBIT.');
  return said === 'CRDT' ? 'credit' : 'debit';
};
const amountOf = (amount: Element | undefined, currency: string, path: string): number => {
  if (amount === undefined) throw wrong(path, 'amount', 'There is no amount.');
  if (amount.attributes.Ccy !== currency)
    throw wrong(path, 'currency', `The amount must be in the account’s currency, ${currency}.`);
  return minorOf(amount.text.trim(), currency, path);
};
const signedAmount = (element: Element, currency: string, path: string): number => {
  const minor = amountOf(first(element, 'Amt'), currency, `${path}/Amt`);
  return directionOf(element, path) === 'credit' ? minor : -minor;
};

/** `Sts` is a code in older versions, and holds one in newer. */
const isBooked = (entry: Element): boolean => (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) === 'BOOK';

const dayOf = (entry: Element, path: string): string => {
  const said = textAt(entry, 'BookgDt', 'Dt') ?? textAt(entry, 'BookgDt', 'DtTm') ?? textAt(entry, 'ValDt', 'Dt');
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(said ?? '') ?? [];
  if (day === undefined || new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) !== day)
    throw wrong(`${path}/BookgDt`, 'date', 'The day of booking must be a date.');
  return day;
};

type KeyOf = ReturnType<typeof createEntryKeys>;

/** One payment, or each of those that the bank booked together. What is pending, or only told of, is none. */
const entriesOf = (entry: Element, currency: string, path: string, keyOf: KeyOf): readonly BankEntry[] => {
  if (!isBooked(entry)) return [];
  const whole = {
    bankReference: textAt(entry, 'AcctSvcrRef') ?? null,
    bookedOn: dayOf(entry, path),
    minor: amountOf(first(entry, 'Amt'), currency, `${path}/Amt`),
    direction: directionOf(entry, path),
    reversal: ['true', '1'].includes(textAt(entry, 'RvslInd') ?? ''),
  };
  const details = all(entry, 'NtryDtls', 'TxDtls');
  const amounts = details.map((detail) => first(detail, 'Amt') ?? first(detail, 'AmtDtls', 'TxAmt', 'Amt'));
  if (details.length < 2 || amounts.some((amount) => amount === undefined)) {
    const said = {
      text: oneLineOf([
        ...details.flatMap(textsOf),
        ...(details.length === 0 ? [textAt(entry, 'AddtlNtryInf') ?? ''] : []),
      ]),
      payer: payerOf(details.length === 1 ? details.map(payerNameOf)[0] : undefined),
    };
    return [{ ...whole, ...said, key: keyOf({ ...whole, ...said }) }];
  }
  const parts = details.map((detail, i) => {
    const at = `${path}/NtryDtls/TxDtls[${i + 1}]`;
    const direction = first(detail, 'CdtDbtInd') === undefined ? whole.direction : directionOf(detail, at);
    const part = {
      ...whole,
      bankReference: textAt(detail, 'Refs', 'AcctSvcrRef') ?? whole.bankReference,
      minor: amountOf(amounts[i], currency, `${at}/Amt`),
      direction,
      text: oneLineOf(textsOf(detail)),
      payer: payerOf(payerNameOf(detail)),
    };
    return { ...part, key: keyOf(part, `${i}`) };
  });
  const sum = parts.reduce(
    (total, { minor, direction }) => total + (direction === whole.direction ? minor : -minor),
    0,
  );
  if (sum !== whole.minor)
    throw wrong(
      `${path}/NtryDtls`,
      'details_sum',
      `The details come to ${sum}, and the entry to ${whole.minor} (minor units).`,
    );
  return parts;
};

const textsOf = (detail: Element): readonly string[] =>
  [
    ...all(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...all(detail, 'RmtInf', 'Ustrd'),
    ...all(detail, 'Refs', 'EndToEndId'),
  ]
    .map(({ text }) => text)
    .filter((text) => text !== 'NOTPROVIDED');

/** The name is within `Pty` in newer versions. */
const payerNameOf = (detail: Element): string | undefined =>
  textAt(detail, 'RltdPties', 'Dbtr', 'Nm') ?? textAt(detail, 'RltdPties', 'Dbtr', 'Pty', 'Nm');
