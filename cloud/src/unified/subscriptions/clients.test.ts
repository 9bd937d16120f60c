import { request } from 'node:https';
import { Readable } from 'node:stream';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { createClient as createStreamClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ENGINES, type TestEngine } from '../../kit/db/engines.ts';
import { serveUnifiedApi, type UnifiedApi } from '../testing/unified-api.ts';

const EVENTS =
  'subscription ($at: String!, $after: Cursor) { facilityEvents(facilityId: $at, after: $after) { cursor event { data } } }';
type Message = { readonly facilityEvents: { readonly cursor: string; readonly event: { data: { n: number } } | null } };

/** `fetch` by the certificate of the test: bodies as they come. */
const fetchBy =
  (ca: string): typeof fetch =>
  (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(String(url), {
        method,
        headers: headers as Record<string, string>,
        ca,
        signal: signal ?? undefined,
      });
      sent.on('error', reject).on('response', (response) => {
        response.on('error', () => undefined);
        resolve(
          new Response(Readable.toWeb(response) as ReadableStream, {
            status: response.statusCode ?? 0,
            headers: new Headers(response.headers as Record<string, string>),
          }),
        );
      });
      sent.end(body);
    });

describe('clients of others', () => {
  const clock = new ManualClock();
  let api: UnifiedApi;
  beforeAll(async () => {
    api = await serveUnifiedApi(await (ENGINES[0] as TestEngine).open(), clock);
  });
  afterAll(async () => {
    await api.world.subscriptions.close();
    await api.world.live.close();
    await api.close();
  });

  const happens = (n: number) =>
    api.world.db.write((tx) =>
      api.world.webhooks.add(tx, { facilityId: api.world.facilityId, type: 'door.held_open', data: { n } }),
    );
  /** Lets time pass until so many messages have come. */
  const take = async (
    messages: AsyncIterator<{ data?: unknown; errors?: unknown }>,
    count: number,
  ): Promise<Message[]> => {
    const taken: Message[] = [];
    while (taken.length < count) {
      const next = messages.next();
      let come = false;
      void next.then(() => (come = true));
      while (!come) {
        await clock.advance(Milliseconds(200));
        await new Promise((resolve) => setImmediate(resolve));
      }
      const { value, done } = await next;
      if (done) break;
      expect(value.errors, JSON.stringify(value.errors)).toBeUndefined();
      taken.push(value.data as Message);
    }
    return taken;
  };
  const numbers = (messages: readonly Message[]) => messages.map(({ facilityEvents: { event } }) => event?.data.n);

  it('graphql-ws follows, leaves, and goes on behind a cursor', async () => {
    const authorization = `Bearer ${await api.tokenOf(api.callers.staff.headers, 'read')}`;
    class Socket extends WebSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols, { ca: api.ca });
      }
    }
    const url = `wss://localhost:${api.port}/graphql`;
    const client = createSocketClient({ url, webSocketImpl: Socket, connectionParams: { authorization } });
    const variables = { at: api.world.facilityId };
    const first = client.iterate({ query: EVENTS, variables });
    await take(first, 1);
    for (let n = 0; n < 5; n++) await happens(n);
    const told = await take(first, 5);
    expect(numbers(told)).toEqual([0, 1, 2, 3, 4]);
    await first.return?.();
    const after = told[1]?.facilityEvents.cursor;
    const again = client.iterate({ query: EVENTS, variables: { ...variables, after } });
    expect(numbers(await take(again, 3))).toEqual([2, 3, 4]);
    await client.dispose();
  });

  it('graphql-sse does the same with a connection for each', async () => {
    const authorization = `Bearer ${await api.tokenOf(api.callers.staff.headers, 'read')}`;
    const url = `https://localhost:${api.port}/graphql`;
    const client = createStreamClient({ url, fetchFn: fetchBy(api.ca), headers: { authorization }, retryAttempts: 0 });
    const variables = { at: api.world.facilityId };
    const first = client.iterate({ query: EVENTS, variables });
    const [begin] = await take(first, 1);
    for (let n = 10; n < 15; n++) await happens(n);
    expect(numbers(await take(first, 5))).toEqual([10, 11, 12, 13, 14]);
    await first.return?.();
    const after = begin?.facilityEvents.cursor;
    const again = client.iterate({ query: EVENTS, variables: { ...variables, after } });
    expect(numbers(await take(again, 5))).toEqual([10, 11, 12, 13, 14]);
    client.dispose();
  });
});
