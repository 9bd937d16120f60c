import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Form } from '../../kit/form.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { invoiceLabels } from '../../words/invoices-en.ts';
import { moneyLabels } from '../../words/money-en.ts';
import { walletLabels, walletWords } from '../../words/wallets-en.ts';
import { useConsole } from '../console.ts';
import { centsIn } from './typed-amount.ts';
import type { TopupInvoice } from './wallet-types.ts';

interface TopupInvoicesProps {
  readonly ownerKey: string;
  readonly invoices: readonly TopupInvoice[];
}

/** What an owner is to pay into the wallet, and has paid. */
export const TopupInvoices = ({ ownerKey, invoices }: TopupInvoicesProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState(false);
  const amountCents = centsIn(amount);
  const isAmount = amountCents !== undefined && amountCents > 0;
  const make = () =>
    run(async () => {
      setTried(true);
      if (!isAmount) return;
      await ask(
        'POST /api/admin/saas-billing/wallets/{ownerKey}/topup-invoices',
        { path: { ownerKey }, body: { amountCents } },
        { idempotencyKey: crypto.randomUUID() },
      );
      announcer.say(walletLabels.made);
      setAmount('');
      setTried(false);
      await queries.invalidateQueries({ queryKey: ['billing', 'wallet', ownerKey] });
    });
  return (
    <section class="panel stack" aria-labelledby="topup-title">
      <h2 id="topup-title">{walletLabels.topup}</h2>
      <Form send={walletLabels.makeTopup} busy={busy} error={error} draft="short" onSend={() => void make()}>
        <TextField
          label={moneyLabels.amount}
          value={amount}
          maxLength={14}
          problem={tried && !isAmount ? walletLabels.amountWrong : ''}
          onText={setAmount}
        />
      </Form>
      {invoices.length === 0 ? (
        <p class="quiet">{walletLabels.noInvoices}</p>
      ) : (
        <ul class="records">
          {invoices.map((invoice) => (
            <OneInvoice key={invoice.invoiceId} invoice={invoice} />
          ))}
        </ul>
      )}
    </section>
  );
};

const OneInvoice = ({ invoice }: { readonly invoice: TopupInvoice }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { invoiceId, reference, state } = invoice;
  const cancel = () =>
    run(async () => {
      await ask(
        'POST /api/admin/saas-billing/topup-invoices/{invoiceId}/cancel',
        { path: { invoiceId } },
        { idempotencyKey: crypto.randomUUID() },
      );
      announcer.say(walletLabels.cancelled);
      await queries.invalidateQueries({ queryKey: ['billing'] });
    });
  return (
    <li>
      <p>{walletWords.invoice(invoice)}</p>
      {state === 'pending' && (
        <p>
          <a href={`/api/admin/saas-billing/topup-invoices/${invoiceId}/invoice.pdf`} download={`${reference}.pdf`}>
            {invoiceLabels.request} {reference}
          </a>
        </p>
      )}
      {state === 'pending' && (
        <ConfirmButton
          label={walletLabels.cancel}
          more={walletLabels.cancelMore}
          busy={busy}
          onConfirmed={() => void cancel()}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};
