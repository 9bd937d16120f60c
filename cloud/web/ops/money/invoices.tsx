import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Form } from '../../kit/form.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { invoiceLabels, invoiceWords } from '../../words/invoices-en.ts';
import { moneyLabels } from '../../words/money-en.ts';
import { useConsole } from '../console.ts';
import { centsIn } from './typed-amount.ts';
import type { TaxDocument } from './wallet-types.ts';

/** The invoices of an owner and what corrected them, each as a file. */
export const Invoices = ({ ownerKey }: { readonly ownerKey: string }) => {
  const { ask } = useConsole();
  return (
    <section class="panel stack" aria-labelledby="invoices-title">
      <h2 id="invoices-title">{invoiceLabels.title}</h2>
      <Pages<TaxDocument>
        of={['billing', 'invoices', ownerKey]}
        what={invoiceLabels.looking}
        empty={<Empty title={invoiceLabels.none}>{invoiceLabels.noneMore}</Empty>}
        read={(after, signal) =>
          ask('GET /api/admin/saas-billing/invoices', { query: { ownerKey, after, limit: 20 } }, { signal })
        }
      >
        {(documents) => (
          <ul class="records">
            {documents.map((document) => (
              <OneDocument key={document.documentId} document={document} />
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
};

const OneDocument = ({ document }: { readonly document: TaxDocument }) => {
  const { documentId, kind, number, totalCents, creditedCents } = document;
  return (
    <li>
      <p>{invoiceWords.document(document)}</p>
      <p>
        <a href={`/api/admin/saas-billing/invoices/${documentId}/invoice.pdf`} download={`${number}.pdf`}>
          {invoiceLabels.file} {number}
        </a>
      </p>
      {kind === 'invoice' && creditedCents < totalCents && (
        <Disclosed summary={invoiceLabels.credit}>
          <CreditNote documentId={documentId} />
        </Disclosed>
      )}
    </li>
  );
};

const NOTHING = { amount: '', reason: '' };

const CreditNote = ({ documentId }: { readonly documentId: string }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft(`credit ${documentId}`, NOTHING, ['amount', 'reason']);
  const { typed, put } = draft;
  const { amount, reason } = typed;
  const [tried, setTried] = useState(false);
  const amountCents = centsIn(amount);
  const isAmount = amount.trim() === '' || (amountCents !== undefined && amountCents > 0);
  const isReason = reason.trim() !== '';
  const make = () =>
    run(async () => {
      setTried(true);
      if (!isAmount || !isReason) return;
      const { approvalId } = await ask(
        'POST /api/admin/saas-billing/invoices/{documentId}/credit-notes',
        { path: { documentId }, body: { reason: reason.trim(), ...(amountCents !== undefined && { amountCents }) } },
        { idempotencyKey: crypto.randomUUID() },
      );
      announcer.say(approvalId === null ? invoiceLabels.credited : invoiceLabels.waits);
      draft.sent();
      setTried(false);
      await queries.invalidateQueries({ queryKey: ['billing'] });
    });
  return (
    <Form send={invoiceLabels.creditNow} busy={busy} error={error} draft={draft} onSend={() => void make()}>
      <TextField
        label={moneyLabels.amount}
        value={amount}
        maxLength={14}
        more={invoiceLabels.creditMore}
        problem={tried && !isAmount ? invoiceLabels.amountWrong : ''}
        onText={(text) => put({ amount: text })}
      />
      <TextField
        label={invoiceLabels.reason}
        value={reason}
        maxLength={500}
        problem={tried && !isReason ? invoiceLabels.reasonMissing : ''}
        onText={(text) => put({ reason: text })}
      />
    </Form>
  );
};
