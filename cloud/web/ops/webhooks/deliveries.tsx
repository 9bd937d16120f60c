import { useState } from 'preact/hooks';
import type { WebhookDelivery } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { boundsOf } from '../../kit/time-range.ts';
import { TimeRange } from '../../kit/time-range-fields.tsx';
import { webhookWords } from '../../words/webhooks-en.ts';
import { useConsole } from '../console.ts';

const A_PAGE = 50;
const STATES = ['', 'pending', 'delivered', 'dead', 'dropped'] as const;
const LASTS = ['1h', '24h', '7d'] as const;
const OTHERWISE = '24h';
const TONES: Readonly<Record<WebhookDelivery['state'], string>> = {
  pending: 'held',
  delivered: 'calm',
  dead: 'alarm',
  dropped: 'alarm',
};

/** What was sent to a webhook, and what of it is sent again. */
export const Deliveries = ({ webhookId }: { readonly webhookId: string }) => {
  const { ask } = useConsole();
  const { values, set } = useFilters();
  const state = STATES.find((known) => known === values.state) ?? '';
  return (
    <section class="panel stack" aria-labelledby="deliveries-title">
      <div class="section-head">
        <h2 id="deliveries-title">{webhookWords.deliveries}</h2>
        <Choice
          label={webhookWords.which}
          value={state}
          options={STATES.map((known) => [known, webhookWords.states[known]])}
          onChoice={(chosen) => set({ state: chosen })}
        />
      </div>
      <Disclosed summary={webhookWords.againAll}>
        <ReplayPeriod webhookId={webhookId} />
      </Disclosed>
      <Pages<WebhookDelivery>
        of={['deliveries', webhookId, state]}
        read={(after, signal) =>
          ask(
            'GET /api/webhooks/{webhookId}/deliveries',
            { path: { webhookId }, query: { limit: A_PAGE, after, ...(state !== '' && { state }) } },
            { signal },
          )
        }
        what={webhookWords.lookingAtDeliveries}
        empty={<Empty title={webhookWords.noDeliveries}>{webhookWords.noDeliveriesMore}</Empty>}
      >
        {(deliveries) => (
          <ol class="records">
            {deliveries.map((delivery) => (
              <OneDelivery key={delivery.deliveryId} webhookId={webhookId} delivery={delivery} />
            ))}
          </ol>
        )}
      </Pages>
    </section>
  );
};

type Again = { readonly eventId: string } | { readonly from: string; readonly to: string };

/** Sends something again: what became of it, and how it is asked for. */
const useReplay = (webhookId: string) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [sent, setSent] = useState<number>();
  const replay = (body: Again) =>
    run(async () => {
      const options = { idempotencyKey: crypto.randomUUID() };
      const answer = await ask('POST /api/webhooks/{webhookId}/replay', { path: { webhookId }, body }, options);
      setSent(answer.deliveries);
      announcer.say(webhookWords.sent(answer.deliveries));
      await queries.invalidateQueries({ queryKey: ['deliveries', webhookId] });
    });
  return { busy, error, sent, replay };
};

const ReplayPeriod = ({ webhookId }: { readonly webhookId: string }) => {
  const { serverNow } = useConsole();
  const { values, set } = useFilters();
  const { busy, error, sent, replay } = useReplay(webhookId);
  const again = (): void => {
    const { from, to } = boundsOf(values, serverNow(), OTHERWISE);
    if (from !== undefined && to !== undefined && !busy) void replay({ from, to });
  };
  return (
    <div class="form">
      <TimeRange values={values} set={set} time={utcTime} lasts={LASTS} otherwise={OTHERWISE} />
      <button type="button" aria-disabled={busy} onClick={again}>
        {webhookWords.again}
      </button>
      <p class="quiet whole">{sent === undefined ? webhookWords.againMore : webhookWords.sent(sent)}</p>
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};

interface OneDeliveryProps {
  readonly webhookId: string;
  readonly delivery: WebhookDelivery;
}

const OneDelivery = ({ webhookId, delivery }: OneDeliveryProps) => {
  const { busy, error, replay } = useReplay(webhookId);
  const { eventId, type, state, attempts, lastStatus, lastError, createdAt } = delivery;
  return (
    <li>
      <div class="record-head">
        <code>{type}</code>
        <span class="fact" data-tone={TONES[state]}>
          {webhookWords.states[state]}
        </span>
        <span class="quiet small">{webhookWords.tried(attempts, lastStatus)}</span>
        {lastError !== null && <bdi class="quiet small">{lastError}</bdi>}
        <time class="figures quiet small" dateTime={createdAt}>
          {utcTime.exactly(Date.parse(createdAt))}
        </time>
        {state !== 'pending' && (
          <button type="button" aria-disabled={busy} onClick={() => void replay({ eventId })}>
            {webhookWords.again}
          </button>
        )}
      </div>
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};
