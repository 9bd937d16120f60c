import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type ExecutionArgs, type ExecutionResult, parse } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import type { Shown } from './asking.ts';
import { cursorIn, isResumable, resumedAfter } from './resuming.ts';
import { createStreaming } from './streaming.ts';
import { createTokenKeeper } from './token-keeper.ts';

const LAST = 6;
const DOCUMENT = 'subscription Watch { ticks { cursor n } }';

/** Counts to six, from where it is asked; a socket is closed with `code` after its second message, `cuts` times. */
const serveTicks = async (cuts: number, code: number) => {
  const asked: (string | undefined)[] = [];
  const tokens: unknown[] = [];
  const server: Server = createServer();
  const sockets = new WebSocketServer({ server, path: '/graphql' });
  let left = cuts;
  useServer(
    {
      // What is asked is known here without a schema.
      onSubscribe: (_context, _id, { query, variables }) =>
        ({ document: parse(query), variableValues: variables }) as unknown as ExecutionArgs,
      onConnect: ({ connectionParams }) => void tokens.push(connectionParams?.authorization),
      subscribe: (async ({ document, contextValue, variableValues }: ExecutionArgs) => {
        const text = JSON.stringify(document);
        const after = /"value":"(\d+)"/.exec(text)?.[1] ?? (variableValues?.from as string | undefined);
        asked.push(after);
        const { socket } = (contextValue as { extra: { socket: { close(code: number, reason: string): void } } }).extra;
        return (async function* (): AsyncGenerator<ExecutionResult> {
          for (let n = Number(after ?? 0) + 1, sent = 0; n <= LAST; n++, sent++) {
            if (sent === 2 && left > 0) {
              left -= 1;
              return void socket.close(code, '');
            }
            yield { data: { ticks: { cursor: String(n), n } } };
          }
        })();
      }) as never,
      context: (context) => context,
    },
    sockets,
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  const close = async (): Promise<void> => {
    for (const client of sockets.clients) client.terminate();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, asked, tokens, close };
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const setup = async (cuts: number, code = 1012) => {
  const served = await serveTicks(cuts, code);
  closing.push(served.close);
  const token = createTokenKeeper({
    clock: new ManualClock(),
    fetch: async () => Response.json({ access_token: 'ght_text', expires_in: 900, scope: 'read' }),
  });
  await token.trade({ keyId: 'k', key: 'ghk_k', scope: '' });
  // Waits are not waited for.
  const clock = { after: (_ms: number, run: () => void) => systemClock.after(0 as never, run) };
  return { ...served, token, streaming: createStreaming({ url: served.url, token, clock }) };
};
const numbersOf = async (messages: AsyncIterable<Shown>): Promise<unknown[]> => {
  const found: unknown[] = [];
  for await (const { data, errors } of messages)
    found.push(errors?.[0]?.message ?? (data as { ticks: { n: number } }).ticks.n);
  return found;
};

describe('a subscription in the explorer', () => {
  it('goes on after its last message where the connection is lost: each once, in order', async () => {
    const { streaming, asked, tokens } = await setup(2);
    expect(await numbersOf(streaming.subscribe({ query: DOCUMENT }))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(asked).toEqual([undefined, '2', '4']);
    expect(tokens).toEqual(Array(3).fill('Bearer ght_text'));
    expect(streaming.stream.value).toMatchObject({ is: 'over', messages: 6, cursor: '6' });
  });

  it('is resumed by whoever stopped it, from where it was', async () => {
    const { streaming, asked } = await setup(0);
    for await (const _ of streaming.subscribe({ query: DOCUMENT })) if (streaming.stream.value.cursor === '2') break;
    expect(streaming.stream.value).toMatchObject({ is: 'over', says: 'Stopped.', cursor: '2' });
    streaming.resumeNext();
    expect(await numbersOf(streaming.subscribe({ query: DOCUMENT }))).toEqual([3, 4, 5, 6]);
    expect(asked).toEqual([undefined, '2']);
  });

  it('begins anew where it is run once more and nobody said otherwise', async () => {
    const { streaming, asked } = await setup(0);
    await numbersOf(streaming.subscribe({ query: DOCUMENT }));
    await numbersOf(streaming.subscribe({ query: DOCUMENT }));
    expect(asked).toEqual([undefined, undefined]);
  });

  it('is over where its right is gone, and asks for another token where that has ended', async () => {
    const forbidden = await setup(9, 4403);
    expect(await numbersOf(forbidden.streaming.subscribe({ query: DOCUMENT }))).toEqual([
      1,
      2,
      'The stream was ended with 4403.',
    ]);
    expect(forbidden.token.holding.value.is).toBe('held');
    const late = await setup(9, 4401);
    await numbersOf(late.streaming.subscribe({ query: DOCUMENT }));
    expect(late.token.holding.value).toEqual({ is: 'refused' });
  });

  it('is not begun without a token', async () => {
    const { streaming, token, asked } = await setup(0);
    token.forget();
    expect(await numbersOf(streaming.subscribe({ query: DOCUMENT }))).toEqual([]);
    expect(streaming.stream.value.is).toBe('over');
    expect(asked).toEqual([]);
  });
});

describe('a subscription that is resumed', () => {
  it.each([
    [
      'has no place yet',
      'subscription { ticks { cursor } }',
      'subscription {\n  ticks(after: "7") {\n    cursor\n  }\n}',
    ],
    [
      'has a place',
      'subscription { ticks(after: "3") { cursor } }',
      'subscription {\n  ticks(after: "7") {\n    cursor\n  }\n}',
    ],
  ])('names its place where it %s', (_what, query, resumed) =>
    expect(resumedAfter({ query }, '7')).toEqual({ query: resumed }),
  );

  it('names it in the variable that it has for that', () => {
    const query = 'subscription ($from: ID) { ticks(after: $from) { cursor } }';
    expect(resumedAfter({ query, variables: { other: 1 } }, '7')).toEqual({
      query,
      variables: { other: 1, from: '7' },
    });
  });

  it('can be only if it asks for its cursor', () => {
    const of = (query: string) => isResumable(parse(query).definitions[0] as never);
    expect([of('subscription { ticks { n } }'), of('subscription { ticks { c: cursor } }')]).toEqual([false, false]);
    expect(of(DOCUMENT)).toBe(true);
    expect([cursorIn({ ticks: { cursor: '1' } }), cursorIn({ ticks: null }), cursorIn(undefined)]).toEqual([
      '1',
      undefined,
      undefined,
    ]);
  });
});
