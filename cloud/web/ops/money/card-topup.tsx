import { useEffect, useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Form } from '../../kit/form.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { moneyLabels } from '../../words/money-en.ts';
import { walletLabels, walletWords } from '../../words/wallets-en.ts';
import { useConsole } from '../console.ts';
import { centsIn } from './typed-amount.ts';
import type { CardTopupState } from './wallet-types.ts';

const LEAST_CENTS = 500;
const MOST_CENTS = 1_000_000;

interface CardTopupProps {
  readonly ownerKey: string;
  /** The one that somebody has come back from; undefined where nobody has. */
  readonly begun: string | undefined;
}

/** Money for a wallet by card, which is typed in at the provider's page and nowhere else. */
export const CardTopup = ({ ownerKey, begun }: CardTopupProps) => {
  const { ask } = useConsole();
  const { busy, error, run } = useAttempt();
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState(false);
  const [isOver, setOver] = useState(false);
  const amountCents = centsIn(amount);
  const isAmount = amountCents !== undefined && amountCents >= LEAST_CENTS && amountCents <= MOST_CENTS;
  const begin = () =>
    run(async () => {
      setTried(true);
      setOver(false);
      if (!isAmount) return;
      const { url } = await ask(
        'POST /api/admin/saas-billing/wallets/{ownerKey}/topups',
        { path: { ownerKey }, body: { amountCents } },
        { idempotencyKey: crypto.randomUUID() },
      );
      // A provider that is played is on this machine.
      if (url !== null && /^(?:https:|http:\/\/127\.0\.0\.1[:/])/.test(url)) location.assign(url);
      else setOver(true);
    });
  return (
    <section class="panel stack" aria-labelledby="card-topup-title">
      <h2 id="card-topup-title">{walletLabels.byCard}</h2>
      <p>{walletLabels.byCardMore}</p>
      {begun !== undefined && <Came key={begun} topupId={begun} />}
      <Form
        send={walletLabels.byCardNow}
        busy={busy}
        error={error}
        draft="short"
        onSend={() => void begin()}
        after={isOver && <p role="alert">{walletLabels.pageOver}</p>}
      >
        <TextField
          label={moneyLabels.amount}
          value={amount}
          maxLength={9}
          problem={tried && !isAmount ? walletLabels.cardAmountWrong : ''}
          onText={setAmount}
        />
      </Form>
    </section>
  );
};

/** What came of the one that somebody has come back from: it is asked at once, and again while nobody knows. */
const Came = ({ topupId }: { readonly topupId: string }) => {
  const { ask, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [state, setState] = useState<CardTopupState>();
  const look = () =>
    run(async () => {
      const path = { topupId };
      const found = await ask(
        'POST /api/admin/saas-billing/topups/{topupId}/confirm',
        { path },
        { idempotencyKey: crypto.randomUUID() },
      );
      setState(found.state);
      await queries.invalidateQueries({ queryKey: ['billing'] });
    });
  useEffect(() => void look(), []);
  return (
    <>
      <p role="status">{state === undefined ? walletLabels.lookingAtTopup : walletWords.cardTopup(state)}</p>
      {(state === 'open' || error !== undefined) && (
        <div>
          <button type="button" aria-disabled={busy} onClick={() => void look()}>
            {walletLabels.lookAgain}
          </button>
        </div>
      )}
      {error !== undefined && <Failed error={error} />}
    </>
  );
};
