import { decimalOf } from '../../commerce/ledger/ledger.module.ts';
import { amountText } from '../../kit/currencies.ts';
import type { PdfDocument } from '../../kit/documents/document.ts';
import type { Block } from '../../kit/markdown/blocks.ts';

const LANGUAGE = 'en';
const heading = (text: string): Block => ({ is: 'heading', level: 1, parts: [{ is: 'text', text }] });
const paragraph = (text: string): Block => ({ is: 'paragraph', parts: [{ is: 'text', text }] });

/** All that stands on a receipt. */
export interface Receipt {
  readonly number: string;
  readonly kind: 'topup' | 'refund';
  readonly facility: string;
  readonly organisation: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly method: 'card' | 'bank transfer';
  /** ms since 1970. */
  readonly at: number;
  readonly about: string;
  readonly transactionId: string;
}

export const receiptDocument = (receipt: Receipt): PdfDocument => {
  const isRefund = receipt.kind === 'refund';
  const title = `${isRefund ? 'Refund' : 'Receipt'} ${receipt.number}`;
  const date = new Date(receipt.at).toISOString().slice(0, 10);
  return {
    title,
    author: receipt.organisation,
    language: LANGUAGE,
    madeAtMs: receipt.at,
    foot: `${title}: ${receipt.transactionId}`,
    parts: [
      heading(title),
      paragraph(
        isRefund
          ? 'This amount of prepaid credit for AI models was given back.'
          : 'This amount was received for prepaid credit for AI models.',
      ),
      {
        is: 'facts',
        facts: [
          { name: 'For', value: `${receipt.facility}, ${receipt.organisation}` },
          { name: 'Amount', value: amountText(receipt.amountCents, receipt.currency) },
          { name: 'Date (UTC)', value: date },
          { name: isRefund ? 'Given back by' : 'Paid by', value: receipt.method },
          { name: 'Reference', value: receipt.about },
          { name: 'Transaction', value: receipt.transactionId },
        ],
      },
    ],
  };
};

export interface StatementRow {
  readonly day: string;
  readonly what: string;
  readonly micros: number;
}
/** All that stands on a statement. */
export interface Statement {
  readonly month: string;
  readonly facility: string;
  readonly organisation: string;
  readonly currency: string;
  readonly openingMicros: number;
  readonly rows: readonly StatementRow[];
  readonly closingMicros: number;
  /** Whether nothing of it changes any more. */
  readonly final: boolean;
  /** ms since 1970. */
  readonly madeAt: number;
}

export const statementDocument = (statement: Statement): PdfDocument => {
  const { month, currency, rows, openingMicros, closingMicros } = statement;
  const title = `AI credit, ${month}`;
  const money = (micros: number) => `${decimalOf(micros)} ${currency}`;
  return {
    title,
    author: statement.organisation,
    language: LANGUAGE,
    madeAtMs: statement.madeAt,
    foot: `${title}: ${statement.facility}`,
    parts: [
      heading(title),
      paragraph(`${statement.facility}, ${statement.organisation}. Days are those of UTC.`),
      ...(statement.final ? [] : [paragraph('The month is not closed yet: this is how it stands so far.')]),
      {
        is: 'facts',
        facts: [
          { name: 'Opening balance', value: money(openingMicros) },
          ...rows.map(({ day, what, micros }) => ({ name: `${day}, ${what}`, value: money(micros) })),
          { name: 'Closing balance', value: money(closingMicros) },
        ],
      },
    ],
  };
};
