import { Seconds } from '@gatehouse/shared/time/duration.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientAnswer } from './testing/https-client.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { basic, sampleEndpoints, sampleServed } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';

const kit = memoryKit({ limiter: { take: () => ({ ok: true, remaining: 1, retryAfterMs: 0 }) } });
let served: Served;
beforeAll(async () => {
  served = await serve({ kit, surfaces: [sampleServed], endpoints: sampleEndpoints({ move: async (_id, to) => to }) });
});
afterAll(() => served.close());

const path = '/sample/v1/hot/door_0123456789abcdef/move';
const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  served.send({ method: 'POST', path, headers: { ...basic('mover'), ...headers }, body });

/** Whatever was sent: an answer of ours, in JSON, that blames nobody here. */
const expectSane = (answer: ClientAnswer) => {
  expect(answer.status, answer.text).toBeLessThan(500);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  if (answer.status !== 200) expect(answer.json).toMatchObject({ request_id: answer.headers['x-request-id'] });
};

describe('whatever is sent', () => {
  it('as bytes, is answered sanely', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => expectSane(await send(bytes))),
      {
        numRuns: 150,
      },
    );
  });
  it('as JSON, is answered sanely, and 200 only if it fits', async () => {
    const nearly = fc.record(
      {
        to: fc.oneof(fc.nat(), fc.jsonValue()),
        note: fc.oneof(fc.string({ maxLength: 120 }), fc.jsonValue()),
        deep: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(nearly, fc.jsonValue()), async (value) => {
        const answer = await send(JSON.stringify(value));
        expectSane(answer);
        if (answer.status === 200) expect(Number.isSafeInteger((value as { to: unknown }).to)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
  it('as a damaged request, is answered sanely', async () => {
    const text = JSON.stringify({ to: 3, note: 'tidying \ud83d\ude00', deep: [{ a: [1, null] }] });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length),
        fc.nat(6),
        fc.string({ unit: 'binary', maxLength: 4 }),
        async (at, cut, put) => expectSane(await send(text.slice(0, at) + put + text.slice(at + cut))),
      ),
      { numRuns: 150 },
    );
  });
  it('as a path and query, is answered sanely', async () => {
    const part = fc.string({ unit: fc.constantFrom(...'/%.a0:?&=~!$()*;,[]{}|^`"<>\\') });
    await fc.assert(
      fc.asyncProperty(part, part, async (inside, query) => {
        for (const target of [`/sample/v1/hot/${inside}/move?${query}`, `/${inside}`, `/docs/${inside}`])
          expectSane(await served.send({ path: target, headers: basic('mover') }));
      }),
      { numRuns: 100 },
    );
  });
  it('as headers, is answered sanely', async () => {
    const value = fc.string({ unit: fc.constantFrom(...'abcBasic =;,"/*+-.:0'), maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(value, value, value, async (authorization, contentType, forwarded) =>
        expectSane(await send('{}', { authorization, 'content-type': contentType, 'x-forwarded-for': forwarded })),
      ),
      { numRuns: 100 },
    );
  });
});

/** Each of these once cost a parser seconds; the largest body allowed must not hold up anybody else. */
describe('a body made to be slow', () => {
  const size = 65_536;
  const fill = (unit: string) => unit.repeat(Math.floor((size - 20) / unit.length));
  it.each([
    ['nested arrays', '['.repeat(size)],
    ['nested objects', fill('{"a":')],
    ['many keys', `{${Array.from({ length: 6_000 }, (_, i) => `"k${i}":1`).join()}}`],
    ['the same key again and again', `{${fill('"a":1,')}"b":1}`],
    ['a number of many digits', `{"to":${'9'.repeat(size - 20)}}`],
    ['backslashes', `{"note":"${fill('\\\\')}"}`],
    ['escaped surrogates', `{"note":"${fill('\\ud83d\\ude00')}"}`],
    ['spaces', `{${' '.repeat(size - 20)}}`],
    ['quotes', fill('"')],
    ['empty objects', `[${fill('{},')}{}]`],
  ])('does not hold up the event loop: %s', async (_what, text) => {
    await kit.clock.advance(Seconds(1));
    // Work, not time: others may be using the machine.
    const before = process.cpuUsage();
    for (let i = 0; i < 5; i++) expectSane(await send(text));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000 / 5).toBeLessThan(100);
  });
});
