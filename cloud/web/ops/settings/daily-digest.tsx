import { useState } from 'preact/hooks';
import type { DailyDigestSubscriber, DailyDigestSubscription } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Choice } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { digestWords } from '../../words/settings-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';

/** As many as one answer has: nobody gets more of them than facilities that they see. */
const MOST = 200;
const A_PAGE = 50;
const DAYS = [['', digestWords.everyDay] as const, ...Object.entries(digestWords.days)];
const OTHERWISE = '6';

interface DailyDigestProps {
  readonly at: AtFacility;
  readonly manages: boolean;
}

/** Who gets the daily digest of a facility: oneself, and for whoever manages it everybody. */
export const DailyDigest = ({ at, manages }: DailyDigestProps) => {
  const { ask } = useConsole();
  const { facilityId } = at.facility;
  const query = useQuery({
    queryKey: ['my-digests'],
    queryFn: ({ signal }) => ask('GET /api/daily-digests', { query: { limit: MOST } }, { signal }),
  });
  return (
    <section class="panel" aria-labelledby="digest-title">
      <h2 id="digest-title">{digestWords.title}</h2>
      <p class="quiet">{digestWords.more}</p>
      <Answered query={query} what={digestWords.looking}>
        {({ data }) => {
          const mine = data.find((subscription) => subscription.facilityId === facilityId);
          return <Mine key={JSON.stringify(mine)} at={at} mine={mine} />;
        }}
      </Answered>
      {manages && <Others facilityId={facilityId} />}
    </section>
  );
};

interface MineProps {
  readonly at: AtFacility;
  readonly mine: DailyDigestSubscription | undefined;
}

const Mine = ({ at: { facility, time }, mine }: MineProps) => {
  const { ask, announcer, queries, serverNow } = useConsole();
  const { busy, error, run } = useAttempt();
  const { facilityId } = facility;
  const [hour, setHour] = useState(mine === undefined ? OTHERWISE : String(mine.hour));
  const [weekday, setWeekday] = useState<string>(mine?.weekday ?? '');
  const path = { facilityId };
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['my-digests'] }),
      queries.invalidateQueries({ queryKey: ['digest-subscribers', facilityId] }),
    ]);
  const subscribe = () =>
    run(async () => {
      const day = weekday === '' ? null : (weekday as DailyDigestSubscription['weekday']);
      const body = { hour: Number(hour), weekday: day, enabled: true };
      await ask('PUT /api/facilities/{facilityId}/daily-digest/subscription', { path, body });
      announcer.say(digestWords.saved);
      await refresh();
    });
  const stop = () =>
    run(async () => {
      await ask('DELETE /api/facilities/{facilityId}/daily-digest/subscription', { path });
      announcer.say(digestWords.stopped);
      await refresh();
    });
  const nextAt = mine?.nextAt ?? null;
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void subscribe();
      }}
    >
      <p class="whole">
        {mine === undefined ? digestWords.notMine : digestWords.at(mine.hour, mine.weekday)}
        {nextAt !== null && `. ${digestWords.nextAt(time.near(Date.parse(nextAt), serverNow()))}`}
      </p>
      <Choice label={digestWords.hour} value={hour} options={digestWords.hours} onChoice={setHour} />
      <Choice label={digestWords.day} value={weekday} options={DAYS} onChoice={setWeekday} />
      <div class="buttons whole">
        <button type="submit" class="first" aria-disabled={busy}>
          {digestWords.subscribe}
        </button>
        {mine !== undefined && (
          <button type="button" aria-disabled={busy} onClick={() => void stop()}>
            {digestWords.stop}
          </button>
        )}
      </div>
      {error !== undefined && <Failed error={error} />}
    </form>
  );
};

const Others = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask } = useConsole();
  return (
    <div>
      <h3>{digestWords.others}</h3>
      <Pages<DailyDigestSubscriber>
        of={['digest-subscribers', facilityId]}
        read={(after, signal) =>
          ask(
            'GET /api/facilities/{facilityId}/daily-digest/subscribers',
            { path: { facilityId }, query: { after, limit: A_PAGE } },
            { signal },
          )
        }
        what={digestWords.looking}
        empty={<Empty title={digestWords.nobody} />}
      >
        {(subscribers) => (
          <ul class="owned">
            {subscribers.map((subscriber) => (
              <OneSubscriber key={subscriber.userId} facilityId={facilityId} subscriber={subscriber} />
            ))}
          </ul>
        )}
      </Pages>
    </div>
  );
};

interface OneSubscriberProps {
  readonly facilityId: string;
  readonly subscriber: DailyDigestSubscriber;
}

const OneSubscriber = ({ facilityId, subscriber }: OneSubscriberProps) => {
  const { ask, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const ago = useAgo();
  const { userId, email, hour, weekday, enabled, lastSentAt } = subscriber;
  const name = email ?? digestWords.unnamed;
  const end = () =>
    run(async () => {
      const path = { facilityId, userId };
      await ask('DELETE /api/facilities/{facilityId}/daily-digest/subscribers/{userId}', { path });
      await queries.invalidateQueries({ queryKey: ['digest-subscribers', facilityId] });
      await queries.invalidateQueries({ queryKey: ['my-digests'] });
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{name}</bdi>
        </p>
        <p class="quiet small">
          {enabled ? digestWords.at(hour, weekday) : digestWords.paused} ·{' '}
          {lastSentAt === null ? digestWords.neverSent : digestWords.sent(ago(lastSentAt))}
        </p>
      </div>
      <ConfirmButton
        label={digestWords.end(email)}
        more={digestWords.endMore}
        busy={busy}
        onConfirmed={() => void end()}
      />
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};
