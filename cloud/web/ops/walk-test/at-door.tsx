import { CONTACT } from '@gatehouse/shared/web/door-picture.js';
import { useEffect, useState } from 'preact/hooks';
import type { WalkTest } from '../../client/platform-api.gen.ts';
import { Staleness, useIsOld } from '../../kit/ages.tsx';
import { Seen } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Leaf, LockVerdict } from '../../kit/door-picture.tsx';
import type { News } from '../../kit/live.ts';
import { Failed } from '../../kit/states.tsx';
import { doorLabels } from '../../words/doors-en.ts';
import { type WalkStep, walkLabels, walkWords } from '../../words/walk-en.ts';
import { useConsole, useLive } from '../console.ts';
import { LetInButton } from '../doors/let-in.tsx';
import type { SeenDoor } from '../doors/seen-door.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { doorTopic } from '../topics.ts';
import { outcomeText } from './walk-record.tsx';

interface AtDoorProps {
  readonly at: AtFacility;
  readonly walkTestId: string;
  readonly door: WalkTest['doors'][number];
}
type Note = (step: WalkStep['step'], outcome: 'seen' | 'failed' | 'skipped') => Promise<void>;

/** The door at which somebody stands: how it is now, and what is tried there, one step after the other. */
export const AtDoor = ({ at, walkTestId, door }: AtDoorProps) => {
  const console = useConsole();
  const { facilityId } = at.facility;
  const { doorId, name, steps } = door;
  const news = useLive(doorTopic(console, facilityId, doorId));
  const old = useIsOld(news);
  const { note, busy, error } = useNotes(facilityId, walkTestId, doorId);
  const again = useShownSteps(steps, busy, note);
  const current = steps.find(({ outcome }) => outcome === 'open') ?? steps.find(({ outcome }) => outcome === 'failed');
  return (
    <section class="panel" aria-labelledby="at-door-title">
      <h2 id="at-door-title">
        <bdi>{name}</bdi>
      </h2>
      <Staleness news={news} />
      <Seen news={news} what={doorLabels.lookingAtOne}>
        {(state) => (
          <div class="door-now">
            <Leaf contact={state.contact} />
            <p class="door-card-states">
              <LockVerdict lock={state.lock} old={old} />
              {state.contact !== 'unknown' && <span class="contact">{CONTACT[state.contact]}</span>}
            </p>
          </div>
        )}
      </Seen>
      {current === undefined && (
        <p class="result" data-tone="good" role="status">
          <strong>{walkLabels.allDone}</strong>
        </p>
      )}
      <ol class="walk-steps">
        {steps.map((step) => (
          <OneStep key={step.step} at={at} step={step} news={news} isCurrent={step === current} note={note} />
        ))}
      </ol>
      {error !== undefined && <Failed error={error} again={again} />}
    </section>
  );
};

const useNotes = (facilityId: string, walkTestId: string, doorId: string) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const note: Note = (step, outcome) =>
    run(async () => {
      const input = { path: { facilityId, walkTestId }, body: { doorId, step, outcome } };
      const options = { idempotencyKey: crypto.randomUUID() };
      const noted = await ask('POST /api/access-control/{facilityId}/walk-tests/{walkTestId}/steps', input, options);
      // An answer to what was asked before knows nothing of this.
      await queries.cancelQueries({ queryKey: ['walk-test', facilityId, walkTestId, doorId] });
      queries.setQueryData(['walk-test', facilityId, walkTestId, doorId], noted);
      announcer.say(walkWords.announced(step, outcome));
    });
  return { note, busy, error };
};

/** What the box has told is written down by itself, once: whoever stands at a door has no hand free for it. */
const useShownSteps = (steps: readonly WalkStep[], busy: boolean, note: Note): (() => void) => {
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const keyOf = ({ step, notedAt }: WalkStep): string => `${step} ${notedAt}`;
  const next = busy ? undefined : steps.find((step) => step.shown && !sent.has(keyOf(step)));
  useEffect(() => {
    if (next === undefined) return;
    setSent(new Set([...sent, keyOf(next)]));
    void note(next.step, 'seen');
  }, [next]);
  return () => setSent(new Set());
};

interface OneStepProps {
  readonly at: AtFacility;
  readonly step: WalkStep;
  readonly news: News<SeenDoor>;
  readonly isCurrent: boolean;
  readonly note: Note;
}

const OneStep = ({ at, step, news, isCurrent, note }: OneStepProps) => {
  const { serverNow } = useConsole();
  const { outcome } = step;
  const tone = { seen: 'good', failed: 'alarm', skipped: 'held', open: 'quiet' }[outcome];
  return (
    <li class="walk-step" data-tone={tone} aria-current={isCurrent ? 'step' : undefined}>
      <p class="walk-step-title">
        <strong>{walkWords.step(step.step)}</strong>{' '}
        {outcome !== 'open' && (
          <span class="quiet small">
            <bdi>{outcomeText(step, at.time, serverNow())}</bdi>
          </span>
        )}
      </p>
      {isCurrent && (
        <>
          <p>{walkWords.how(step)}</p>
          {step.step === 'unlock' && news.picture !== undefined && (
            <LetInButton facilityId={at.facility.facilityId} door={news.picture.data} news={news} time={at.time} />
          )}
          {outcome === 'failed' && <LookAt step={step} />}
          <StepButtons step={step} note={note} />
        </>
      )}
    </li>
  );
};

const LookAt = ({ step }: { readonly step: WalkStep }) => (
  <div class="result" data-tone="alarm">
    <strong>{walkLabels.lookAt}</strong>
    <ul class="look-at">
      {walkWords.lookAt(step.step).map((hint) => (
        <li key={hint}>{hint}</li>
      ))}
    </ul>
  </div>
);

const StepButtons = ({ step, note }: { readonly step: WalkStep; readonly note: Note }) => (
  <>
    {step.seenBy === 'box' && (
      <p class="quiet small" role="status">
        {walkLabels.waiting}
      </p>
    )}
    <div class="buttons">
      {step.seenBy === 'person' && (
        <button type="button" class="first" onClick={() => void note(step.step, 'seen')}>
          {walkLabels.saw}
        </button>
      )}
      {step.outcome !== 'failed' && (
        <button type="button" onClick={() => void note(step.step, 'failed')}>
          {walkLabels.failed}
        </button>
      )}
      <button type="button" class="plain" onClick={() => void note(step.step, 'skipped')}>
        {walkLabels.leaveOut}
      </button>
    </div>
  </>
);
