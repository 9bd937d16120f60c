import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { begunStream } from './begun-stream.ts';
import type { Seller } from './forwarding.ts';
import type { Run, Running } from './running.ts';
import { createStreamedAnswer } from './streamed-answer.ts';
import { httpUpstream, UpstreamSilent } from './upstream.ts';

const event = (more: object): string => `data: ${JSON.stringify({ id: 'g-1', ...more })}\n\n`;
const said = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
const SAID = ['when', ' ü ', '🚪', 'open'];
const FIRST = Buffer.byteLength(said('when'));
const USAGE = { prompt_tokens: 3, completion_tokens: 4 };
const BYTES = Buffer.from(`${SAID.map(said).join('')}${event({ choices: [], usage: USAGE })}data: [DONE]\n\n`);

const clock = new ManualClock();
const seller: Seller = {
  upstream: httpUpstream(
    {
      ...{ name: 'one', url: 'http://127.0.0.1:1/v1', keyFile: '/nowhere', zeroRetention: false },
      ...{ cancelCosts: 'part', generations: false, models: [] },
    },
    clock,
  ),
  model: {
    id: 'small-1',
    kind: 'chat',
    contextTokens: 100,
    maxOutputTokens: 10,
    outputLimit: 'max_tokens',
    prices: [],
  },
};

/** What goes out of an answer whose bytes come in these parts, and how it is settled. */
const handOn = async (parts: readonly Uint8Array[], breaks: boolean) => {
  const body = (async function* () {
    yield* parts;
    if (breaks) throw new UpstreamSilent('the answer broke off');
  })();
  const read = { body, text: async () => undefined, drop: () => undefined };
  const answer = { status: 200, retryAfterSeconds: undefined, generationId: undefined, ...read };
  const begun = await begunStream(clock, answer);
  const run = { row: { id: 'gen_1' }, startedMonoMs: 0, answered: [], pieces: 0, firstTokenMs: null } as object as Run;
  const ends: Parameters<Running['end']>[] = [];
  const running: Pick<Running, 'end'> = { end: async (...end) => void ends.push(end) };
  const common = { run, begun, forwarded: { seller, answer, begun }, model: 'small-1', filters: [], tellsUsage: false };
  const sent: string[] = [];
  for await (const text of createStreamedAnswer({ clock, running }, common).read(new AbortController().signal))
    sent.push(text);
  const events = sent.join('').split('\n\n').slice(0, -1);
  return { run, ends: ends.map(([, status, more]) => [status, more?.code, more?.free]), events };
};

describe('an answer that is handed on piece by piece', () => {
  it('is the same wherever its bytes are split', async () => {
    const whole = await handOn([BYTES], false);
    expect(whole.ends).toEqual([['ok', undefined, undefined]]);
    expect(whole.events).toHaveLength(SAID.length + 1);
    expect(whole.events.at(-1)).toBe('data: [DONE]');
    for (let at = 1; at < BYTES.length; at += 1) {
      const split = await handOn([BYTES.subarray(0, at), BYTES.subarray(at)], false);
      expect(split.events, `${at}`).toEqual(whole.events);
      expect([split.ends, split.run.answered, split.run.usage], `${at}`).toEqual([
        whole.ends,
        SAID,
        { in: USAGE.prompt_tokens, out: USAGE.completion_tokens },
      ]);
    }
    const bytes = await handOn(
      Array.from(BYTES, (byte) => Uint8Array.of(byte)),
      true,
    );
    expect([bytes.events, bytes.ends]).toEqual([whole.events, whole.ends]);
  });

  it('is settled once by what the client got of it, wherever it is cut, and never said to be whole', async () => {
    // The line that ends the last event may be cut: then it has come, or it has not.
    const whole = BYTES.length - 2;
    const cuts = Array.from({ length: BYTES.length - FIRST }, (_, n) => FIRST + n);
    for (const [at, breaks] of cuts.flatMap((cut) => [[cut, true] as const, [cut, false] as const])) {
      const { run, ends, events } = await handOn([BYTES.subarray(0, at)], breaks);
      const what = `${at} ${breaks ? 'breaks' : 'ends'}`;
      const texts = events.slice(0, -1).map((one) => JSON.parse(one.slice('data: '.length)).choices[0].delta.content);
      expect(texts, what).toEqual(SAID.slice(0, texts.length));
      expect([run.answered, run.pieces], what).toEqual([texts, texts.length]);
      const isWhole = events.at(-1) === 'data: [DONE]';
      expect(isWhole && at < whole, what).toBe(false);
      expect(ends, what).toEqual([isWhole ? ['ok', undefined, undefined] : ['error', 'upstream_failed', false]]);
      expect(isWhole || events.at(-1)?.includes('"code":"upstream_failed"'), what).toBe(true);
    }
  });
});
