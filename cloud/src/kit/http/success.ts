import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { z } from 'zod';
import type { Reply } from './call.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { MediaAnswer } from './media.ts';
import { takesIdempotencyKey } from './replies.ts';
import type { SocketAnswer, SocketRule } from './sockets.ts';

/** A body that fits the schema, or one with headers. */
export type Answer<S extends z.ZodType> = z.output<S> | Reply<z.output<S>>;

/** What stands for the schema where the answer is no JSON. */
export type NoJson = z.ZodType<MediaAnswer | SocketAnswer>;

interface Described {
  readonly status: number;
  readonly description: string;
}
type MediaTypes = readonly [string, ...string[]];

/** Of what is no JSON. */
interface NoBody {
  readonly schema?: undefined;
  readonly also?: undefined;
}

/** What a success is: JSON by a schema, bytes of one of some media types, or a WebSocket. */
export type Success<S extends z.ZodType> = Described &
  (
    | {
        readonly schema: S;
        /** Another status for some successes: `reply` names it. The body has the same shape. */
        readonly also?: Described;
        readonly bytes?: undefined;
        readonly stream?: undefined;
        readonly socket?: undefined;
      }
    /** A whole of known length, of which parts may be asked for: `bytesAnswer`. */
    | (NoBody & { readonly bytes: MediaTypes; readonly stream?: undefined; readonly socket?: undefined })
    /** What is made while it is sent: `streamAnswer`, `eventStream`. */
    | (NoBody & { readonly stream: MediaTypes; readonly bytes?: undefined; readonly socket?: undefined })
    /** The connection becomes a WebSocket: `socketAnswer`, with 101. */
    | (NoBody & { readonly socket: SocketRule; readonly bytes?: undefined; readonly stream?: undefined })
  );

/** What is not JSON is not kept for a request that is sent again, and no unit waits until it is sent. */
export const checkSuccess = (endpoint: AnyEndpoint): void => {
  const { id, success, method, unit, readsOnly, compress } = endpoint;
  if (success.schema !== undefined) return;
  if (method !== 'GET' && unit !== 'own' && !readsOnly) throw new Bug(`${id}: a unit of the kit’s answers with JSON`);
  if (takesIdempotencyKey(endpoint)) throw new Bug(`${id}: bytes are not kept for an idempotency key`);
  if (success.socket !== undefined && (method !== 'GET' || success.status !== 101))
    throw new Bug(`${id}: a WebSocket begins with a GET and is answered 101`);
  if (compress) throw new Bug(`${id}: only JSON is compressed by the kit`);
};
