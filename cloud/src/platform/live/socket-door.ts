import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Caller } from '../../kit/http/call.ts';
import type { LiveSocket } from '../../kit/http/sockets.ts';
import type { Live } from '../../kit/live/engine.ts';
import { nameOf } from '../../kit/live/engine.ts';
import type { LiveMessage } from '../../kit/live/source.ts';
import type { ServedTopic } from '../../kit/live/topic.ts';
import type { LiveEnd, LiveSnapshot, Sink } from '../../kit/live/watcher.ts';
import { FrameIn, HEARTBEAT_MS } from './frames.ts';
import { liveFault } from './live.faults.ts';

export interface DoorDeps {
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  readonly live: Pick<Live, 'watch' | 'wake'>;
  /** By the first half of its name. */
  readonly topicOf: (name: string) => ServedTopic | undefined;
  readonly runs: ServedTopic;
}

export const TOPICS_MAX = 50;
/** A topic that was not looked at for longer is not said to be current, in ms: it is looked at each second. */
const CURRENT_MS = 2_500;
/** While more waits for the client, nothing more is sent: the cursors wait. */
export const UNSENT_BYTES = 262_144;
const MALFORMED = 4400;
const SIGNED_OUT = 4403;
const TOO_SLOW = 4431;
/** RFC 6455 section 5.5: a control frame has 125 bytes, two of them the code. */
const REASON_BYTES = 123;

/** A socket that is open, as whoever looks after all of them knows it. */
export interface SocketDoor {
  readonly id: string;
  readonly caller: Caller;
  beat(): void;
  /** Tells a run of this socket from its beginning, unless it is being told. */
  follow(runId: string): void;
  /** The key that it was opened with has ended. */
  signOut(): void;
  /** Another has taken its place: the client is to come back. */
  lose(): void;
}

/** The texts of what all watchers of a topic are told: made once. */
const texts = new WeakMap<object, string>();
const textOf = (of: object, frame: () => object): string => {
  const known = texts.get(of);
  if (known !== undefined) return known;
  const text = JSON.stringify(frame());
  texts.set(of, text);
  return text;
};

