import type { Timer } from '@gatehouse/shared/time/clock.ts';
import { type RefusedError, refusedAs } from '../client/request-errors.ts';
import type { News, PollingLive, WatchedLive } from './live.ts';
import { createLivePicture } from './live-picture.ts';

/** Somebody who watches: their topic, and what they were told last. */
interface Watcher {
  readonly tell: () => void;
  readonly poll: () => void;
  readonly stopPolling: () => void;
  readonly revoke: (error: RefusedError) => void;
}

export const createWatched = (name: string) => ({
  name,
  picture: createLivePicture(),
  watchers: new Set<Watcher>(),
  /** Called at each change. */
  woken: new Set<() => void>(),
  /** Where it goes on after the line was lost. */
  seq: undefined as number | undefined,
  /** When it was so that the picture shows all there is, on the monotonic clock. */
  currentAt: Number.NEGATIVE_INFINITY,
  /** False while what has happened meanwhile is being told. */
  caughtUp: false,
  /** Not over the socket: it is asked for. */
  refused: false,
  linger: undefined as Timer | undefined,
});
export type Watched = ReturnType<typeof createWatched>;

/** Tells somebody of a topic, of the live picture or by asking. */
export const createWatcher = (
  of: Watched,
  topic: WatchedLive<unknown>,
  told: (news: News<unknown>) => void,
  polling: PollingLive,
): Watcher => {
  let last: News<unknown> | undefined;
  let stop: (() => void) | undefined;
  const tell = (news: News<unknown>): void => {
    last = news;
    told(news);
  };
  return {
    tell: () => {
      const data = topic.live.of(of.picture.list() ?? []);
      if (data === undefined) return tell({ picture: undefined, error: refusedAs(404, 'gone') });
      if (last?.picture?.data === data && last.error === undefined && stop === undefined) return;
      // How old it is moves with each beat, and nothing has to be drawn again for that.
      const picture = {
        data,
        get askedAt() {
          return of.currentAt;
        },
      };
      tell({ picture, error: undefined });
    },
    poll: () => {
      stop ??= polling.watch(topic, ({ picture, error }) => tell({ picture: picture ?? last?.picture, error }));
    },
    stopPolling: () => {
      stop?.();
      stop = undefined;
    },
    revoke: (error) => tell({ picture: undefined, error }),
  };
};
