import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { cardPaymentLabels, cardPaymentWords } from '../../words/card-payments-en.ts';
import { amountText } from '../charges/typed-charges.ts';
import { useConsole, useQuery } from '../console.ts';
import { FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';

interface Of {
  readonly facilityId: string;
}

/** What a gym takes by card: how its account stands, what was paid, what went to the bank. */
export const CardPaymentsPage = ({ facilityId }: Of) => (
  <FacilityFrame facilityId={facilityId} here="settings" title={cardPaymentLabels.title}>
    {({ time }) => (
      <article class="stack" aria-labelledby="card-payments-title">
        <div>
          <p class="eyebrow">
            <a href={addressOf('settings', { facilityId })}>{cardPaymentLabels.back}</a>
          </p>
          <h1 id="card-payments-title" tabIndex={-1}>
            {cardPaymentLabels.title}
          </h1>
          <p class="quiet">{cardPaymentLabels.more}</p>
        </div>
        <Account facilityId={facilityId} />
        <Payments facilityId={facilityId} time={(at) => time.exactly(Date.parse(at))} />
        <Payouts facilityId={facilityId} time={(at) => time.exactly(Date.parse(at))} />
      </article>
    )}
  </FacilityFrame>
);

const Account = ({ facilityId }: Of) => {
  const { ask } = useConsole();
  const { busy, error, run } = useAttempt();
  const path = { club: facilityId };
  const found = useQuery({
    queryKey: ['card-payments', facilityId, 'account'],
    queryFn: ({ signal }) => ask('GET /api/club/{club}/payproc/connect-account-details', { path }, { signal }),
  });
  const tell = () =>
    run(async () => {
      const { url } = await ask('GET /api/club/{club}/payproc/generate-kyc-token', { path });
      // A provider that is played is on this machine.
      if (/^(?:https:|http:\/\/127\.0\.0\.1[:/])/.test(url)) location.assign(url);
    });
  return (
    <section class="panel stack" aria-labelledby="account-title">
      <h2 id="account-title">{cardPaymentLabels.account}</h2>
      <Answered query={found} what={cardPaymentLabels.lookingAtAccount}>
        {({ state, explained, bankLast4, schedule }) => (
          <>
            <p class={state === 'active' ? undefined : 'problem'}>{cardPaymentWords.state(state)}</p>
            <ul>
              {explained.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            {bankLast4 !== null && <p class="quiet">{cardPaymentWords.bank(bankLast4, schedule?.interval)}</p>}
            {state !== 'active' && state !== 'rejected' && (
              <div>
                <ConfirmButton
                  label={cardPaymentLabels.tell}
                  more={cardPaymentLabels.tellMore}
                  busy={busy}
                  onConfirmed={() => void tell()}
                />
              </div>
            )}
            {error !== undefined && <Failed error={error} />}
          </>
        )}
      </Answered>
    </section>
  );
};

interface OfInTime extends Of {
  readonly time: (at: string) => string;
}

const Payments = ({ facilityId, time }: OfInTime) => {
  const { ask } = useConsole();
  const found = useQuery({
    queryKey: ['card-payments', facilityId, 'charges'],
    queryFn: ({ signal }) =>
      ask('GET /api/club/{club}/payproc/charges', { path: { club: facilityId }, query: {} }, { signal }),
  });
  return (
    <section class="panel stack" aria-labelledby="payments-title">
      <h2 id="payments-title">{cardPaymentLabels.payments}</h2>
      <Answered query={found} what={cardPaymentLabels.lookingAtPayments}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={cardPaymentLabels.noPayments} />
          ) : (
            <FiguresTable
              title={cardPaymentLabels.payments}
              columns={[
                cardPaymentLabels.when,
                cardPaymentLabels.amount,
                cardPaymentLabels.state,
                cardPaymentLabels.card,
              ]}
              rows={data.map(({ chargeId, at, amountCents, currency, state, reason, cardBrand, last4 }) => ({
                key: chargeId,
                name: time(at),
                cells: [
                  `${amountText(amountCents, currency)} ${currency}`,
                  cardPaymentWords.standing(state, reason),
                  cardPaymentWords.card(cardBrand, last4),
                ],
              }))}
            />
          )
        }
      </Answered>
    </section>
  );
};

const Payouts = ({ facilityId, time }: OfInTime) => {
  const { ask } = useConsole();
  const found = useQuery({
    queryKey: ['card-payments', facilityId, 'payouts'],
    queryFn: ({ signal }) =>
      ask('GET /api/club/{club}/payproc/payouts', { path: { club: facilityId }, query: {} }, { signal }),
  });
  return (
    <section class="panel stack" aria-labelledby="payouts-title">
      <h2 id="payouts-title">{cardPaymentLabels.payouts}</h2>
      <Answered query={found} what={cardPaymentLabels.lookingAtPayouts}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={cardPaymentLabels.noPayouts} />
          ) : (
            <FiguresTable
              title={cardPaymentLabels.payouts}
              columns={[cardPaymentLabels.arrives, cardPaymentLabels.amount, cardPaymentLabels.state]}
              rows={data.map(({ payoutId, arrivesAt, amountCents, currency, state, failureCode }) => ({
                key: payoutId,
                name: time(arrivesAt),
                cells: [
                  `${amountText(amountCents, currency)} ${currency}`,
                  cardPaymentWords.standing(state, failureCode),
                ],
              }))}
            />
          )
        }
      </Answered>
    </section>
  );
};
