import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Form } from '../../kit/form.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { creditLabels } from '../../words/ai-credit-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { centsIn } from '../money/typed-amount.ts';
import { useHolds } from './ai-frame.tsx';

const MOST_CENTS = 500_000;

interface OperatingProps {
  readonly at: AtFacility;
  readonly isPaused: boolean;
}

/** What whoever runs the platform does to the AI credit of a facility. */
export const Operating = ({ at, isPaused }: OperatingProps) => {
  const grants = useHolds(at, 'global-admin');
  const pauses = useHolds(at, 'super-admin');
  const { facilityId } = at.facility;
  if (!grants) return null;
  return (
    <section class="panel stack" aria-labelledby="operating-title">
      <h2 id="operating-title">{creditLabels.operating}</h2>
      {pauses && <Pause key={String(isPaused)} facilityId={facilityId} isPaused={isPaused} />}
      <Disclosed summary={creditLabels.adjust}>
        <Adjust facilityId={facilityId} takesBack={pauses} />
      </Disclosed>
    </section>
  );
};

interface PauseProps {
  readonly facilityId: string;
  readonly isPaused: boolean;
}

const Pause = ({ facilityId, isPaused }: PauseProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const given = reason.trim();
  const send = (inferencePaused: boolean) =>
    run(async () => {
      await ask(
        'POST /api/admin/saas-billing/model-router/facilities/{clubID}/pause',
        { path: { clubID: facilityId }, body: { inferencePaused, ...(inferencePaused && { reason: given }) } },
        { idempotencyKey: crypto.randomUUID() },
      );
      announcer.say(inferencePaused ? creditLabels.pausedNow : creditLabels.resumed);
      await queries.invalidateQueries({ queryKey: ['ai', facilityId] });
    });
  return (
    <div class="stack">
      {!isPaused && (
        <TextField
          label={creditLabels.pauseReason}
          value={reason}
          maxLength={500}
          problem={tried && given === '' ? creditLabels.reasonMissing : ''}
          onText={setReason}
        />
      )}
      <div>
        {isPaused || given !== '' ? (
          <ConfirmButton
            label={isPaused ? creditLabels.resume : creditLabels.pause}
            more={isPaused ? creditLabels.resumeMore : creditLabels.pauseMore}
            busy={busy}
            onConfirmed={() => void send(!isPaused)}
          />
        ) : (
          <button type="button" onClick={() => setTried(true)}>
            {creditLabels.pause}
          </button>
        )}
      </div>
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};

interface AdjustProps {
  readonly facilityId: string;
  /** Whether what was granted may be taken back: else it is only granted. */
  readonly takesBack: boolean;
}

const NOTHING = { amount: '', note: '' };

const Adjust = ({ facilityId, takesBack }: AdjustProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft(`adjust ${facilityId}`, NOTHING, ['amount', 'note']);
  const { typed, put } = draft;
  const { amount, note } = typed;
  const [tried, setTried] = useState(false);
  const amountCents = centsIn(amount);
  const isAmount = amountCents !== undefined && Math.abs(amountCents) <= MOST_CENTS && (takesBack || amountCents > 0);
  const isNote = note.trim() !== '';
  const send = () =>
    run(async () => {
      setTried(true);
      if (!isAmount || !isNote) return;
      const { approvalId } = await ask(
        takesBack
          ? 'POST /api/admin/saas-billing/model-router/facilities/{clubID}/adjust'
          : 'POST /api/clubs/{clubID}/ai-credits/admin/grant-credit',
        { path: { clubID: facilityId }, body: { amountCents, note: note.trim() } },
        { idempotencyKey: crypto.randomUUID() },
      );
      announcer.say(approvalId === null ? creditLabels.adjustedNow : creditLabels.waits);
      draft.sent();
      setTried(false);
      await queries.invalidateQueries({ queryKey: ['ai', facilityId] });
    });
  return (
    <Form send={creditLabels.adjustNow} busy={busy} error={error} draft={draft} onSend={() => void send()}>
      <TextField
        label={creditLabels.amount}
        value={amount}
        maxLength={9}
        more={takesBack ? creditLabels.adjustMore : creditLabels.grantMore}
        problem={tried && !isAmount ? creditLabels.adjustWrong : ''}
        onText={(text) => put({ amount: text })}
      />
      <TextField
        label={creditLabels.note}
        value={note}
        maxLength={500}
        problem={tried && !isNote ? creditLabels.noteMissing : ''}
        onText={(text) => put({ note: text })}
      />
    </Form>
  );
};
