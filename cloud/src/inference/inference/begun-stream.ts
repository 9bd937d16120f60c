import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { type ChatEvent, chatEventIn } from './chat-event.ts';
import { eventsIn } from './events-in.ts';
import { type UpstreamAnswer, UpstreamSilent } from './upstream.ts';

/** A streamed answer of which the first event is there, or is waited for. */
export interface BegunStream {
  /** The next event; undefined at the end, whether the answer says that it has ended or only does. */
  readonly next: () => Promise<ChatEvent | undefined>;
  /** Whether the answer has said that it has ended. */
  readonly isWhole: () => boolean;
  /** Nothing came of it for so long that the client should hear that something will. */
  readonly isSlow: boolean;
}

const DONE = '[DONE]';
const COMMENT_AFTER = Seconds(15);
/** What may come behind the end of a stream is not waited for any longer: the connection may be used again before it. */
const ENDED_WITHIN = Seconds(5);

/**
 * Waits for the first event of a stream, for so long as the client needs to hear nothing. Rejects with `UpstreamSilent` where there
 * is none: then nobody has got anything of it, and somebody else may be asked.
 */
export const begunStream = async (
  clock: Pick<Clock, 'after'>,
  answer: Pick<UpstreamAnswer, 'body' | 'drop'>,
): Promise<BegunStream> => {
  const events = eventsIn(answer.body);
  let isWhole = false;
  const readToItsEnd = (): void => {
    const late = clock.after(ENDED_WITHIN, answer.drop);
    events
      .next()
      .then(({ done }) => (done ? undefined : answer.drop()), answer.drop)
      .finally(() => late.cancel());
  };
  /** Not async, and so one turn less: it is done for every piece. */
  const read = (): Promise<ChatEvent | undefined> =>
    events.next().then(({ done, value }) => {
      if (done) return undefined;
      isWhole = value === DONE;
      if (isWhole) readToItsEnd();
      if (isWhole) return undefined;
      const event = chatEventIn(value);
      if (event === undefined || event.error !== undefined) throw new UpstreamSilent('the answer broke off');
      return event;
    });
  let first: ReturnType<typeof read> | undefined = read();
  const isSlow = await takesLong(clock, first);
  if (!isSlow && (await first) === undefined && !isWhole) throw new UpstreamSilent('the answer ended early');
  const next = (): ReturnType<typeof read> => {
    const event = first ?? read();
    first = undefined;
    return event;
  };
  return { next, isWhole: () => isWhole, isSlow };
};

const takesLong = async (clock: Pick<Clock, 'after'>, coming: Promise<unknown>): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = clock.after(COMMENT_AFTER, () => resolve(true));
  coming.then(
    () => resolve(false),
    () => resolve(false),
  );
  try {
    return await promise;
  } finally {
    timer.cancel();
  }
};
