import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Caller } from '../../kit/http/call.ts';
import { type Live, nameOf } from '../../kit/live/engine.ts';
import type { EntryChange } from '../../kit/live/picture.ts';
import type { LiveMessage } from '../../kit/live/source.ts';
import type { ServedTopic } from '../../kit/live/topic.ts';
import type { LiveEnd, LiveSnapshot, Sink } from '../../kit/live/watcher.ts';
import type { Step } from '../graphql/subscription-type.ts';

export interface FollowDeps {
  readonly live: Pick<Live, 'watch' | 'wake'>;
}
export interface FollowedTopic {
  readonly topic: ServedTopic;
  readonly key: string;
  readonly caller: Caller;
  readonly after: number | undefined;
  /** It is over, and not by whoever follows: the fault of a right that is gone also ends the iteration. */
  readonly ended: (why: LiveEnd) => void;
}

/** The steps of a topic, one after the other. `return` ends them at once, also while one is waited for. */
export interface Following extends AsyncIterableIterator<Step> {
  /** Goes on as the same user by another token. */
  as(caller: Caller): void;
  /** Ends with this fault. */
  fail(fault: Fault): void;
  return(): Promise<IteratorResult<Step>>;
}

/** So many steps may wait for whoever follows: all of a page are read at once. They are the same objects for everybody. */
const WAITING_MAX = 200;

/**
 * Follows a topic of the engine step by step. INVARIANT: while as many steps wait as may, the engine keeps the place, and nothing
 * is queued: the engine ends who takes nothing for a minute.
 */
export const follow = ({ live }: FollowDeps, { topic, key, caller, after, ended }: FollowedTopic): Following => {
  const waiting: Step[] = [];
  const name = nameOf(topic, key);
  const { entryId } = topic.declaration;
  let place = after;
  /** Something was not told for want of room. */
  let held = false;
  let over: LiveEnd | 'left' | undefined;
  let asked: { resolve(result: IteratorResult<Step>): void; reject(error: unknown): void } | undefined;

  const give = (): void => {
    if (asked === undefined) return;
    const { resolve, reject } = asked;
    // What was not taken before a right was lost is not told after it.
    const next = over === undefined ? waiting.shift() : undefined;
    if (next === undefined && over === undefined) return;
    asked = undefined;
    if (next !== undefined) {
      resolve({ done: false, value: next });
      if (waiting.length > 0 || !held) return;
      held = false;
      live.wake(name);
    } else if (typeof over === 'object') reject(over.fault);
    else resolve({ done: true, value: undefined });
  };
  const put = (step: Step): void => {
    place = step.cursor;
    waiting.push(step);
    give();
  };
  const sink: Sink = {
    ready: () => {
      const room = waiting.length < WAITING_MAX;
      held ||= !room;
      return room;
    },
    snapshot: (of: LiveSnapshot) =>
      put({
        ...{ of, isWhole: true, cursor: of.seq, reset: of.reset, removed: [] },
        entries: of.entries as readonly object[],
      }),
    message: (of: LiveMessage) => put({ of, isWhole: false, cursor: of.seq, reset: false, ...changesIn(of, entryId) }),
    ended: (why) => {
      over ??= why;
      ended(why);
      give();
    },
  };
  const watch = (as: Caller) => live.watch({ topic, key, caller: as, after: place, sink });
  let stop = watch(caller);
  const leave = async (): Promise<IteratorResult<Step>> => {
    stop();
    over ??= 'left';
    waiting.length = 0;
    give();
    return { done: true, value: undefined };
  };
  const following: Following = {
    as: (next) => {
      if (over !== undefined) return;
      stop();
      stop = watch(next);
    },
    fail: (fault) => {
      stop();
      over ??= { fault };
      give();
    },
    next: () =>
      new Promise((resolve, reject) => {
        asked = { resolve, reject };
        give();
      }),
    return: leave,
    throw: leave,
    [Symbol.asyncIterator]: () => following,
  };
  return following;
};

/** What became of a picture, or what happened. */
const changesIn = ({ changes }: LiveMessage, entryId: string | undefined): Pick<Step, 'entries' | 'removed'> => {
  if (entryId === undefined) return { entries: changes as readonly object[], removed: [] };
  const all = changes as readonly EntryChange[];
  return {
    entries: all.flatMap(({ entry }) => (entry === null ? [] : [entry])),
    removed: all.flatMap(({ id, entry }) => (entry === null ? [id] : [])),
  };
};
