import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { type StreamAnswer, streamAnswer } from './media.ts';

export const EVENT_STREAM = 'text/event-stream';

/** One message of an event stream (HTML, section 9.2). */
export interface ServerEvent {
  /** Comes back as `Last-Event-ID` when the client connects again. */
  readonly id?: string;
  /** `message` unless said otherwise. */
  readonly event?: string;
  readonly data: string;
}

/**
 * Server-sent events. The kit sends a comment while nothing comes, and ends the stream when the server is to stop. `read` is called
 * once; its signal says that nobody wants more, also where nothing was taken of it yet.
 */
export const eventStream = (read: (signal: AbortSignal) => AsyncIterable<ServerEvent>): StreamAnswer =>
  streamAnswer({
    type: EVENT_STREAM,
    read: (signal) => textsOf(read(signal)),
  });

async function* textsOf(events: AsyncIterable<ServerEvent>): AsyncGenerator<string> {
  for await (const event of events) yield textOf(event);
}

const textOf = ({ id, event, data }: ServerEvent): string => {
  for (const field of [id, event])
    if (field !== undefined && /[\r\n\0]/.test(field)) throw new Bug('a field of an event has more than one line');
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return [
    ...(id === undefined ? [] : [`id: ${id}\n`]),
    ...(event === undefined ? [] : [`event: ${event}\n`]),
    ...lines,
    '\n',
  ].join('');
};
