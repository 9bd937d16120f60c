import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { moneyLabels } from '../../words/money-en.ts';
import { walletLabels } from '../../words/wallets-en.ts';
import { useConsole } from '../console.ts';
import { centsIn } from './typed-amount.ts';

const NOTHING = { amount: '', note: '', allowNegative: false };

/** Gives to a wallet, or takes from it, with the reason. */
export const AdjustWallet = ({ ownerKey }: { readonly ownerKey: string }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft(`adjust ${ownerKey}`, NOTHING, ['amount', 'note', 'allowNegative']);
  const { typed, put } = draft;
  const { amount, note, allowNegative } = typed;
  const [tried, setTried] = useState(false);
  const amountCents = centsIn(amount);
  const isNote = note.trim() !== '';
  const send = () =>
    run(async () => {
      setTried(true);
      if (amountCents === undefined || !isNote) return;
      const { approvalId } = await ask(
        'POST /api/admin/saas-billing/wallets/{ownerKey}/adjust',
        { path: { ownerKey }, body: { amountCents, note: note.trim(), allowNegative } },
        { idempotencyKey: crypto.randomUUID() },
      );
      announcer.say(approvalId === null ? walletLabels.adjusted : walletLabels.waits);
      draft.sent();
      setTried(false);
      await queries.invalidateQueries({ queryKey: ['billing'] });
    });
  return (
    <Form send={walletLabels.adjustNow} busy={busy} error={error} draft={draft} onSend={() => void send()}>
      <h3>{walletLabels.adjust}</h3>
      <TextField
        label={moneyLabels.amount}
        value={amount}
        maxLength={14}
        more={walletLabels.adjustMore}
        problem={tried && amountCents === undefined ? walletLabels.amountWrong : ''}
        onText={(text) => put({ amount: text })}
      />
      <TextField
        label={walletLabels.note}
        value={note}
        maxLength={500}
        problem={tried && !isNote ? walletLabels.noteMissing : ''}
        onText={(text) => put({ note: text })}
      />
      <CheckField
        label={walletLabels.allowNegative}
        checked={allowNegative}
        onCheck={(may) => put({ allowNegative: may })}
      />
    </Form>
  );
};
