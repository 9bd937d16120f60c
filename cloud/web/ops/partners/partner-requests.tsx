import type { Answer } from '../../client/client.ts';
import { utcTime } from '../../kit/facility-time.ts';
import { TextFilter, useFilters } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { partnersWords } from '../../words/partners-en.ts';
import { useConsole } from '../console.ts';

type Logged = Answer<'GET /api/admin/partners/{partnerId}/requests'>['data'][number];
const A_PAGE = 50;

const toneOf = (status: number): 'calm' | 'held' | 'alarm' => (status < 400 ? 'calm' : status < 500 ? 'held' : 'alarm');

/** What a partner has asked, the newest first: a refusal that it writes of is found by its id. */
export const PartnerRequests = ({ partnerId }: { readonly partnerId: string }) => {
  const { ask } = useConsole();
  const { values, set } = useFilters();
  const requestId = values.request ?? '';
  return (
    <div class="stack">
      <TextFilter label={partnersWords.requestId} value={requestId} onText={(request) => set({ request })} />
      <Pages<Logged>
        of={['partner-requests', partnerId, requestId]}
        read={(after, signal) =>
          ask(
            'GET /api/admin/partners/{partnerId}/requests',
            { path: { partnerId }, query: { after, limit: A_PAGE, ...(requestId !== '' && { requestId }) } },
            { signal },
          )
        }
        what={partnersWords.lookingAtRequests}
        empty={<Empty title={partnersWords.noRequests}>{partnersWords.noRequestsMore}</Empty>}
      >
        {(requests) => (
          <ol class="records">
            {requests.map(({ requestId, at, method, path, status, durationMs, remoteAddress }) => (
              <li key={requestId}>
                <div class="record-head">
                  <span class="fact" data-tone={toneOf(status)}>
                    {status}
                  </span>
                  <code>
                    {method} <bdi>{path}</bdi>
                  </code>
                  <time class="figures quiet small" dateTime={at}>
                    {utcTime.exactly(Date.parse(at))} UTC
                  </time>
                  <bdi class="quiet small">{partnersWords.tookFrom(durationMs, remoteAddress)}</bdi>
                  <code class="small">{requestId}</code>
                </div>
              </li>
            ))}
          </ol>
        )}
      </Pages>
    </div>
  );
};
