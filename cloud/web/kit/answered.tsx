import type { ComponentChildren } from 'preact';
import { labels } from '../words/labels-en.ts';
import type { News } from './live.ts';
import { Failed, Loading } from './states.tsx';

interface AnsweredProps<Data> {
  readonly query: { readonly data: Data | undefined; readonly error: unknown; refetch(): unknown };
  /** What is looked up, as it goes on after "Looking up". */
  readonly what: string;
  readonly children: (data: Data) => ComponentChildren;
}

/** What a query has answered; before that that it is asked, or why there is no answer. */
export const Answered = <Data,>({ query: { data, error, refetch }, what, children }: AnsweredProps<Data>) => {
  if (data !== undefined)
    return (
      <>
        {error !== null && <p class="stale">{labels.states.mayBeOld}</p>}
        {children(data)}
      </>
    );
  return error === null ? <Loading what={what} /> : <Failed error={error} again={() => void refetch()} />;
};

interface SeenProps<Picture> {
  readonly news: News<Picture>;
  readonly what: string;
  readonly children: (picture: Picture) => ComponentChildren;
}

/** What is seen of a topic, likewise. It is looked at again by itself. */
export const Seen = <Picture,>({ news: { picture, error }, what, children }: SeenProps<Picture>) => {
  if (picture !== undefined) return <>{children(picture.data)}</>;
  return error === undefined ? <Loading what={what} /> : <Failed error={error} />;
};
