import { Disclosed } from '../../kit/disclosed.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { aiLabels, aiWords } from '../../words/ai-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import type { AiActivity } from './ai-types.ts';

/** What was set, by whom and when. */
export const Activity = ({ at }: { readonly at: AtFacility }) => (
  <section class="panel" aria-label={aiLabels.activity}>
    <Disclosed summary={aiLabels.activity}>
      <Entries at={at} />
    </Disclosed>
  </section>
);

const Entries = ({ at: { facility, time } }: { readonly at: AtFacility }) => {
  const { ask } = useConsole();
  return (
    <Pages<AiActivity>
      of={['ai', facility.facilityId, 'activity']}
      what={aiLabels.lookingAtActivity}
      empty={<Empty title={aiLabels.noActivity} />}
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
                <bdi>{aiWords.activity(entry)}</bdi>
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
