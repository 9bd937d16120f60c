import { useState } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { Empty } from '../../kit/states.tsx';
import { doorLabels } from '../../words/doors-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { EventRow } from '../events/event-row.tsx';
import type { AtFacility } from '../frame/facility-frame.tsx';

const A_PAGE = 20;
const MOST = 200;
const EVERY_MS = 5_000;

/** What happened at a door, newest first, at the times of the facility. */
export const EventList = ({ at, doorId }: { readonly at: AtFacility; readonly doorId: string }) => {
  const { ask, serverNow } = useConsole();
  const [limit, setLimit] = useState(A_PAGE);
  const { facilityId } = at.facility;
  const query = useQuery({
    queryKey: ['events', facilityId, doorId, limit],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/access-control/{facilityId}/events',
        { path: { facilityId }, query: { doorId, limit } },
        { signal },
      ),
    refetchInterval: EVERY_MS,
    placeholderData: (before) => before,
  });
  return (
    <section class="panel" aria-labelledby="events-title">
      <h2 id="events-title">{doorLabels.happened}</h2>
      <Answered query={query} what={doorLabels.lookingAtEvents}>
        {(data) =>
          data.data.length === 0 ? (
            <Empty title={doorLabels.nothingYet} />
          ) : (
            <>
              <ol class="events">
                {data.data.map((event) => (
                  <EventRow key={event.eventId} event={event} when={at.time.near(Date.parse(event.at), serverNow())} />
                ))}
              </ol>
              {data.next !== null && limit < MOST && (
                <button type="button" onClick={() => setLimit(Math.min(MOST, limit + 2 * A_PAGE))}>
                  {doorLabels.older}
                </button>
              )}
            </>
          )
        }
      </Answered>
    </section>
  );
};
