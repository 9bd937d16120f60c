import { computed } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
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

/** Says of what is shown that it may be old: at the foot of the page (`Notes`), where nothing moves for it. */
export const Staleness = ({ news }: { readonly news: News<unknown> }) => {
  const { shown } = usePageTools();
  useEffect(() => {
    shown.value = [...shown.peek(), news];
    return () => {
      shown.value = shown.peek().filter((other) => other !== news);
    };
  }, [shown, news]);
  return null;
};

/** Old values are never shown without a word. */
const STALE_MS = 12_000;

/** Whether what is seen of a topic is too old to be shown without a word. */
export const useIsOld = (news: News<unknown>): boolean => {
  const { ticks, clock } = usePageTools();
  // Computed, so that who asks is drawn again when it turns, not with each tick.
  const isOld = useMemo(
    () =>
      computed(() => {
        void ticks.value;
        return news.picture !== undefined && clock.monoMs() - news.picture.askedAt >= STALE_MS;
      }),
    [news, ticks, clock],
  );
  return isOld.value;
};

/** The oldest of what is shown, where that is old. */
export const useOldest = (): { readonly age: number; readonly away: boolean } | undefined => {
  const { ticks, clock, shown } = usePageTools();
  void ticks.value;
  const ages = shown.value.flatMap(({ picture, error }) =>
    picture === undefined ? [] : [{ age: clock.monoMs() - picture.askedAt, away: error !== undefined }],
  );
  const [oldest] = ages.toSorted((one, other) => other.age - one.age);
  return oldest !== undefined && oldest.age >= STALE_MS ? oldest : undefined;
};
