import { useEffect } from 'preact/hooks';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Choice, TextFilter, useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels } from '../../words/partner-en.ts';
import { feedLabels, feedWords } from '../../words/partner-events-en.ts';
import { useQuery } from '../partner-console.ts';
import { curlOf } from '../reference/try-call.ts';
import { TriedCall } from '../trying/tried-call.tsx';
import { useTrying } from '../trying/try-key.ts';
import { type FeedEvent, feedAddress, feedIn, shownOf } from './feed.ts';

const LIMITS = ['20', '100', '200'] as const;
const USUAL = '100';

/** What the event feed gives, by what stands in the address: the same as the API answers. */
export const EventsPage = () => {
  const { look } = useTrying();
  const { values, set } = useFilters();
  const { after = '', limit = USUAL, kind = '', facility = '' } = values;
  const path = feedAddress({ after, limit: limit === USUAL ? '' : limit });
  const query = useQuery({ queryKey: ['feed', path], queryFn: () => look(path) });
  useEffect(() => {
    document.title = `${partnerLabels.events} · ${labels.product}`;
  }, []);
  const curl = curlOf({ method: 'GET', address: path, headers: {}, body: undefined });
  return (
    <div class="account">
      <div>
        <h1 tabIndex={-1}>{partnerLabels.events}</h1>
        <p class="quiet">{feedLabels.more}</p>
      </div>
      <section class="panel" aria-label={feedLabels.read}>
        <div class="add">
          <TextFilter label={feedLabels.after} value={after} onText={(text) => set({ after: text })} />
          <Choice
            label={feedLabels.limit}
            value={limit}
            options={LIMITS.map((one) => [one, one] as const)}
            onChoice={(chosen) => set({ limit: chosen === USUAL ? '' : chosen })}
          />
          <TextFilter label={feedLabels.kind} value={kind} onText={(text) => set({ kind: text })} />
          <TextFilter label={feedLabels.facility} value={facility} onText={(text) => set({ facility: text })} />
        </div>
        <p class="quiet small">{feedLabels.afterMore}</p>
        <p class="quiet small">{feedLabels.kindMore}</p>
        <h2>{feedLabels.curl}</h2>
        <pre class="code">{curl}</pre>
        <CopyButton text={curl} label={feedLabels.copy} />
      </section>
      <section class="panel" aria-label={partnerLabels.events}>
        <Answered query={query} what={feedLabels.looking}>
          {(tried) => {
            const feed = feedIn(tried);
            if (feed === undefined) return <TriedCall tried={tried} />;
            const shown = shownOf(feed.data, { kind, facility });
            return (
              <>
                {!feed.complete && <p class="problem">{feedLabels.incomplete}</p>}
                <p role="status">{feedWords.count(shown.length, feed.data.length, feed.has_more)}</p>
                {shown.length === 0 && <Empty title={feedLabels.none}>{feedLabels.noneMore}</Empty>}
                <ul class="owned">
                  {shown.map((event) => (
                    <OneEvent key={event.id} event={event} />
                  ))}
                </ul>
                <p class="buttons">
                  {after !== '' && (
                    <button type="button" onClick={() => set({ after: '' })}>
                      {feedLabels.toTheOldest}
                    </button>
                  )}
                  <button type="button" onClick={() => set({ after: feed.next })}>
                    {feedLabels.goOn}
                  </button>
                </p>
                <details>
                  <summary>{feedLabels.answer}</summary>
                  <TriedCall tried={tried} />
                </details>
              </>
            );
          }}
        </Answered>
      </section>
    </div>
  );
};

const OneEvent = ({ event: { id, kind, facility_id, occurred_at, data } }: { readonly event: FeedEvent }) => {
  const ago = useAgo();
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{kind}</bdi>
        </p>
        <p class="quiet small">
          <time dateTime={occurred_at}>{ago(occurred_at)}</time> · <bdi>{facility_id}</bdi> · <bdi>{id}</bdi>
        </p>
        <details>
          <summary>{feedLabels.data}</summary>
          <pre class="code">
            <bdi>{JSON.stringify(data, undefined, 2)}</bdi>
          </pre>
        </details>
      </div>
    </li>
  );
};
