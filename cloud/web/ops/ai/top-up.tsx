import { useEffect, useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { creditLabels, creditWords, TOPUP_METHODS } from '../../words/ai-credit-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { centsIn } from '../money/typed-amount.ts';
import type { AiTopup, AiTopupMethod, AiTopupState } from './ai-types.ts';

const LEAST_CENTS = 500;
const MOST_CENTS = 1_000_000;

interface TopUpProps {
  readonly at: AtFacility;
  readonly currency: string;
  /** The one by card that somebody has come back from; undefined where nobody has. */
  readonly begun: string | undefined;
}

/** Credit by card, which is typed in at the provider's page and nowhere else, or by a transfer with a reference. */
export const TopUp = ({ at, currency, begun }: TopUpProps) => {
  const { ask } = useConsole();
  const { busy, error, run } = useAttempt();
  const [amount, setAmount] = useState('');
  const [method, setMethod] = useState<AiTopupMethod>('card');
  const [tried, setTried] = useState(false);
  const [came, setCame] = useState<AiTopup>();
  const { facilityId } = at.facility;
  const amountCents = centsIn(amount);
  const isAmount = amountCents !== undefined && amountCents >= LEAST_CENTS && amountCents <= MOST_CENTS;
  const begin = () =>
    run(async () => {
      setTried(true);
      setCame(undefined);
      if (!isAmount) return;
      const topup = await ask(
        'POST /api/clubs/{clubID}/ai-credits/topup',
        { path: { clubID: facilityId }, body: { amountCents, method } },
        { idempotencyKey: crypto.randomUUID() },
      );
      // A provider that is played is on this machine.
      if (topup.url !== null && /^(?:https:|http:\/\/127\.0\.0\.1[:/])/.test(topup.url)) location.assign(topup.url);
      else setCame(topup);
    });
  return (
    <section class="panel stack" aria-labelledby="topup-title">
      <h2 id="topup-title">{creditLabels.topup}</h2>
      <p>{creditLabels.topupMore}</p>
      {begun !== undefined && <Came key={begun} facilityId={facilityId} topupId={begun} />}
      <Form
        send={creditLabels.topupNow}
        busy={busy}
        error={error}
        draft="short"
        onSend={() => void begin()}
        after={came !== undefined && <Begun at={at} topup={came} />}
      >
        <TextField
          label={creditWords.amountIn(currency)}
          value={amount}
          maxLength={9}
          problem={tried && !isAmount ? creditLabels.topupWrong : ''}
          onText={setAmount}
        />
        <Choice label={creditLabels.method} value={method} options={optionsOf(TOPUP_METHODS)} onChoice={setMethod} />
      </Form>
    </section>
  );
};

interface BegunProps {
  readonly at: AtFacility;
  readonly topup: AiTopup;
}

const Begun = ({ at: { time }, topup: { reference, dueAt } }: BegunProps) => {
  const { serverNow } = useConsole();
  if (reference === null || dueAt === null) return <p role="alert">{creditLabels.pageOver}</p>;
  return (
    <div class="once" role="status">
      <p>
        {creditLabels.reference}: <code>{reference}</code>
      </p>
      <p class="quiet">{creditWords.due(time.near(Date.parse(dueAt), serverNow()))}</p>
      <CopyButton text={reference} label={creditLabels.copyReference} />
    </div>
  );
};

interface CameProps {
  readonly facilityId: string;
  readonly topupId: string;
}

/** What came of the one that somebody has come back from: it is asked at once, and again as somebody asks. */
const Came = ({ facilityId, topupId }: CameProps) => {
  const { ask, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [state, setState] = useState<AiTopupState>();
  const look = () =>
    run(async () => {
      const found = await ask(
        'POST /api/clubs/{clubID}/ai-credits/topup/confirm',
        { path: { clubID: facilityId }, body: { topupId } },
        { idempotencyKey: crypto.randomUUID() },
      );
      setState(found.state);
      await queries.invalidateQueries({ queryKey: ['ai', facilityId] });
    });
  useEffect(() => void look(), []);
  return (
    <>
      <p role="status">{state === undefined ? creditLabels.lookingAtTopup : creditWords.topup(state)}</p>
      {(state === 'open' || error !== undefined) && (
        <div>
          <button type="button" aria-disabled={busy} onClick={() => void look()}>
            {creditLabels.lookAgain}
          </button>
        </div>
      )}
      {error !== undefined && <Failed error={error} />}
    </>
  );
};
