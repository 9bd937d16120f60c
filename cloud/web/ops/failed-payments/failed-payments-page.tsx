import { useState } from 'preact/hooks';
import type { Answer } from '../../client/client.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { Failed } from '../../kit/states.tsx';
import { failedPaymentLabels, failedPaymentWords } from '../../words/failed-payments-en.ts';
import { useConsole } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { addressOf } from '../routes.ts';

const DAYS_MAX = 31;
const DAY_S = 86_400;

/** What is done about payments that clubs could not make: looked for, and told to those who manage them. */
export const FailedPaymentsPage = () => (
  <PlainPage title={failedPaymentLabels.title} more={failedPaymentLabels.more}>
    <LookForThem />
    <TellManagers />
  </PlainPage>
);

const LookForThem = () => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const [clubs, setClubs] = useState<number>();
  const look = () =>
    run(async () => {
      const begun = await ask('PUT /api/admin/tasks/update-all-club-failed-payments-for-14-days', {});
      setClubs(begun.clubs);
      announcer.say(failedPaymentWords.looking(begun.clubs));
    });
  return (
    <section class="panel stack" aria-labelledby="look-title">
      <h2 id="look-title">{failedPaymentLabels.lookTitle}</h2>
      <div>
        <ConfirmButton
          label={failedPaymentLabels.look}
          more={failedPaymentLabels.lookMore}
          busy={busy}
          onConfirmed={() => void look()}
        />
      </div>
      {clubs !== undefined && (
        <p class="result" data-tone="good">
          {failedPaymentWords.looking(clubs)} <a href={addressOf('jobs', {})}>{failedPaymentLabels.jobs}</a>
        </p>
      )}
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};

type Told = Answer<'POST /api/admin/tasks/send-failed-club-payments-notif'>;

/** The span that two days name, in Unix seconds; undefined for one that may not be asked for. */
const spanOf = (from: string, until: string): { readonly fromDate?: number; readonly toDate?: number } | undefined => {
  if (from === '' && until === '') return {};
  const [fromDate, toDate] = [Date.parse(from) / 1_000, Date.parse(until) / 1_000];
  return fromDate < toDate && toDate - fromDate <= DAYS_MAX * DAY_S ? { fromDate, toDate } : undefined;
};

const TellManagers = () => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [told, setTold] = useState<Told>();
  const span = spanOf(from, until);
  const tell = () =>
    run(async () => {
      if (span === undefined) return;
      const options = { idempotencyKey: crypto.randomUUID() };
      const done = await ask('POST /api/admin/tasks/send-failed-club-payments-notif', { query: span }, options);
      setTold(done);
      announcer.say(failedPaymentWords.told(done.notified, done.clubs, done.payments, done.skipped));
    });
  return (
    <section class="panel stack" aria-labelledby="tell-title">
      <h2 id="tell-title">{failedPaymentLabels.tellTitle}</h2>
      <div class="filters">
        <DateField label={failedPaymentLabels.from} value={from} more={failedPaymentLabels.fromMore} onDay={setFrom} />
        <DateField label={failedPaymentLabels.until} value={until} onDay={setUntil} />
      </div>
      <p class="problem" role="status">
        {span === undefined ? failedPaymentLabels.wrongSpan : ''}
      </p>
      <div>
        <ConfirmButton
          label={failedPaymentLabels.tell}
          more={failedPaymentLabels.tellMore}
          busy={busy || span === undefined}
          onConfirmed={() => void tell()}
        />
      </div>
      {told !== undefined && (
        <p class="result" data-tone="good">
          {failedPaymentWords.told(told.notified, told.clubs, told.payments, told.skipped)}{' '}
          {told.more && failedPaymentWords.more}
        </p>
      )}
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};
