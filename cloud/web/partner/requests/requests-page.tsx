import { useEffect, useId, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Operations } from '../../client/console-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { Empty } from '../../kit/states.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels, partnerWords } from '../../words/partner-en.ts';
import { useKeys } from '../keys/use-keys.ts';
import { usePartner, useQuery } from '../partner-console.ts';
import { PARTNER_ROUTES, requestAddress } from '../routes.ts';
import { Filters, filtersIn, searchOf } from './filters.tsx';

type Logged = Operations['GET /console/v1/requests']['answer']['data'][number];

const SHOWN = 50;

/** What came with the keys of the account. What it is narrowed by stands in the address. */
export const RequestsPage = () => {
  const { ask } = usePartner();
  const { query } = useLocation();
  const filters = filtersIn(query);
  const { status, ...others } = filters;
  const { after } = query;
  const found = useQuery({
    queryKey: ['requests', filters, after ?? ''],
    queryFn: ({ signal }) =>
      ask(
        'GET /console/v1/requests',
        { query: { ...others, status: status === undefined ? status : Number(status), after, limit: SHOWN } },
        { signal },
      ),
  });
  useEffect(() => {
    document.title = `${partnerLabels.requests.title} · ${labels.product}`;
  }, []);
  return (
    <div class="account">
      <div>
        <h1 tabIndex={-1}>{partnerLabels.requests.title}</h1>
        <p class="quiet">{partnerLabels.requests.more}</p>
      </div>
      <section class="panel" aria-label={partnerLabels.requests.filter}>
        <Filters key={searchOf(filters)} filters={filters} />
        <FindOne />
      </section>
      <section class="panel" aria-label={partnerLabels.requests.title}>
        <Answered query={found} what={partnerLabels.requests.looking}>
          {({ data, next }) => (
            <>
              {data.length === 0 && (
                <Empty title={partnerLabels.requests.none}>{partnerLabels.requests.noneMore}</Empty>
              )}
              <ul class="owned">
                {data.map((request) => (
                  <RequestRow key={request.requestId} request={request} />
                ))}
              </ul>
              <p class="buttons">
                {after !== undefined && (
                  <a class="bar-link" href={`${PARTNER_ROUTES.requests}${searchOf(filters)}`}>
                    {partnerLabels.requests.newest}
                  </a>
                )}
                {next !== null && (
                  <a class="bar-link" href={`${PARTNER_ROUTES.requests}${searchOf({ ...filters, after: next })}`}>
                    {partnerLabels.requests.older}
                  </a>
                )}
              </p>
            </>
          )}
        </Answered>
      </section>
    </div>
  );
};

const RequestRow = ({ request }: { readonly request: Logged }) => {
  const ago = useAgo();
  const keys = useKeys();
  const { requestId, at, keyId, method, path, endpoint, status } = request;
  const label = keys.data?.data.find((key) => key.keyId === keyId)?.label;
  return (
    <li>
      <div>
        <p class="owned-name">
          <span class="fact" data-tone={status < 400 ? 'calm' : 'alarm'}>
            {status}
          </span>{' '}
          <a href={requestAddress(requestId)}>
            {method} <bdi>{endpoint ?? path}</bdi>
          </a>
        </p>
        <p class="quiet small">
          {ago(at)} · <bdi>{partnerWords.keyOf(keyId, label)}</bdi> · <bdi>{requestId}</bdi>
        </p>
      </div>
    </li>
  );
};

/** By the `request_id` of an answer. */
const FindOne = () => {
  const { route } = useLocation();
  const [requestId, setRequestId] = useState('');
  const field = useId();
  return (
    <form
      class="add"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (requestId.trim() === '') return document.getElementById(field)?.focus();
        route(requestAddress(requestId.trim()));
      }}
    >
      <div class="field">
        <label for={field}>{partnerLabels.requests.find}</label>
        <input
          id={field}
          autocomplete="off"
          spellcheck={false}
          maxLength={120}
          placeholder={partnerLabels.requests.findExample}
          value={requestId}
          onInput={({ currentTarget }) => setRequestId(currentTarget.value)}
        />
      </div>
      <button type="submit">{partnerLabels.requests.open}</button>
    </form>
  );
};
