import { useId } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { creditLabels, creditWords } from '../../words/ai-credit-en.ts';
import { aiWords } from '../../words/ai-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import type { AiOverview } from './ai-types.ts';

const MICROS_IN_A_CENT = 10_000;

interface StandingProps {
  readonly at: AtFacility;
  readonly overview: AiOverview;
  readonly manages: boolean;
}

/** What there is, how long it lasts, and what limits it. */
export const Standing = ({ at, overview, manages }: StandingProps) => {
  const { availableMicros, balanceMicros, heldMicros, owedMicros, inferencePaused, pauseReason } = overview;
  return (
    <section class="panel stack" aria-labelledby="credit-title">
      <h2 id="credit-title">{creditWords.balance(balanceMicros, overview.currency)}</h2>
      {inferencePaused && (
        <p class="problem">
          {creditLabels.pausedTitle}
          {pauseReason !== null && (
            <>
              {': '}
              <bdi>{pauseReason}</bdi>
            </>
          )}
        </p>
      )}
      <p>{creditWords.runway(overview)}</p>
      <dl class="rows">
        <dt>{creditLabels.available}</dt>
        <dd class="figures">{aiWords.money(availableMicros)}</dd>
        <dt>{creditLabels.held}</dt>
        <dd class="figures">{aiWords.money(heldMicros)}</dd>
        {owedMicros !== 0 && <dt>{creditLabels.owed}</dt>}
        {owedMicros !== 0 && <dd class="figures">{aiWords.money(owedMicros)}</dd>}
        <dt>{creditLabels.recharge}</dt>
        <dd>{creditWords.recharge(overview.autoRecharge)}</dd>
      </dl>
      {manages && overview.autoRecharge.enabled && <Card facilityId={at.facility.facilityId} />}
      <SpendLimit at={at} overview={overview} manages={manages} />
    </section>
  );
};

/** What automatic top-ups are paid by. */
const Card = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask } = useConsole();
  const { data, error } = useQuery({
    queryKey: ['ai', facilityId, 'card'],
    queryFn: ({ signal }) =>
      ask('GET /api/clubs/{clubID}/ai-credits/payment-method', { path: { clubID: facilityId } }, { signal }),
  });
  if (error !== null) return <Failed error={error} />;
  return data === undefined ? null : <p class="quiet small">{creditWords.card(data)}</p>;
};

const SpendLimit = ({ at: { facility, time }, overview: { spendLimit }, manages }: StandingProps) => {
  const { serverNow } = useConsole();
  const id = useId();
  if (spendLimit === null) return <p class="quiet small">{creditLabels.noLimit}</p>;
  const { limitCents, usedMicros, reset, resetsAt } = spendLimit;
  const anew = resetsAt === null ? undefined : time.near(Date.parse(resetsAt), serverNow());
  return (
    <div class="stack">
      <div class="field">
        <span id={id}>
          {creditLabels.limit}
          {': '}
          {creditWords.limit(usedMicros, limitCents, reset)}
        </span>
        <meter
          aria-labelledby={id}
          min={0}
          max={Math.max(1, limitCents * MICROS_IN_A_CENT)}
          high={Math.max(1, limitCents * MICROS_IN_A_CENT * 0.9)}
          value={usedMicros}
        />
        <p class="quiet small">{creditWords.beginsAnew(anew)}</p>
      </div>
      {manages && reset === 'total' && <ResetTotal facilityId={facility.facilityId} />}
    </div>
  );
};

const ResetTotal = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const begin = () =>
    run(async () => {
      await ask(
        'POST /api/clubs/{clubID}/ai-credits/spend-limit/reset-total',
        { path: { clubID: facilityId } },
        { idempotencyKey: crypto.randomUUID() },
      );
      announcer.say(creditLabels.resetDone);
      await queries.invalidateQueries({ queryKey: ['ai', facilityId] });
    });
  return (
    <div>
      <ConfirmButton
        label={creditLabels.resetTotal}
        more={creditLabels.resetTotalMore}
        busy={busy}
        onConfirmed={() => void begin()}
      />
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};
