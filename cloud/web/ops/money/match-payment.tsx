import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { walletLabels, walletWords } from '../../words/wallets-en.ts';
import { useConsole } from '../console.ts';
import { centsIn } from './typed-amount.ts';

const NOTHING = { reference: '', amount: '', force: false };

/** A payment that came in, by its reference. */
export const MatchPayment = () => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft('match', NOTHING, ['reference', 'amount', 'force']);
  const { typed, put } = draft;
  const { reference, amount, force } = typed;
  const [tried, setTried] = useState(false);
  const [done, setDone] = useState('');
  const cents = amount.trim() === '' ? null : centsIn(amount);
  const isAmount = cents === null || (cents !== undefined && cents > 0);
  const send = () =>
    run(async () => {
      setTried(true);
      setDone('');
      if (!isAmount || reference.trim() === '') return;
      const body = { reference: reference.trim(), force, ...(cents != null && { amountCents: cents }) };
      const { status, receivedCents } = await ask(
        'POST /api/admin/saas-billing/payments/match',
        { body },
        { idempotencyKey: crypto.randomUUID() },
      );
      const said = walletWords.matched(status, receivedCents);
      setDone(said);
      announcer.say(said);
      draft.sent();
      setTried(false);
      await queries.invalidateQueries({ queryKey: ['billing'] });
    });
  return (
    <section class="panel stack" aria-labelledby="match-title">
      <h2 id="match-title">{walletLabels.match}</h2>
      <p>{walletLabels.matchMore}</p>
      <Form
        send={walletLabels.matchNow}
        busy={busy}
        error={error}
        draft={draft}
        onSend={() => void send()}
        after={done !== '' && <p>{done}</p>}
      >
        <TextField
          label={walletLabels.reference}
          value={reference}
          maxLength={9}
          more={walletLabels.referenceMore}
          problem={tried && reference.trim() === '' ? walletLabels.noteMissing : ''}
          onText={(text) => put({ reference: text })}
        />
        <TextField
          label={walletLabels.amount}
          value={amount}
          maxLength={14}
          more={walletLabels.amountMore}
          problem={tried && !isAmount ? walletLabels.amountWrong : ''}
          onText={(text) => put({ amount: text })}
        />
        <CheckField label={walletLabels.force} checked={force} onCheck={(may) => put({ force: may })} />
      </Form>
    </section>
  );
};
