import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import type { FacilityTime } from '../../kit/facility-time.ts';
import { Choice } from '../../kit/filters.tsx';
import { LocalTimeField } from '../../kit/local-time-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { peopleWords } from '../../words/people-en.ts';
import { useConsole } from '../console.ts';
import { type Target, TargetForm } from '../warnings/target-form.tsx';
import { useSubject, type WithSubject } from './subject.ts';

const HOUR_MS = 3_600_000;
const SPANS = ['2', '24', '168', 'times', 'open'] as const;
type Span = (typeof SPANS)[number];

interface Asked {
  readonly span: Span;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly breakGlass: boolean;
  readonly reason: string;
}
const AT_FIRST: Asked = { span: '2', breakGlass: false, reason: '' };

/** The bounds of a grant: left out where there is none. */
const boundsOf = ({ span, from, until }: Asked, nowMs: number) => {
  if (span === 'open') return {};
  if (span !== 'times') return { until: new Date(nowMs + Number(span) * HOUR_MS).toISOString() };
  return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
};

/** What is wrong with what was asked for; both empty where nothing is. */
const problemsOf = ({ span, from, until, breakGlass, reason }: Asked) => ({
  until: span === 'times' && (until === undefined || (from !== undefined && from >= until)),
  reason: breakGlass && reason.trim() === '',
});

/** Gives somebody access by staff's word: to what, for how long, and why. */
export const GiveGrant = (props: WithSubject) => {
  const { ask, announcer, serverNow } = useConsole();
  const { busy, error, run } = useAttempt();
  const { personId, changed } = useSubject(props);
  const [asked, setAsked] = useState(AT_FIRST);
  const [tried, setTried] = useState(false);
  const [given, setGiven] = useState(0);
  const { facilityId } = props.at.facility;
  const problems = problemsOf(asked);
  const give = (target: Target): void => {
    setTried(true);
    if (problems.until || problems.reason) return;
    void run(async () => {
      const reason = asked.reason.trim();
      const body = {
        ...{ personId: await personId(), target, breakGlass: asked.breakGlass },
        ...boundsOf(asked, serverNow()),
        ...(reason !== '' && { reason }),
      };
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/access-control/{facilityId}/grants', { path: { facilityId }, body }, options);
      setAsked(AT_FIRST);
      setTried(false);
      setGiven(given + 1);
      announcer.say(peopleWords.given);
      await changed();
    });
  };
  return (
    <TargetForm
      key={given}
      facilityId={facilityId}
      submit={peopleWords.grantIt}
      targets={['facility', 'doors', 'scopes']}
      busy={busy}
      error={error}
      onTarget={give}
    >
      <Terms asked={asked} setAsked={setAsked} wrong={tried ? problems : undefined} time={props.at.time} />
    </TargetForm>
  );
};

interface TermsProps {
  readonly asked: Asked;
  readonly setAsked: (asked: Asked) => void;
  readonly wrong: ReturnType<typeof problemsOf> | undefined;
  readonly time: FacilityTime;
}

const Terms = ({ asked, setAsked, wrong, time }: TermsProps) => {
  const { serverNow } = useConsole();
  const zone = time.zone(serverNow());
  return (
    <div class="form terms">
      <Choice
        label={peopleWords.howLong}
        value={asked.span}
        options={SPANS.map((span) => [span, peopleWords.spans[span]])}
        onChoice={(span) => setAsked({ ...asked, span: span as Span })}
      />
      {asked.span === 'times' && (
        <>
          <LocalTimeField
            label={peopleWords.from(zone)}
            value={asked.from}
            time={time}
            onMoment={(from) => setAsked({ ...asked, from })}
          />
          <LocalTimeField
            label={peopleWords.until(zone)}
            value={asked.until}
            time={time}
            problem={wrong?.until === true ? peopleWords.untilMissing : ''}
            onMoment={(until) => setAsked({ ...asked, until })}
          />
        </>
      )}
      <TextField
        label={peopleWords.reason}
        value={asked.reason}
        problem={wrong?.reason === true ? peopleWords.reasonMissing : ''}
        onText={(reason) => setAsked({ ...asked, reason })}
      />
      <label class="choice whole">
        <input
          type="checkbox"
          checked={asked.breakGlass}
          onChange={({ currentTarget: { checked } }) => setAsked({ ...asked, breakGlass: checked })}
        />
        {peopleWords.breakGlassToo}
      </label>
    </div>
  );
};
