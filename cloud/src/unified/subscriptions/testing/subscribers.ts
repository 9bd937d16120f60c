import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { vi } from 'vitest';
import { WebSocket } from 'ws';

/** Where a replica is reached. */
export interface Reached {
  readonly port: number;
  readonly ca: string;
}

export interface Frame {
  readonly type: string;
  readonly id?: string;
  // Whatever a message has.
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what they asked for.
  readonly payload?: any;
}

/** A client that speaks `graphql-transport-ws` frame by frame: what it has heard, and how it was closed. */
export const connectRaw = async (
  { port, ca }: Reached,
  clock: Pick<ManualClock, 'advance'>,
  headers: Readonly<Record<string, string>> = {},
) => {
  const client = new WebSocket(`wss://localhost:${port}/graphql`, ['graphql-transport-ws'], { ca, headers });
  const frames: Frame[] = [];
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    client.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  );
  client.on('message', (data) => frames.push(JSON.parse(String(data)) as Frame));
  await new Promise((resolve, reject) => {
    client.on('open', resolve).on('error', reject);
    client.on('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        reject(
          Object.assign(new Error(`refused with ${response.statusCode}`), {
            status: response.statusCode,
            headers: response.headers,
            body: JSON.parse(Buffer.concat(chunks).toString()),
          }),
        ),
      );
    });
  });
  const say = (frame: object): void => client.send(JSON.stringify(frame));
  const heard = async (type: string, count = 1, id?: string): Promise<readonly Frame[]> => {
    const found = () => frames.filter((frame) => frame.type === type && (id === undefined || frame.id === id));
    // Most answers are there at once: nothing is to be moved for them.
    for (let n = 0; n < 20 && found().length < count; n++) await new Promise((resolve) => setTimeout(resolve, 2));
    await vi.waitFor(async () => {
      if (found().length >= count) return;
      // A database that is slow may not have been read when the clock was moved: let it be looked at again.
      await clock.advance(Milliseconds(100));
      throw new Error(`${count} of ${type}: ${JSON.stringify(frames).slice(0, 2_000)}`);
    }, 10_000);
    return found();
  };
  const init = async (payload: object = {}): Promise<Frame> => {
    say({ type: 'connection_init', payload });
    return (await heard('connection_ack'))[0] as Frame;
  };
  const subscribe = (id: string, query: string, variables: object = {}): void =>
    say({ id, type: 'subscribe', payload: { query, variables } });
  /** What a subscription was told, in order. */
  const told = async (id: string, count = 1) =>
    (await heard('next', count, id)).map(({ payload }) => Object.values(payload.data ?? {})[0]);
  return { client, frames, closed, say, heard, init, subscribe, told };
};
export type RawSubscriber = Awaited<ReturnType<typeof connectRaw>>;
