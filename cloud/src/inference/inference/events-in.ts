import { createParser } from 'eventsource-parser';
import { UpstreamSilent } from './upstream.ts';

const EVENT_CHARACTERS_MAX = 4 * 1024 * 1024;

/** The data of each event of a stream, wherever its bytes are cut. What is left of an event that has no end is none. */
export async function* eventsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const ready: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void ready.push(data) });
  const decoder = new TextDecoder();
  let waiting = 0;
  for await (const chunk of chunks) {
    waiting += chunk.length;
    if (waiting > EVENT_CHARACTERS_MAX) throw new UpstreamSilent('an event goes on and on');
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (ready.length > 0) waiting = 0;
    yield* ready.splice(0);
  }
}
