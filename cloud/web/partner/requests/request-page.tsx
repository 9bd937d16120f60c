import { useEffect } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { Operations } from '../../client/console-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels, partnerWords } from '../../words/partner-en.ts';
import { useKeys } from '../keys/use-keys.ts';
import { usePartner, useQuery } from '../partner-console.ts';
import { PARTNER_ROUTES } from '../routes.ts';
import { KeptExchange } from './kept-exchange.tsx';

type Logged = Operations['GET /console/v1/requests/{requestId}']['answer'];

const isNotThereYet = (error: unknown): boolean =>
  error instanceof RefusedError && error.refusal.code === 'request_unknown';

/** One request: what was asked, what was answered, and of a batch what was not taken. */
export const RequestPage = () => {
  const { ask } = usePartner();
  const { params } = useRoute();
  const requestId = params.requestId ?? '';
  const found = useQuery({
    queryKey: ['request', requestId],
    queryFn: ({ signal }) => ask('GET /console/v1/requests/{requestId}', { path: { requestId } }, { signal }),
    // One that was just sent takes a second to be there.
    retry: (failures, error) => failures < 2 && isNotThereYet(error),
  });
  useEffect(() => {
    document.title = `${partnerWords.request(requestId)} · ${labels.product}`;
  }, [requestId]);
  return (
    <div class="account">
      <div>
        <p class="small">
          <a href={PARTNER_ROUTES.requests}>{partnerLabels.requests.back}</a>
        </p>
        <h1 tabIndex={-1}>
          {partnerLabels.requests.one} <bdi>{requestId}</bdi>
        </h1>
      </div>
      <Answered query={found} what={partnerLabels.requests.lookingAtOne}>
        {(request) => (
          <>
            <Metadata request={request} />
            <KeptExchange kept={request.exchange} />
            <RemarkList remarks={request.remarks} />
          </>
        )}
      </Answered>
    </div>
  );
};

const Metadata = ({ request }: { readonly request: Logged }) => {
  const ago = useAgo();
  const keys = useKeys();
  const { at, keyId, method, path, endpoint, status, durationMs, remoteAddress } = request;
  const label = keys.data?.data.find((key) => key.keyId === keyId)?.label;
  return (
    <section class="panel" aria-label={partnerLabels.requests.one}>
      <p class="owned-name">
        {method} <bdi>{path}</bdi>
      </p>
      <dl class="rows">
        <dt>{partnerLabels.requests.answer}</dt>
        <dd>
          <span class="fact" data-tone={status < 400 ? 'calm' : 'alarm'}>
            {status}
          </span>
        </dd>
        <dt>{partnerLabels.requests.endpoint}</dt>
        <dd>{endpoint ?? partnerLabels.requests.noEndpoint}</dd>
        <dt>{partnerLabels.requests.key}</dt>
        <dd>
          <bdi>{partnerWords.keyOf(keyId, label)}</bdi>
        </dd>
        <dt>{partnerLabels.requests.at}</dt>
        <dd>
          <time dateTime={at}>{at}</time> ({ago(at)})
        </dd>
        <dt>{partnerLabels.requests.took}</dt>
        <dd>{partnerWords.took(durationMs)}</dd>
        <dt>{partnerLabels.requests.from}</dt>
        <dd>
          <bdi>{remoteAddress}</bdi>
        </dd>
      </dl>
    </section>
  );
};

const RemarkList = ({ remarks }: Pick<Logged, 'remarks'>) => (
  <section class="panel" aria-labelledby="remarks-title">
    <h2 id="remarks-title">{partnerLabels.requests.remarks}</h2>
    {remarks.length === 0 && <p class="quiet">{partnerLabels.requests.noRemarks}</p>}
    <ul class="owned">
      {remarks.map(({ index, ids, path, reason }) => (
        <li key={`${index} ${path}`}>
          <div>
            <p class="owned-name">
              <bdi>{path === null ? partnerWords.skipped(index) : partnerWords.ignored(index, path)}</bdi>
            </p>
            <p>
              <bdi>{reason}</bdi>
            </p>
            <p class="quiet small">
              {Object.entries(ids).map(([name, value]) => (
                <span key={name} class="line">
                  {name}: <bdi>{value}</bdi>
                </span>
              ))}
            </p>
          </div>
        </li>
      ))}
    </ul>
  </section>
);
