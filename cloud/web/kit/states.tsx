import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { RefusedError, UnreachableError } from '../client/request-errors.ts';
import { useConsole } from '../ops/console.ts';

/** Nothing flashes: a wait is shown once it is one. */
const SHOWN_AFTER = Milliseconds(150);

export const Loading = ({ what }: { readonly what: string }) => {
  const { clock } = useConsole();
  const [shown, show] = useState(false);
  useEffect(() => {
    const timer = clock.after(SHOWN_AFTER, () => show(true));
    return () => timer.cancel();
  }, [clock]);
  return (
    <p class="loading quiet" role="status">
      {shown ? `Looking up ${what}…` : ''}
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
  if (error instanceof UnreachableError)
    return { title: 'No answer', what: 'The cloud cannot be reached from here. Doors go on by themselves.' };
  if (!(error instanceof RefusedError)) return { title: 'Something went wrong', what: 'This page could not be shown.' };
  const { status, message } = error.refusal;
  if (status === 403) return { title: 'Not for you', what: message || 'You do not hold the right that this needs.' };
  if (status === 404) return { title: 'Not here', what: message || 'It is gone, or was never there.' };
  if (status === 429) return { title: 'Too fast', what: message };
  if (status >= 500) return { title: 'It did not work', what: message || 'The cloud could not do it.' };
  return { title: 'Refused', what: message };
};

/** What went wrong, what may be done about it, and by which request the logs know it. */
export const Failed = ({ error, again }: { readonly error: unknown; readonly again?: () => void }) => {
  const { title, what } = explain(error);
  const requestId = error instanceof RefusedError ? error.refusal.requestId : undefined;
  return (
    <div class="failed" role="alert">
      <p class="failed-title">{title}</p>
      <p>{what}</p>
      {requestId !== undefined && (
        <p class="quiet small">
          Request <code>{requestId}</code>
        </p>
      )}
      {again !== undefined && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
};
