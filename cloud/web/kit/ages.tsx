import { useConsole } from '../ops/console.ts';
import { words } from '../words/en.ts';
import type { News } from './live.ts';

/** How long ago something happened, by the server's clock; it goes on by itself. */
export const Ago = ({ at }: { readonly at: string }) => {
  const { ticks, serverNow } = useConsole();
  void ticks.value;
  return <time dateTime={at}>{words.ago(serverNow() - Date.parse(at))}</time>;
};

/** How old what is seen of a topic is, in milliseconds; undefined where nothing has been seen. */
export const useAge = (news: News<unknown>): number | undefined => {
  const { ticks, clock } = useConsole();
  void ticks.value;
  return news.picture === undefined ? undefined : clock.monoMs() - news.picture.askedAt;
};

/** Old values are never shown without a word. */
const STALE_MS = 12_000;

/** Says that a page shows what was, and for how long: nothing while it shows what is. */
export const Staleness = ({ news }: { readonly news: News<unknown> }) => {
  const age = useAge(news);
  if (age === undefined || age < STALE_MS) return null;
  return (
    <p class="stale" role="status">
      <span aria-hidden="true">⚠</span> What you see is {words.ago(age).replace(' ago', ' old')}.{' '}
      {news.error === undefined ? 'Waiting for newer word.' : 'The cloud does not answer.'}
    </p>
  );
};
