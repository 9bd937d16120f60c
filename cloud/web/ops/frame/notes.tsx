import { useEffect, useRef } from 'preact/hooks';
import { useOldest } from '../../kit/ages.tsx';
import { Newer, useNewer } from '../../kit/newer.tsx';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole } from '../console.ts';
import { HeldOpen, useHeldOpen } from './held-open.tsx';

/**
 * What has to be known of everything on the page: that it is old, that nobody tells it what changes, that the console has been
 * updated, or that doors are held open. It stands over the foot of the window, where room is kept for it: nothing moves under a
 * finger as it comes and goes.
 */
export const Notes = () => {
  const { live, announcer } = useConsole();
  const oldest = useOldest();
  const isOld = oldest !== undefined;
  const wasOld = useRef(false);
  useEffect(() => {
    if (isOld) announcer.say(labels.live.old);
    else if (wasOld.current) announcer.say(labels.live.again);
    wasOld.current = isOld;
  }, [announcer, isOld]);
  const isNewer = useNewer();
  const isPolling = live.mode.value === 'polling';
  const held = useHeldOpen();
  if (!isOld && !isPolling && !isNewer && held.length === 0) return null;
  return (
    <aside class="notes" aria-label={labels.live.notes}>
      {held.length > 0 && <HeldOpen held={held} />}
      {isOld && (
        <p class="stale">
          <span aria-hidden="true">⚠</span> {words.old(oldest.age, oldest.away)}
        </p>
      )}
      {isPolling && !isOld && <p class="quiet small">{labels.live.polling}</p>}
      {isNewer && <Newer />}
    </aside>
  );
};
