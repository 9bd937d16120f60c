import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { explorerLabels as labels, explorerWords as words } from '../words/explorer-en.ts';
import type { Sent, Shown } from './asking.ts';
import { cursorIn, isReset, resumedAfter } from './resuming.ts';
import { type Ended, openRound, type Round } from './socket-round.ts';
import type { TokenKeeper } from './token-keeper.ts';

/** How the last subscription does. */
export interface Stream {
  readonly is: 'none' | 'live' | 'waiting' | 'over';
  readonly messages: number;
  /** Of the last message that had one. */
  readonly cursor: string | undefined;
  /** Why it is over or waits, or what was lost; undefined where nothing is to be said. */
  readonly says: string | undefined;
}
const NONE: Stream = { is: 'none', messages: 0, cursor: undefined, says: undefined };

interface StreamingDeps {
  /** `wss://host/graphql`. */
  readonly url: string;
  readonly token: TokenKeeper;
  readonly clock: Pick<Clock, 'after'>;
}

/** Of a close: what the server means by it. After any other one a subscription goes on. */
const TOKEN_ENDED = 4401;
const TOO_SLOW = 4431;
const REFUSED: ReadonlySet<number> = new Set([4400, TOKEN_ENDED, 4403, 4406, 4409, 4429, 4430]);
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * Subscriptions over one socket each. A connection that is lost is made anew, and what was watched goes on after the last message that
 * said its `cursor`; without one it begins anew.
 */
export const createStreaming = (deps: StreamingDeps) => {
  const stream = signal<Stream>(NONE);
  /** Where the next one goes on from, because somebody said so. */
  let resumeAfter: string | undefined;
  return {
    stream: stream as ReadonlySignal<Stream>,
    /** The next subscription goes on after the last message of this one. */
    resumeNext: (): void => {
      resumeAfter = stream.value.cursor;
    },
    /** Its messages, until it is over; `return` ends it at once. */
    subscribe: (sent: Sent): AsyncIterableIterator<Shown> => {
      stream.value = { ...NONE, is: 'live', cursor: resumeAfter };
      resumeAfter = undefined;
      const stop = new AbortController();
      const messages = watch({ ...deps, stream, stopped: stop.signal }, sent);
      return {
        next: () => messages.next(),
        return: () => {
          // It may wait for a message: only once it hears of this does it end.
          stop.abort();
          if (stream.value.is !== 'over') stream.value = { ...stream.value, is: 'over', says: labels.stopped };
          return messages.return(undefined);
        },
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    },
  };
};
export type Streaming = ReturnType<typeof createStreaming>;

interface Watching extends StreamingDeps {
  readonly stream: Signal<Stream>;
  readonly stopped: AbortSignal;
}

/** Round after round, each from where the last one ended. */
async function* watch(watching: Watching, sent: Sent): AsyncGenerator<Shown, undefined> {
  const { url, token, stream, stopped } = watching;
  for (let wait = FIRST_WAIT_MS; !stopped.aborted; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    const held = token.holding.value;
    if (held.is !== 'held') return yield* over(stream, labels.tokenEnded);
    const { cursor } = stream.value;
    const going = cursor === undefined ? sent : resumedAfter(sent, cursor);
    const round = openRound({ url, token: held.text, sent: going, stopped });
    const seen = stream.value.messages;
    const ended = yield* messagesOf(round, stream);
    if (ended.by === 'close' && ended.code === TOKEN_ENDED) token.refused(held.text);
    const why = endedFor(ended);
    if (why !== undefined) return yield* over(stream, why.says, why.shown);
    if (stream.value.messages > seen) wait = FIRST_WAIT_MS;
    const from = ended.by === 'close' && ended.code === TOO_SLOW && ended.reason ? { cursor: ended.reason } : {};
    stream.value = { ...stream.value, ...from, is: 'waiting', says: labels.reconnecting };
    await pause(watching, wait);
  }
  return yield* over(stream, labels.stopped);
}

/** The messages of a round; what it ended with. */
async function* messagesOf(round: Round, stream: Signal<Stream>): AsyncGenerator<Shown, Ended> {
  try {
    for (;;) {
      const next = await round.next();
      if ('ended' in next) return next.ended;
      const { data } = next.message;
      const { messages, cursor } = stream.value;
      stream.value = {
        is: 'live',
        messages: messages + 1,
        cursor: cursorIn(data) ?? cursor,
        says: isReset(data) ? labels.dropped : undefined,
      };
      yield next.message;
    }
  } finally {
    round.close();
  }
}

/** Tells that it is over; shown as a last message where that is a refusal. */
async function* over(stream: Signal<Stream>, says: string, shown?: Shown): AsyncGenerator<Shown, undefined> {
  stream.value = { ...stream.value, is: 'over', says };
  if (shown !== undefined) yield shown;
}

/** Why there is no further round; undefined where there is one. */
const endedFor = (ended: Ended): { readonly says: string; readonly shown?: Shown } | undefined => {
  if (ended.by === 'errors') return { says: labels.streamRefused, shown: { errors: ended.errors } };
  if (ended.by !== 'close') return { says: labels.stopped };
  const { code, reason } = ended;
  if (!REFUSED.has(code)) return undefined;
  const says = words.ended(code, reason);
  return { says, shown: { errors: [{ message: says }] } };
};

const pause = ({ clock, stopped }: Pick<Watching, 'clock' | 'stopped'>, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = clock.after(Milliseconds(ms), resolve);
    const give = (): void => {
      timer.cancel();
      resolve();
    };
    stopped.addEventListener('abort', give, { once: true });
  });
