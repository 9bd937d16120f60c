import type { Alarm } from '../../client/platform-api.gen.ts';
import { Staleness, useAgo } from '../../kit/ages.tsx';
import { Seen } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import type { News } from '../../kit/live.ts';
import { Empty, Failed } from '../../kit/states.tsx';
import { alarmWords } from '../../words/alarms-en.ts';
import { warningWords } from '../../words/warnings-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { AlarmHistory } from './alarm-history.tsx';
import { AlarmSteps } from './alarm-steps.tsx';

interface InboxProps {
  readonly at: AtFacility;
  readonly manages: boolean;
}

/** What needs somebody now: who has it, who is told next, and one button that takes it. */
export const AlarmInbox = ({ at, manages, news }: InboxProps & { readonly news: News<readonly Alarm[]> }) => (
  <section class="alarms" aria-labelledby="alarms-title">
    <h2 id="alarms-title">{alarmWords.title}</h2>
    <Staleness news={news} />
    <Seen news={news} what={alarmWords.looking}>
      {(alarms) =>
        alarms.length === 0 ? (
          <Empty title={alarmWords.none}>{alarmWords.noneMore}</Empty>
        ) : (
          <ul class="warning-list">
            {/* By their beginning: none moves under a thumb that is about to take one. */}
            {alarms
              .toSorted((one, other) => (one.openedAt < other.openedAt ? -1 : 1))
              .map((alarm) => (
                <OneAlarm key={alarm.alarmId} at={at} alarm={alarm} manages={manages} />
              ))}
          </ul>
        )
      }
    </Seen>
  </section>
);

interface OneAlarmProps extends InboxProps {
  readonly alarm: Alarm;
}

const OneAlarm = ({ at, alarm, manages }: OneAlarmProps) => {
  const { state } = useConsole();
  const now = state.value;
  const me = 'session' in now ? now.session.user.userId : undefined;
  const { alarmId, kind, about, ownedBy } = alarm;
  const title = `${alarmId}-title`;
  const headline = alarmWords.about(warningWords.kind(kind), about);
  return (
    <li class="panel warning" aria-labelledby={title} data-open={ownedBy === null}>
      <h3 id={title}>
        <bdi>{headline}</bdi>
      </h3>
      <Standing at={at} alarm={alarm} me={me} />
      {ownedBy === null && <Take at={at} alarm={alarm} headline={headline} />}
      <Disclosed summary={alarmWords.more}>
        <AlarmSteps at={at} alarm={alarm} isMine={ownedBy?.id === me} manages={manages} />
      </Disclosed>
      <Disclosed summary={alarmWords.history}>
        <AlarmHistory at={at} alarmId={alarmId} />
      </Disclosed>
    </li>
  );
};

/** Since when, who has it, and what follows; the seconds until then go on by themselves. */
const Standing = ({
  at,
  alarm,
  me,
}: {
  readonly at: AtFacility;
  readonly alarm: Alarm;
  readonly me: string | undefined;
}) => {
  const { ticks, serverNow } = useConsole();
  void ticks.value;
  const ago = useAgo();
  const { openedAt, times, ownedBy, ownedAt, step, steps, nextStepAt, toldAt, overAt } = alarm;
  const since = ownedAt === null ? '' : at.time.near(Date.parse(ownedAt), serverNow());
  const then =
    nextStepAt === null
      ? alarmWords.noMore
      : alarmWords.nextIn(Math.round((Date.parse(nextStepAt) - serverNow()) / 1_000));
  return (
    <>
      <p class="alarm-owner">
        {ownedBy === null
          ? alarmWords.nobody
          : ownedBy.id === me
            ? alarmWords.yours(since)
            : alarmWords.has(ownedBy, since)}
      </p>
      <p class="quiet small">
        {alarmWords.began(ago(openedAt), times)}
        {ownedBy === null && ` · ${toldAt === null ? alarmWords.notTold : alarmWords.step(step, steps)}`}
        {ownedBy === null && overAt === null && `, ${then}`}
      </p>
      {overAt !== null && <p>{alarmWords.cleared(at.time.near(Date.parse(overAt), serverNow()))}</p>}
    </>
  );
};

const Take = ({ at, alarm, headline }: Omit<OneAlarmProps, 'manages'> & { readonly headline: string }) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const path = { facilityId: at.facility.facilityId, alarmId: alarm.alarmId };
  const take = () =>
    run(async () => {
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/access-control/{facilityId}/alarms/{alarmId}/acknowledge', { path }, options);
      announcer.say(alarmWords.taken);
    });
  return (
    <>
      <button
        type="button"
        class="first"
        aria-label={alarmWords.takeOf(headline)}
        aria-disabled={busy}
        onClick={() => void take()}
      >
        {alarmWords.take}
      </button>
      {error !== undefined && <Failed error={error} />}
    </>
  );
};
