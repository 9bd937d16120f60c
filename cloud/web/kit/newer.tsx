import { useEffect, useState } from 'preact/hooks';
import { labels } from '../words/labels-en.ts';
import { watchBuild } from './newer-build.ts';
import { usePageTools } from './page-tools.ts';

/** Whether the server has another build of the console than this page is of. */
export const useNewer = (): boolean => {
  const { clock, announcer } = usePageTools();
  const [isNewer, setNewer] = useState(false);
  useEffect(
    () =>
      watchBuild(
        {
          clock,
          fetch: (url, init) => fetch(url, init),
          page: location.pathname.replace(/^(\/\w+).*$/, '$1'),
          build: document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? '',
          isVisible: () => document.visibilityState === 'visible',
          onVisibility: (changed) => {
            document.addEventListener('visibilitychange', changed);
            return () => document.removeEventListener('visibilitychange', changed);
          },
        },
        () => {
          announcer.say(labels.states.newer);
          setNewer(true);
        },
      ),
    [clock, announcer],
  );
  return isNewer;
};

/** Says so, and leaves it to whoever is at the page when to load it again. */
export const Newer = () => (
  <p class="newer">
    {labels.states.newer}{' '}
    <button type="button" class="plain" onClick={() => location.reload()}>
      {labels.states.loadAgain}
    </button>
  </p>
);
