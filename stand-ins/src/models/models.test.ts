import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServedStandIn, serveStandIn } from '../kit/serve.ts';
import { createModels, MODELS_KEY } from './models.ts';

const HELLO = { model: 'small-1', messages: [{ role: 'user', content: 'say hello world' }] };

interface Answered {
  readonly id: string;
  readonly choices: readonly { readonly message: { readonly content: string } }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
  readonly data: readonly { readonly id: string; readonly embedding: string }[];
}

describe('language models', () => {
  let models: ServedStandIn<ReturnType<typeof createModels>>;
  beforeEach(async () => {
    models = await serveStandIn(createModels({ clock: new ManualClock() }));
  });
  afterEach(() => models.close());
  const ask = async (path: string, body?: object, key = MODELS_KEY) => {
    const answer = await fetch(`${models.url}/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: () => answer.json() as Promise<Answered>, text: () => answer.text() };
  };
  const chat = async (more: object = {}) => (await ask('chat/completions', { ...HELLO, ...more })).json();
  const eventsOf = (text: string) =>
    text
      .split('\n\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice('data: '.length)));

  it('answers the same to the same, counts it, and ends where it is told to', async () => {
    expect(await chat()).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: 'hello world' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 },
    });
    const other = { messages: [{ role: 'user', content: 'What is there?' }] };
    const [first, second] = [await chat(other), await chat(other)];
    expect(first.choices).toEqual(second.choices);
    expect(await chat({ max_tokens: 2, n: 3 })).toMatchObject({
      choices: [0, 1, 2].map((index) => ({ index, message: { content: 'hello wo' }, finish_reason: 'length' })),
      usage: { completion_tokens: 6 },
    });
    const image = { type: 'image_url', image_url: { url: 'data:,' } };
    const seen = await chat({ messages: [{ role: 'user', content: [{ type: 'text', text: 'say hi' }, image] }] });
    expect(seen.usage.prompt_tokens).toBe(7 + 2 + 85);
  });

  it('streams the same, with the usage where it is asked for', async () => {
    const text = await (
      await ask('chat/completions', { ...HELLO, stream: true, stream_options: { include_usage: true } })
    ).text();
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    const events = eventsOf(text);
    expect(events.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('hello world');
    expect(events.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 3 } });
    const plain = await (await ask('chat/completions', { ...HELLO, stream: true })).text();
    expect(eventsOf(plain).some(({ usage }) => usage !== undefined)).toBe(false);
  });

  it('calls tools, and answers in JSON', async () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } };
    const tools = [{ type: 'function', function: { name: 'forecast', parameters } }];
    expect((await chat({ tools })).choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [{ function: { name: 'forecast', arguments: '{"city":"city","days":1}' } }],
      },
    });
    expect((await chat({ response_format: { type: 'json_object' } })).choices[0]?.message.content).toBe(
      '{"answer":"hello world"}',
    );
    const schema = { type: 'object', properties: { ok: { type: 'boolean' } } };
    const format = { type: 'json_schema', json_schema: { name: 'x', schema } };
    expect((await chat({ response_format: format })).choices[0]?.message.content).toBe('{"ok":true}');
  });

  it('embeds, lists models, and knows what it generated', async () => {
    const embedded = await (await ask('embeddings', { model: 'embed-1', input: ['one', 'three'] })).json();
    expect(embedded.data).toHaveLength(2);
    expect(embedded).toMatchObject({ usage: { prompt_tokens: 3 }, data: [{ index: 0 }, { index: 1 }] });
    const packed = await (
      await ask('embeddings', { model: 'embed-1', input: 'one', encoding_format: 'base64', dimensions: 4 })
    ).json();
    expect(Buffer.from(packed.data[0]?.embedding ?? '', 'base64')).toHaveLength(16);
    expect((await (await ask('models')).json()).data.map(({ id }) => id)).toEqual(['small-1', 'large-1', 'embed-1']);
    const { id } = await chat();
    expect(await (await ask(`generation?id=${id}`)).json()).toMatchObject({
      data: { id, tokens_prompt: 11, tokens_completion: 3, cancelled: false },
    });
  });

  it('refuses in its own words', async () => {
    expect(await (await ask('models', undefined, 'nobody')).json()).toMatchObject({
      error: { message: 'The key is wrong.' },
    });
    expect((await ask('chat/completions', { model: 'huge', messages: HELLO.messages })).status).toBe(404);
    expect((await ask('chat/completions', { model: 'small-1' })).status).toBe(400);
    models.faults.want({ kind: 'too-many', retryAfterSeconds: 3, times: 1 }, { kind: 'refuse', status: 500, times: 1 });
    expect((await ask('chat/completions', HELLO)).status).toBe(429);
    expect((await ask('chat/completions', HELLO)).status).toBe(500);
    expect((await ask('chat/completions', HELLO)).status).toBe(200);
  });

  it('ends in the middle, and says nothing or something false of what was used', async () => {
    models.faults.want({ kind: 'cut', bytes: 100, times: 1 });
    const cut = await ask('chat/completions', { ...HELLO, stream: true });
    await expect(cut.text()).rejects.toThrow();
    expect([...models.generations.values()].at(-1)).toMatchObject({ cancelled: true });
    models.behave({ usage: 'none' });
    expect((await chat()).usage).toBeUndefined();
    models.behave({ usage: 'false' });
    expect((await chat()).usage.completion_tokens).toBe(3_000);
    models.acts['as-ever']?.();
    expect((await chat()).usage.completion_tokens).toBe(3);
  });
});
