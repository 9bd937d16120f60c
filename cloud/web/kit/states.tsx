import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { RefusedError, UnreachableError } from '../client/request-errors.ts';
import { words } from '../words/en.ts';
import { labels } from '../words/labels-en.ts';
import { usePageTools } from './page-tools.ts';

/** Nothing flashes: a wait is shown once it is one. */
const SHOWN_AFTER = Milliseconds(150);

export const Loading = ({ what }: { readonly what: string }) => {
  const { clock } = usePageTools();
  const [shown, show] = useState(false);
  useEffect(() => {
    const timer = clock.after(SHOWN_AFTER, () => show(true));
    return () => timer.cancel();
  }, [clock]);
  return (
    <p class="loading quiet" role="status">
      {shown ? words.lookingUp(what) : ''}
    </p>
  );
};

export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children !== undefined && <p class="quiet">{children}</p>}
  </div>
);

interface Explained {
  readonly title: string;
  readonly what: string;
}

const explain = (error: unknown): Explained => {
  if (error instanceof UnreachableError) return { title: labels.states.noAnswer, what: labels.states.noAnswerMore };
  if (!(error instanceof RefusedError)) return { title: labels.states.wrong, what: labels.states.wrongMore };
  const { status, code, message } = error.refusal;
  if (code === 'step_up_required') return { title: labels.proof.notDone, what: labels.proof.notDoneMore };
  if (status === 403) return { title: labels.states.denied, what: message || labels.states.deniedMore };
  if (status === 404) return { title: labels.states.gone, what: message || labels.states.goneMore };
  if (status === 429) return { title: labels.states.tooFast, what: message };
  if (status >= 500) return { title: labels.states.failed, what: message || labels.states.failedMore };
  return { title: labels.states.refused, what: message };
};

const NO_REFUSAL = { requestId: undefined, code: undefined };

/** What went wrong, what may be done about it, and by which request the logs know it. */
export const Failed = ({ error, again }: { readonly error: unknown; readonly again?: () => void }) => {
  const { Answers } = usePageTools();
  const { title, what } = explain(error);
  const { requestId, code } = error instanceof RefusedError ? error.refusal : NO_REFUSAL;
  return (
    <div class="failed" role="alert">
      <p class="failed-title">{title}</p>
      <p>{what}</p>
      {requestId !== undefined && (
        <p class="quiet small">
          {words.request} <code>{requestId}</code>
        </p>
      )}
      {code !== undefined && Answers !== undefined && <Answers about={`error:${code}`} />}
      {again !== undefined && (
        <button type="button" onClick={again}>
          {labels.states.again}
        </button>
      )}
    </div>
  );
};
