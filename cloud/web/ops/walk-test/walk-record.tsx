import type { WalkTest } from '../../client/platform-api.gen.ts';
import type { FacilityTime } from '../../kit/facility-time.ts';
import { type WalkStep, walkLabels, walkWords } from '../../words/walk-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';

const MARK: Readonly<Record<WalkStep['outcome'], { readonly mark: string; readonly tone: string }>> = {
  seen: { mark: '✓', tone: 'good' },
  failed: { mark: '!', tone: 'alarm' },
  skipped: { mark: '–', tone: 'held' },
  open: { mark: '·', tone: 'quiet' },
};

/** What came of a step, who says so, and when. */
export const outcomeText = (step: WalkStep, time: FacilityTime, now: number): string => {
  if (step.notedAt === null) return walkLabels.open;
  const at = Date.parse(step.notedAt);
  const when = `${time.near(at, now)} ${time.zone(at)}`;
  if (step.outcome === 'seen') return walkWords.seen(step, when);
  const what = step.outcome === 'failed' ? walkLabels.didNot : walkLabels.leftOut;
  return walkWords.noted(what, step.notedBy?.name ?? null, when);
};

/** A test as it was: door by door, step by step. */
export const WalkRecord = ({ at, test }: { readonly at: AtFacility; readonly test: WalkTest }) => {
  const { serverNow } = useConsole();
  return (
    <div class="walk-record">
      {test.doors.map(({ doorId, name, steps }) => (
        <section key={doorId} aria-label={name}>
          <h3>
            <bdi>{name}</bdi>
          </h3>
          <ul class="taken">
            {steps.map((step) => (
              <li key={step.step} data-tone={MARK[step.outcome].tone}>
                <span class="mark" aria-hidden="true">
                  {MARK[step.outcome].mark}
                </span>
                <span>{walkWords.step(step.step)}</span>
                <span class="quiet small">
                  <bdi>{outcomeText(step, at.time, serverNow())}</bdi>
                  {step.note !== null && (
                    <span class="line">
                      <bdi>{step.note}</bdi>
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};
