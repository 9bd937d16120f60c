import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { LiveDoor } from '../client/live-frames.gen.ts';
import type { Fetched } from './fetched.ts';

/** Something that is watched: how it is called, and how to look at it once. */
export interface Topic<Picture> {
  readonly name: string;
  read(signal: AbortSignal): Promise<Picture>;
  /** How often it is looked at where nobody tells. */
  readonly period: Duration;
  /** Where the live socket tells of it: the topic there, and what is made of its doors; undefined where it is not among them. */
  readonly live?: { readonly topic: string; readonly of: (doors: readonly LiveDoor[]) => Picture | undefined };
  /** A topic of the live socket that changes when this does, where it has none of its own: it is then looked at at once. */
  readonly wokenBy?: string;
}
export type WatchedLive<Picture> = Topic<Picture> & Required<Pick<Topic<Picture>, 'live'>>;

/** What is known of a topic: the last picture, and whether the newest look has failed. */
export interface News<Picture> {
  readonly picture: Fetched<Picture> | undefined;
  /** Why there is nothing newer. */
  readonly error: unknown;
}

/** Tells of a topic until what it returns is called. What pages know of doors comes through here alone. */
export interface Live {
  watch<Picture>(topic: Topic<Picture>, told: (news: News<Picture>) => void): () => void;
}

/** The same by asking again and again. `onLook` is given how to have it asked at once. */
export interface PollingLive extends Live {
  watch<Picture>(
    topic: Topic<Picture>,
    told: (news: News<Picture>) => void,
    onLook?: (look: () => void) => void,
  ): () => void;
}

/** An answer that takes longer says nothing of now any more. */
const LOOK_FOR = Seconds(10);

export interface PollingDeps {
  readonly clock: Clock;
  /** A page that nobody sees asks nothing. */
  readonly isVisible: () => boolean;
  /** Calls back when that changes, until what is returned is called. */
  readonly onVisibility: (changed: () => void) => () => void;
}

/** Looks again and again: each time as long after the last answer, and at once when the page comes back into view. */
export const pollingLive = ({ clock, isVisible, onVisibility }: PollingDeps): PollingLive => ({
  watch: (topic, told, onLook) => {
    let stopped = false;
    let picture: News<Awaited<ReturnType<typeof topic.read>>>['picture'];
    let looking: AbortController | undefined;
    let next = { cancel: (): void => {} };
    const look = async (): Promise<void> => {
      if (stopped || looking !== undefined || !isVisible()) return;
      next.cancel();
      const current = new AbortController();
      looking = current;
      const limit = clock.after(LOOK_FOR, () => current.abort());
      // As old as the question: the answer may have been on its way for a while.
      const askedAt = clock.monoMs();
      try {
        const data = await topic.read(current.signal);
        picture = { data, askedAt };
        if (!stopped) told({ picture, error: undefined });
      } catch (error) {
        if (!stopped) told({ picture, error });
      }
      limit.cancel();
      looking = undefined;
      if (!stopped) next = clock.after(topic.period, () => void look());
    };
    const unheard = onVisibility(() => void look());
    onLook?.(() => void look());
    void look();
    return () => {
      stopped = true;
      next.cancel();
      looking?.abort();
      unheard();
    };
  },
});
