import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { FrameOut, LiveDoor } from '../client/live-frames.gen.ts';
import { refusedAs } from '../client/request-errors.ts';
import type { Live, News, PollingLive, Topic, WatchedLive } from './live.ts';
import { createLine, type LineDeps, type LineMode } from './live-line.ts';
import { createWatched, createWatcher, type Watched } from './live-watcher.ts';

/** What nobody watches any more is kept up to date so long: the next page often shows the same. */
const LINGER = Seconds(10);

export interface SocketLiveDeps extends LineDeps {
  readonly polling: PollingLive;
}

/** Pages over the one socket of the tab, with what they do without it. */
export interface SocketLive extends Live {
  readonly mode: ReadonlySignal<LineMode>;
  /** Something has changed that may help a line that is lost: who is signed in, the network, whether the page is seen. */
  hurry(): void;
  /** Tells what services do for the socket of this tab, which is there from then on, until what it returns is called. */
  hearRuns(hear: (line: RunLine) => void): () => void;
  /** What an endpoint is told that is to report here; undefined where there is no socket just now. */
  socketId(): string | undefined;
}
/** A line that a service tells of what it does. */
export type RunLine = FrameOut & { readonly type: 'log' };

/** What is watched by name, and what frames make of it. */
export const socketLive = ({ polling, ...deps }: SocketLiveDeps): SocketLive => {
  const { clock } = deps;
  const mode = signal<LineMode>('connecting');
  const topics = new Map<string, Watched>();
  const hearers = new Set<(line: RunLine) => void>();
  let socketId: string | undefined;

  const subscribe = ({ name, seq }: Watched): void =>
    line.send({ type: 'subscribe', topic: name, ...(seq !== undefined && { after: seq }) });
  const current = (topic: Watched): void => {
    topic.currentAt = clock.monoMs();
    topic.caughtUp = true;
    for (const watcher of topic.watchers) watcher.stopPolling();
  };
  const changed = (topic: Watched, seq: number): void => {
    topic.seq = seq;
    for (const watcher of topic.watchers) watcher.tell();
    for (const wake of topic.woken) wake();
  };
  const pollAll = (topic: Watched): void => {
    // What is asked for meanwhile is newer than the place of the socket: it begins with all there is.
    topic.seq = undefined;
    for (const watcher of topic.watchers) watcher.poll();
  };
  const ended = (frame: FrameOut & { readonly type: 'refused' | 'revoked' }): void => {
    const topic = topics.get(frame.topic ?? '');
    if (topic === undefined) return;
    topic.refused = true;
    if (frame.type === 'revoked') {
      topic.picture.forget();
      for (const watcher of topic.watchers) watcher.revoke(refusedAs(403, frame.error, frame.message));
    }
    pollAll(topic);
  };
  const beat = (names: readonly string[]): void => {
    for (const name of names) {
      const topic = topics.get(name);
      if (topic?.picture.list() !== undefined) current(topic);
    }
  };
  // Topics of a facility alone are watched: theirs are the entries.
  const shown = (topic: Watched, { data, seq }: FrameOut & { readonly type: 'snapshot' }): void => {
    topic.picture.show(data as readonly LiveDoor[]);
    current(topic);
    changed(topic, seq);
  };
  const patched = (topic: Watched, { changes, seq }: FrameOut & { readonly type: 'patch' }): void => {
    topic.picture.change(changes as Parameters<typeof topic.picture.change>[0]);
    if (topic.caughtUp) topic.currentAt = clock.monoMs();
    changed(topic, seq);
  };
  const heard = (frame: FrameOut): void => {
    switch (frame.type) {
      case 'beat':
        beat(frame.current);
        break;
      case 'refused':
      case 'revoked':
        ended(frame);
        break;
      case 'log':
        for (const hear of hearers) hear(frame);
        break;
      case 'snapshot':
      case 'patch': {
        const topic = topics.get(frame.topic);
        if (topic === undefined || topic.refused) break;
        if (frame.type === 'snapshot') shown(topic, frame);
        else patched(topic, frame);
      }
    }
  };
  const line = createLine(deps, {
    heard,
    welcomed: (id) => {
      socketId = id;
      for (const topic of topics.values()) {
        topic.refused = false;
        subscribe(topic);
      }
    },
    lost: () => {
      socketId = undefined;
      for (const topic of topics.values()) topic.caughtUp = false;
    },
    modeIs: (now) => {
      mode.value = now;
      if (now === 'polling') for (const topic of topics.values()) pollAll(topic);
    },
  });

  const topicOf = (name: string): Watched => {
    const known = topics.get(name);
    known?.linger?.cancel();
    if (known !== undefined) return known;
    const topic = createWatched(name);
    topics.set(name, topic);
    line.open();
    subscribe(topic);
    return topic;
  };
  const closeUnused = (): void => {
    if (topics.size + hearers.size > 0) return;
    socketId = undefined;
    line.close();
  };
  const leave = (topic: Watched): void => {
    if (topic.watchers.size + topic.woken.size > 0) return;
    topic.linger?.cancel();
    topic.linger = clock.after(LINGER, () => {
      topics.delete(topic.name);
      line.send({ type: 'unsubscribe', topic: topic.name });
      closeUnused();
    });
  };
  const askedFor = (topic: Topic<unknown>, told: (news: News<never>) => void): (() => void) => {
    if (topic.wokenBy === undefined) return polling.watch(topic, told as (news: News<unknown>) => void);
    const wakes = topicOf(topic.wokenBy);
    let look = (): void => {};
    const wake = (): void => look();
    wakes.woken.add(wake);
    const stop = polling.watch(topic, told as (news: News<unknown>) => void, (given) => {
      look = given;
    });
    return () => {
      wakes.woken.delete(wake);
      leave(wakes);
      stop();
    };
  };
  return {
    mode,
    hurry: line.hurry,
    socketId: () => socketId,
    hearRuns: (hear) => {
      hearers.add(hear);
      line.open();
      return () => {
        hearers.delete(hear);
        closeUnused();
      };
    },
    watch: (topic, told) => {
      if (topic.live === undefined) return askedFor(topic, told);
      const of = topicOf(topic.live.topic);
      const watcher = createWatcher(of, topic as WatchedLive<unknown>, told as (news: News<unknown>) => void, polling);
      of.watchers.add(watcher);
      if (of.picture.list() !== undefined) watcher.tell();
      if (of.refused || line.mode() === 'polling') watcher.poll();
      return () => {
        of.watchers.delete(watcher);
        watcher.stopPolling();
        leave(of);
      };
    },
  };
};