/** One client of the live socket: takes its frames, and tells it what it subscribed to. */
export const openSocketDoor = (
  deps: DoorDeps,
  socket: LiveSocket,
  { id, caller }: { readonly id: string; readonly caller: Caller },
): SocketDoor => {
  const { clock, live } = deps;
  const watched = new Map<string, () => void>();
  /** When each topic was told in full last. A beat says nothing of those that cannot be read. */
  const toldAt = new Map<string, number>();
  const send = (frame: object): void => socket.send(JSON.stringify(frame));
  /** Something was not told for want of room: whatever drains then is to be told of, and nothing else. */
  let held = false;
  const hasRoom = (): boolean => {
    const room = socket.waiting() <= UNSENT_BYTES;
    held ||= !room;
    return room;
  };
  const close = (code: number, reason: string): void => socket.close(code, inBytes(reason, REASON_BYTES));

  const forget = (name: string): void => {
    watched.delete(name);
    toldAt.delete(name);
  };
  const ended = (name: string, why: LiveEnd, cursor: number | undefined): void => {
    forget(name);
    if (why === 'too_slow') {
      close(TOO_SLOW, `${name}@${cursor ?? ''}`);
      return;
    }
    const { code, message } = why.fault;
    if (code === 'unauthenticated') close(SIGNED_OUT, message);
    else send({ type: 'revoked', topic: name, error: code, message });
  };
  const topicSink = (name: string): Sink => ({
    ready: hasRoom,
    snapshot: (of: LiveSnapshot) =>
      socket.send(
        textOf(of, () => ({ type: 'snapshot', topic: name, seq: of.seq, reset: of.reset, data: of.entries })),
      ),
    message: (of: LiveMessage) =>
      socket.send(textOf(of, () => ({ type: 'patch', topic: name, seq: of.seq, changes: of.changes }))),
    current: (at) => void toldAt.set(name, at),
    ended: (why, cursor) => ended(name, why, cursor),
  });
  const runSink = (run: string): Sink => ({
    ready: hasRoom,
    snapshot: () => undefined,
    message: (of: LiveMessage) =>
      socket.send(textOf(of, () => ({ type: 'log', run, seq: of.seq, ...(of.changes[0] as object) }))),
    ended: (why, cursor) => ended(`run:${run}`, why, cursor),
  });

  const watch = (topic: ServedTopic, key: string, of: { caller: Caller; after?: number | undefined }): void => {
    const name = nameOf(topic, key);
    watched.get(name)?.();
    toldAt.delete(name);
    const sink = topic === deps.runs ? runSink(key) : topicSink(name);
    watched.set(name, live.watch({ topic, key, sink, ...of }));
  };
  /** Asks as a request would, and watches if that is let through. */
  const subscribe = async (topic: ServedTopic | undefined, key: string, after: number | undefined): Promise<void> => {
    if (topic === undefined) throw liveFault('topic_unknown', 'There is no such topic.');
    if (!watched.has(nameOf(topic, key)) && watched.size >= TOPICS_MAX)
      throw liveFault('too_many_topics', `A socket has at most ${TOPICS_MAX} topics.`);
    const { caller: admitted, result } = await socket.ask(topic.endpoint, { [topic.declaration.param]: key });
    if (result !== undefined && 'fault' in result) throw result.fault;
    if (result !== undefined && admitted !== undefined && !socket.signal.aborted)
      watch(topic, key, { caller: admitted, after });
  };
  const take = async (frame: FrameIn): Promise<void> => {
    const named = frame.type === 'resume' ? { run: frame.run } : { topic: frame.topic };
    try {
      if (frame.type === 'resume') return await subscribe(deps.runs, frame.run, frame.after);
      const [kind = '', key = ''] = splitOnce(frame.topic);
      if (frame.type === 'subscribe') return await subscribe(deps.topicOf(kind), key, frame.after);
      watched.get(frame.topic)?.();
      forget(frame.topic);
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown;
      if (thrown.code === 'unauthenticated') close(SIGNED_OUT, thrown.message);
      else send({ type: 'refused', ...named, error: thrown.code, message: thrown.message });
    }
  };

  socket.hear(async (text) => {
    const frame = frameIn(text);
    if ('malformed' in frame) return close(MALFORMED, frame.malformed);
    await take(frame.frame);
  });
  socket.onDrained(() => {
    if (!held) return;
    held = false;
    for (const name of watched.keys()) live.wake(name);
  });
  const end = (): void => {
    for (const stop of watched.values()) stop();
    watched.clear();
    toldAt.clear();
  };
  const current = (): readonly string[] => {
    const since = clock.monoMs() - CURRENT_MS;
    return [...toldAt].flatMap(([name, at]) => (at >= since ? [name] : []));
  };
  if (socket.signal.aborted) end();
  else socket.signal.addEventListener('abort', end, { once: true });
  send({ type: 'welcome', socketID: id, heartbeatMs: HEARTBEAT_MS });

  return {
    id,
    caller,
    beat: () => hasRoom() && send({ type: 'beat', at: isoOf(clock.wallMs()), current: current() }),
    follow: (runId) => {
      if (!watched.has(`run:${runId}`)) watch(deps.runs, runId, { caller, after: 0 });
    },
    signOut: () => close(SIGNED_OUT, 'The key that this was opened with has ended.'),
    lose: () => socket.close(1012, 'come back'),
  };
};

/** A frame, or what is wrong with it: by field and rule, never by what it holds. */
const frameIn = (text: string): { readonly frame: FrameIn } | { readonly malformed: string } => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { malformed: 'not JSON' };
  }
  const parsed = FrameIn.safeParse(value);
  if (parsed.success) return { frame: parsed.data };
  const [issue] = parsed.error.issues;
  return { malformed: `${issue?.path.join('.') || 'frame'}: ${issue?.code ?? 'wrong'}` };
};

const splitOnce = (name: string): [string, string] => {
  const at = name.indexOf(':');
  return at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
};

const inBytes = (text: string, most: number): string =>
  Buffer.from(text)
    .subarray(0, most)
    .toString()
    .replace(/\uFFFD$/, '');
