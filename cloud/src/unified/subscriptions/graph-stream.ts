import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { ServerEvent } from '../../kit/http/event-stream.ts';
import type { LiveEnd } from '../../kit/live/watcher.ts';
import { errorExtensions } from '../graphql/graph.faults.ts';
import type { Refused } from '../graphql/graphql.module.ts';
import type { Messages } from '../graphql/subscribe.ts';

/** What ends a stream that would go on: a fault is told, anything else is for whoever comes back. */
export interface StreamEnd {
  readonly signal: AbortSignal;
  readonly end: (why: LiveEnd) => void;
}

/** Lets whoever serves a stream end it from outside. */
export const createStreamEnd = (): StreamEnd => {
  const controller = new AbortController();
  return { signal: controller.signal, end: (why) => controller.abort(why) };
};

/**
 * The messages of a subscription as a stream of events, in the form of `graphql-sse` with a connection for each: `next` with the
 * cursor as its id, then `complete`.
 */
export const eventsOf = (
  messages: Messages,
  { left, ...how }: { readonly left: AbortSignal; readonly end: StreamEnd; readonly requestId: string },
): AsyncIterable<ServerEvent> => {
  const stop = () => void messages.return();
  left.addEventListener('abort', stop, { once: true });
  how.end.signal.addEventListener('abort', stop, { once: true });
  return told(messages, how);
};

/** What refuses a subscription, as a stream that is over. */
export async function* refusedEvents({ answer }: Refused): AsyncGenerator<ServerEvent> {
  yield { event: 'next', data: JSON.stringify({ errors: answer.errors }) };
  yield { event: 'complete', data: '' };
}

async function* told(
  messages: Messages,
  { end, requestId }: { readonly end: StreamEnd; readonly requestId: string },
): AsyncGenerator<ServerEvent> {
  try {
    for await (const { cursor, answer } of messages)
      yield { id: String(cursor), event: 'next', data: JSON.stringify(answer) };
  } catch (thrown) {
    end.end({ fault: thrown as Fault });
  }
  const why = end.signal.reason as LiveEnd | undefined;
  if (typeof why === 'object') {
    const { message } = why.fault;
    const errors = [{ message, extensions: errorExtensions(why.fault, requestId) }];
    yield { event: 'next', data: JSON.stringify({ errors }) };
  }
  yield { event: 'complete', data: '' };
}
