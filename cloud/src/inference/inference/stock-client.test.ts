import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { fetchBy } from './testing/fetch-by.ts';
import { type Gate, serveGate } from './testing/gate.ts';
import { aKey, giveCredit, setFacility } from './testing/stored.ts';

const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: 'function',
    function: { name: 'opening_hours', parameters: { type: 'object', properties: { day: { type: 'string' } } } },
  },
];
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'say hello world' }];
const asking = { model: 'small-1', messages };

describe('the stock client for Node', () => {
  let db: Database;
  let gate: Gate;
  let models: OpenAI;
  const clientOf = (apiKey: string, maxRetries = 2) =>
    new OpenAI({ baseURL: `https://localhost:${gate.port}/v1`, apiKey, fetch: fetchBy(gate.ca), maxRetries });
  beforeAll(async () => {
    db = await (ENGINES[0] as (typeof ENGINES)[number]).open();
    gate = await serveGate(db, new ManualClock());
    await giveCredit(gate.world, gate.facilityId, 10_000_000);
    models = clientOf(gate.key.text);
  });
  afterAll(() => gate.close());
  beforeEach(() => gate.models.faults.clear());

  it('has answers, several of them, in JSON, and vectors', async () => {
    const answer = await models.chat.completions.create({ ...asking, n: 2, response_format: { type: 'json_object' } });
    expect(answer.choices.map(({ message }) => message.content)).toEqual(Array(2).fill('{"answer":"hello world"}'));
    expect(answer.usage?.total_tokens).toBeGreaterThan(0);
    const { data } = await models.embeddings.create({ model: 'embed-1', input: ['one', 'two'] });
    expect(data.map(({ embedding }) => embedding.length)).toEqual([8, 8]);
    const listed: string[] = [];
    for await (const { id } of models.models.list()) listed.push(id);
    expect(listed).toEqual(['blind', 'embed-1', 'small-1']);
    expect((await models.models.retrieve('small-1')).owned_by).toBe('one');
  });

  it('streams, with tools and the usage', async () => {
    const stream = await models.chat.completions.create({
      ...asking,
      stream: true,
      stream_options: { include_usage: true },
    });
    const pieces = [];
    let usage: OpenAI.CompletionUsage | null | undefined;
    for await (const piece of stream) {
      pieces.push(piece.choices[0]?.delta.content ?? '');
      usage = piece.usage ?? usage;
    }
    expect([pieces.join(''), usage?.completion_tokens]).toEqual(['hello world', 3]);
    const called = await models.chat.completions.stream({ ...asking, tools }).finalChatCompletion();
    const [call] = called.choices[0]?.message.tool_calls ?? [];
    expect(call).toMatchObject({ type: 'function', function: { name: 'opening_hours', arguments: '{"day":"day"}' } });
  });

  it('goes on with what a tool has said', async () => {
    const first = await models.chat.completions.create({ ...asking, tools });
    const message = first.choices[0]?.message as OpenAI.ChatCompletionMessage;
    const [call] = message.tool_calls ?? [];
    const said: OpenAI.ChatCompletionToolMessageParam = {
      role: 'tool',
      tool_call_id: call?.id ?? '',
      content: 'At six.',
    };
    const then = await models.chat.completions.create({ ...asking, tools, messages: [...messages, message, said] });
    expect(then.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'hello world' } });
  });

  it('tries again by itself, and what failed is not charged', async () => {
    const before = await gate.credit();
    gate.models.faults.want({ kind: 'refuse', status: 500, times: 3 });
    expect((await models.chat.completions.create(asking)).choices[0]?.message.content).toBe('hello world');
    expect((await gate.credit()).revenue - before.revenue).toBe(17);
  });

  it('knows refusals by their kind, and does not try again what is no use', async () => {
    const { facilityId } = gate;
    await expect(clientOf('sk-gh-v1-nobody').models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(models.chat.completions.create({ ...asking, model: 'none' })).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    const { text } = await aKey(db, facilityId, { limits: { rpmLimit: 1 } });
    const limited = clientOf(text, 0);
    await limited.chat.completions.create(asking);
    await expect(limited.chat.completions.create(asking)).rejects.toBeInstanceOf(OpenAI.RateLimitError);
    const headers = { 'Idempotency-Key': 'once' };
    await models.chat.completions.create(asking, { headers });
    const asked = (await gate.requests()).length;
    await expect(models.chat.completions.create(asking, { headers })).rejects.toBeInstanceOf(OpenAI.ConflictError);
    await setFacility(db, facilityId, { paused_at: 1 });
    await expect(models.chat.completions.create(asking)).rejects.toMatchObject({
      status: 402,
      code: 'inference_paused',
    });
    await setFacility(db, facilityId);
    expect((await gate.requests()).length - asked).toBe(2);
  });

  it('hears that a stream broke off', async () => {
    gate.models.faults.want({ kind: 'cut', bytes: 700, times: 1 });
    const stream = await models.chat.completions.create({ ...asking, stream: true });
    const read = async () => {
      for await (const _ of stream);
    };
    await expect(read()).rejects.toMatchObject({ code: 'upstream_failed' });
  });
});
