import { words } from '../words/en.ts';
import type { News } from './live.ts';
import { usePageTools } from './page-tools.ts';

/** How long ago something happened, in words and by the server's clock; it goes on by itself. */
export const useAgo = (): ((at: string) => string) => {
  const { ticks, serverNow } = usePageTools();
  void ticks.value;
  return (at) => words.ago(serverNow() - Date.parse(at));
};

/** How old what is seen of a topic is, in milliseconds; undefined where nothing has been seen. */
export const useAge = (news: News<unknown>): number | undefined => {
  const { ticks, clock } = usePageTools();
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
      <span aria-hidden="true">⚠</span> {words.old(age, news.error !== undefined)}
    </p>
  );
};
