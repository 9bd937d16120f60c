import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import { createAskedThread, type Failed, ownBuffer } from './asked-thread.ts';
import { integerFieldsOf } from './integer-fields.ts';
import { isKeptObject } from './kept-object.ts';
import type { BodyShape, LargeBody } from './large-body.ts';

/** What the worker is asked: the bytes are handed over. */
export interface ToBodyWorker {
  readonly body: number;
  readonly bytes: ArrayBuffer;
  readonly limit: { readonly keys: number };
  readonly shape: BodyShape;
}
export type FromBodyWorker = { readonly body: number; readonly read: LargeBody } | ({ readonly body: number } & Failed);

/** Reads what would hold the event loop's thread up, in a thread beside. */
export interface LargeBodies {
  /** Takes the bytes over. Those of hot endpoints come first. */
  read(bytes: Uint8Array, ask: Pick<ToBodyWorker, 'limit' | 'shape'> & { readonly hot: boolean }): Promise<LargeBody>;
  /** Ends the worker, and whatever is in it. */
  close(): Promise<void>;
}

export interface LargeBodiesOptions {
  readonly clock: Clock;
  /** The worker's file. */
  readonly file?: URL;
}

const WORKER = new URL('./body-worker.ts', import.meta.url);
/** Several times what the most wasteful body was seen to take: there is one at a time. */
const HEAP_MEGABYTES = 512;
const YOUNG_MEGABYTES = 64;

/** One worker for the process, started with the first large body. What waits is bounded by the budget of bytes. */
export const createLargeBodies = ({ clock, file = WORKER }: LargeBodiesOptions): LargeBodies => {
  const thread = createAskedThread<ToBodyWorker, FromBodyWorker>({
    clock,
    file,
    what: 'reads large bodies',
    numberOf: (message) => (message as ToBodyWorker | FromBodyWorker).body,
    heapMegabytes: HEAP_MEGABYTES,
    youngMegabytes: YOUNG_MEGABYTES,
  });
  const hot: (() => void)[] = [];
  const others: (() => void)[] = [];
  let busy = false;
  let bodies = 0;

  const turn = async (queue: (() => void)[]): Promise<void> => {
    if (busy) await new Promise<void>((resolve) => queue.push(resolve));
    busy = true;
  };
  const leave = (): void => {
    const next = hot.shift() ?? others.shift();
    if (next === undefined) busy = false;
    else next();
  };
  return {
    read: async (bytes, { limit, shape, hot: first }) => {
      await turn(first ? hot : others);
      try {
        const own = ownBuffer(bytes);
        return (await thread.ask({ body: ++bodies, bytes: own, limit: { keys: limit.keys }, shape }, [own])).read;
      } finally {
        leave();
      }
    },
    close: thread.close,
  };
};

const known = new WeakMap<z.ZodType, BodyShape>();

/** Of a schema what the worker needs; worked out once for each. */
export const bodyShapeOf = (schema: z.ZodType): BodyShape => {
  const found = known.get(schema);
  if (found !== undefined) return found;
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined)
    throw new Bug('a body that may be large is an object of which other members are ignored');
  const members = Object.entries(schema.shape).map(
    ([name, member]) => [name, isKeptObject(member as z.ZodType) ? 'kept' : 'plain'] as const,
  );
  const shape: BodyShape = { members: new Map(members), integers: integerFieldsOf(schema) };
  known.set(schema, shape);
  return shape;
};
