import { useEffect, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { UnreachableError } from '../../client/request-errors.ts';
import { readJson } from '../../client/static-json.ts';
import type { TryForm } from '../../client/try-form.ts';
import { Answered } from '../../kit/answered.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { labels } from '../../words/labels-en.ts';
import { referenceLabels, referenceWords } from '../../words/reference-en.ts';
import { useQuery } from '../partner-console.ts';
import { PARTNER_ROUTES, REFERENCE, requestAddress } from '../routes.ts';
import { Prose, Verb } from './parts.tsx';
import { callOf, curlOf, keyOfField, problemsOf, valuesOf } from './try-call.ts';
import { TryFields } from './try-fields.tsx';
import { type Tried, useTry } from './use-try.ts';

/** One endpoint, to be tried with a key that rehearses. */
export const EndpointPage = () => {
  const { params } = useRoute();
  const operationId = params.operationId ?? '';
  const form = useQuery({
    queryKey: ['endpoint', operationId],
    queryFn: ({ signal }) =>
      readJson<TryForm>(`${REFERENCE}/endpoints/${encodeURIComponent(operationId)}.json`, signal),
  });
  const title = form.data?.title ?? operationId;
  useEffect(() => {
    document.title = `${title} · ${labels.product}`;
  }, [title]);
  return (
    <div class="account">
      <div>
        <p class="small">
          <a href={PARTNER_ROUTES.reference}>{referenceLabels.back}</a>
        </p>
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      <Answered query={form} what={referenceLabels.lookingAtOne}>
        {(found) => <Endpoint key={found.id} form={found} />}
      </Answered>
    </div>
  );
};

const Endpoint = ({ form }: { readonly form: TryForm }) => {
  const [values, setValues] = useState(() => valuesOf(form));
  const [problems, setProblems] = useState<ReturnType<typeof problemsOf>>({});
  const { busy, error, tried, key, send } = useTry();
  const call = callOf(form, values);
  const submit = (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    const found = problemsOf(form, values);
    setProblems(found);
    const wrong = form.fields.findIndex((field) => found[keyOfField(field)] !== undefined);
    if (wrong === -1) void send(call);
    else event.currentTarget.querySelectorAll<HTMLElement>('input, select, textarea')[wrong]?.focus();
  };
  return (
    <>
      <div>
        <p class="endpoint-row">
          <Verb method={form.method} /> <code>{form.path}</code>
        </p>
        <p>
          <Prose text={form.description} />
        </p>
        <p>
          <a href={`${REFERENCE}/endpoints/${encodeURIComponent(form.id)}`} target="_top">
            {referenceLabels.about}
          </a>
        </p>
      </div>
      <section class="panel" aria-labelledby="try-title">
        <h2 id="try-title">{referenceLabels.form}</h2>
        <form class="try" noValidate onSubmit={submit}>
          <TryFields
            {...{ form, values, problems }}
            onValue={(field, value) => setValues({ ...values, [field]: value })}
          />
          <p class="buttons">
            <button type="submit" class="first" disabled={busy}>
              {busy ? referenceLabels.sending : referenceLabels.send}
            </button>
          </p>
          {key !== undefined && <p class="quiet small">{referenceWords.until(key.endsAt.slice(11, 16))}</p>}
        </form>
      </section>
      <section class="panel" aria-labelledby="answer-title" aria-live="polite">
        <h2 id="answer-title">{referenceLabels.answer}</h2>
        {tried === undefined && error === undefined && <p class="quiet">{referenceLabels.nothingYet}</p>}
        {error instanceof UnreachableError && <p class="problem">{referenceLabels.noAnswer}</p>}
        {error !== undefined && <Failed error={error} />}
        {tried !== undefined && <CameBack tried={tried} />}
      </section>
      <section class="panel" aria-labelledby="curl-title">
        <h2 id="curl-title">{referenceLabels.curl}</h2>
        <pre class="code">{curlOf(call)}</pre>
        <CopyButton text={curlOf(call)} label={referenceLabels.copyCurl} />
        <p class="quiet small">{referenceLabels.keyMore}</p>
      </section>
    </>
  );
};

const CameBack = ({ tried: { status, tookMs, requestId, text } }: { readonly tried: Tried }) => (
  <>
    <p>
      <span class="fact" data-tone={status < 400 ? 'calm' : 'alarm'}>
        {status}
      </span>{' '}
      <span class="quiet small">{referenceWords.took(tookMs)}</span>
      {requestId !== undefined && (
        <>
          {' '}
          <a href={requestAddress(requestId)}>{referenceLabels.request}</a>
        </>
      )}
    </p>
    <pre class="code">{text}</pre>
  </>
);
