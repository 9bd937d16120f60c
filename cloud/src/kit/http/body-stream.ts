import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { refuseAllBut, refuseEncodings, tooLarge } from './body.ts';
import { Disconnected } from './disconnected.ts';
import type { Exchange } from './exchange.ts';
import { kitFault } from './kit-faults.ts';

/** A body that its handler reads as it arrives, in `prepare` or with units of its own: never all of it in memory. */
export interface BodyStreamRule {
  /** What it really is, the handler finds out: a header proves nothing. */
  readonly types: readonly [string, ...string[]];
  /** So many bytes at most. */
  readonly bytes: number;
  /** From the beginning of the request to the last byte: `STREAMED_WITHIN` unless said otherwise, and no more than the server gives. */
  readonly seconds?: number;
}

/** The bytes as they arrive, no faster than they are read. Throws the faults of a body that is too large, or too slow. */
export interface BodyStream extends AsyncIterable<Uint8Array> {
  /** The media type that the client names; the first of those declared where it names none. */
  readonly type: string;
}

/** Lets go of what its handler has not read, so that the rest can be let through. */
export interface OpenBodyStream extends BodyStream {
  close(): void;
}

export const STREAMED_WITHIN = 25;
/** Somebody who sends nothing for so long has forgotten it, or means to hold a place. */
const SILENT = Seconds(10);

export type Arriving = Pick<Exchange, 'request' | 'response' | 'startedMonoMs'>;

/** Refuses by what the headers say, and gives the rest to be read once. */
export const openBodyStream = (clock: Clock, exchange: Arriving, rule: BodyStreamRule): OpenBodyStream => {
  const { headers } = exchange.request;
  if (Number(headers['content-length'] ?? 0) > rule.bytes) throw tooLarge(rule);
  refuseEncodings(exchange.request);
  refuseAllBut(rule.types, exchange.request);
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  let chunks: AsyncGenerator<Uint8Array, void> | undefined;
  return {
    type: type.trim() || rule.types[0],
    [Symbol.asyncIterator]: () => {
      if (chunks !== undefined) throw new Bug('a body is read once');
      chunks = arriving(clock, exchange, rule);
      return chunks;
    },
    close: () => void chunks?.return(),
  };
};

async function* arriving(
  clock: Clock,
  { request, response, startedMonoMs }: Arriving,
  { bytes, seconds = STREAMED_WITHIN }: BodyStreamRule,
): AsyncGenerator<Uint8Array, void> {
  if (request.headers.expect !== undefined && !request.complete) response.writeContinue();
  const endsAt = startedMonoMs + Seconds(seconds);
  // What is not read stays there: the client still gets an answer.
  const chunks: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false });
  let left = bytes;
  let waiting = false;
  try {
    for (;;) {
      waiting = true;
      const { done, value } = await within(clock, Math.min(SILENT, endsAt - clock.monoMs()), chunks.next());
      waiting = false;
      if (done) return;
      left -= value.length;
      if (left < 0) throw tooLarge({ bytes });
      yield value;
    }
  } finally {
    if (!waiting) await chunks.return?.();
  }
}

const within = <T>(clock: Clock, ms: number, next: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = clock.after(Milliseconds(ms), () => reject(tooSlow()));
    next.then(resolve, () => reject(new Disconnected('the client went away'))).finally(() => timer.cancel());
  });

/** Whatever comes of it later would be taken for another request. */
const tooSlow = () =>
  kitFault('request_timeout', 'The body did not arrive in time.', { headers: { Connection: 'close' } });
