import { Disclosed } from '../../kit/disclosed.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { creditLabels, creditWords } from '../../words/ai-credit-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import type { AiActivity } from './ai-types.ts';

/** What was set, by whom and when. */
export const Activity = ({ at }: { readonly at: AtFacility }) => (
  <section class="panel" aria-label={creditLabels.activity}>
    <Disclosed summary={creditLabels.activity}>
      <Entries at={at} />
    </Disclosed>
  </section>
);

const Entries = ({ at: { facility, time } }: { readonly at: AtFacility }) => {
  const { ask } = useConsole();
  return (
    <Pages<AiActivity>
      of={['ai', facility.facilityId, 'activity']}
      what={creditLabels.lookingAtActivity}
      empty={<Empty title={creditLabels.noActivity} />}
      read={(after, signal) =>
        ask(
          'GET /api/clubs/{clubID}/ai-credits/activity',
          { path: { clubID: facility.facilityId }, query: { after, limit: 20 } },
          { signal },
        )
      }
    >
      {(entries) => (
        <ol class="records">
          {entries.map((entry) => (
            <li key={entry.activityId}>
              <div class="record-head">
                <bdi>{creditWords.activity(entry)}</bdi>
                <bdi class="quiet small">{entry.by.name ?? entry.by.id}</bdi>
                <time class="figures quiet small" dateTime={entry.at}>
                  {time.exactly(Date.parse(entry.at))}
                </time>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Pages>
  );
};
