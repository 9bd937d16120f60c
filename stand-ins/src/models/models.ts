import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { type HttpAnswer, type HttpCall, httpStandIn } from '../kit/http.ts';
import { answersTo, deltasOf, piecesOf, promptTokens, type Said, vectorOf } from './answers.ts';
import { ChatAsked, EmbeddingsAsked } from './asked.ts';

export const MODELS_KEY = 'sk-stand-in-models';
/** What is sold here, in micros a million tokens. */
export const SOLD = [
  { id: 'small-1', context_length: 32_768, pricing: { prompt: 150_000, completion: 600_000 } },
  { id: 'large-1', context_length: 131_072, pricing: { prompt: 2_500_000, completion: 10_000_000 } },
  { id: 'embed-1', context_length: 8_192, pricing: { prompt: 20_000, completion: 0 } },
] as const;

/** How it behaves, beside its faults. */
export interface Behaviour {
  /** What it says that was used: the truth, nothing, or far too much. */
  readonly usage: 'true' | 'none' | 'false';
  /** Between two parts of a stream. */
  readonly pauseMs: number;
}
interface Generation {
  readonly id: string;
  readonly model: string;
  readonly tokens_prompt: number;
  tokens_completion: number;
  cancelled: boolean;
}

const BODY_BYTES_MAX = 12 * 1024 * 1024;
const KEPT = 1_000;
const DIMENSIONS = 8;
const FALSE_FACTOR = 1_000;
const AS_EVER: Behaviour = { usage: 'true', pauseMs: 0 };

const refusal = (status: number, message = 'The request was refused.', code: string | null = null): HttpAnswer => ({
  status,
  body: { error: { message, type: status < 500 ? 'invalid_request_error' : 'server_error', param: null, code } },
});

/** Language models by the OpenAI API, as far as gateways need it: deterministic, priced, and broken on order. */
export const createModels = ({ clock }: { readonly clock: Clock }) => {
  let behaviour = AS_EVER;
  const generations = new Map<string, Generation>();
  let made = 0;

  const generate = (model: string, prompt: number): Generation => {
    made += 1;
    const generation = { id: `chatcmpl-${made}`, model, tokens_prompt: prompt, tokens_completion: 0, cancelled: false };
    generations.set(generation.id, generation);
    for (const id of generations.keys()) if (generations.size > KEPT) generations.delete(id);
    return generation;
  };
  const usageOf = ({ tokens_prompt: prompt, tokens_completion: completion }: Generation) => {
    const times = behaviour.usage === 'false' ? FALSE_FACTOR : 1;
    const told = { prompt_tokens: prompt * times, completion_tokens: completion * times };
    return { ...told, total_tokens: told.prompt_tokens + told.completion_tokens };
  };
  const usageField = (generation: Generation) => (behaviour.usage === 'none' ? {} : { usage: usageOf(generation) });
  const headOf = ({ id, model }: Generation, object: string) => ({
    id,
    object,
    created: Math.floor(clock.wallMs() / 1_000),
    model,
  });

  const whole = (asked: ChatAsked, said: readonly Said[]): HttpAnswer => {
    const generation = generate(asked.model, promptTokens(asked));
    generation.tokens_completion = said.reduce((sum, { pieces }) => sum + pieces.length, 0);
    const choices = said.map(({ pieces, tool, finish }, index) => ({
      index,
      message: {
        role: 'assistant',
        content: tool === undefined ? pieces.join('') : null,
        ...(tool && {
          tool_calls: [{ id: tool.id, type: 'function', function: { name: tool.name, arguments: pieces.join('') } }],
        }),
      },
      finish_reason: finish,
    }));
    return { body: { ...headOf(generation, 'chat.completion'), choices, ...usageField(generation) } };
  };

  const pause = (): Promise<void> =>
    behaviour.pauseMs === 0
      ? Promise.resolve()
      : new Promise((resolve) => void clock.after(Milliseconds(behaviour.pauseMs), resolve));

  async function* streamed(asked: ChatAsked, said: readonly Said[]): AsyncGenerator<string> {
    const generation = generate(asked.model, promptTokens(asked));
    const head = headOf(generation, 'chat.completion.chunk');
    const event = (choices: readonly object[], more = {}) =>
      `data: ${JSON.stringify({ ...head, choices, ...more })}\n\n`;
    generation.cancelled = true;
    for (const { index, delta, finish, isToken } of deltasOf(said)) {
      if (isToken) await pause();
      if (isToken) generation.tokens_completion += 1;
      yield event([{ index, delta, finish_reason: finish }]);
    }
    generation.cancelled = false;
    if (asked.stream_options?.include_usage && behaviour.usage !== 'none') yield event([], usageField(generation));
    yield 'data: [DONE]\n\n';
  }

  const chat = (call: HttpCall): HttpAnswer => {
    const asked = ChatAsked.safeParse(jsonOf(call.body));
    if (!asked.success) return refusal(400, 'The body is no chat completion.');
    if (!isSold(asked.data.model)) return refusal(404, 'There is no such model.', 'model_not_found');
    const said = answersTo(asked.data);
    if (asked.data.stream !== true) return whole(asked.data, said);
    return { headers: { 'content-type': 'text/event-stream' }, parts: streamed(asked.data, said) };
  };

  const embeddings = (call: HttpCall): HttpAnswer => {
    const parsed = EmbeddingsAsked.safeParse(jsonOf(call.body));
    if (!parsed.success) return refusal(400, 'The body asks for no embeddings.');
    const { model, input, encoding_format: format, dimensions } = parsed.data;
    if (!isSold(model)) return refusal(404, 'There is no such model.', 'model_not_found');
    const isList = Array.isArray(input) && typeof input[0] !== 'number';
    const texts = (isList ? input : [input]).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    const generation = generate(
      model,
      texts.reduce((sum, text) => sum + piecesOf(text).length, 0),
    );
    const data = texts.map((text, index) => {
      const vector = vectorOf(text, dimensions ?? DIMENSIONS);
      const embedding = format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector;
      return { object: 'embedding', index, embedding };
    });
    return { body: { object: 'list', model, data, ...usageField(generation) } };
  };

  const answer = (call: HttpCall): HttpAnswer => {
    if (call.headers.authorization !== `Bearer ${MODELS_KEY}`) return refusal(401, 'The key is wrong.');
    switch (`${call.method} ${call.path}`) {
      case 'POST /v1/chat/completions':
        return chat(call);
      case 'POST /v1/embeddings':
        return embeddings(call);
      case 'GET /v1/models':
        return { body: { object: 'list', data: SOLD.map((model) => ({ ...model, object: 'model', owned_by: 'us' })) } };
      case 'GET /v1/generation': {
        const generation = generations.get(call.query.get('id') ?? '');
        return generation === undefined ? refusal(404, 'There is no such generation.') : { body: { data: generation } };
      }
      default:
        return refusal(404, 'There is no such path.');
    }
  };

  const behave = (given: Partial<Behaviour>): void => {
    behaviour = { ...behaviour, ...given };
  };
  const standIn = httpStandIn({
    plays: 'language models by the OpenAI API',
    clock,
    facts: () => ({ key: MODELS_KEY, models: SOLD.map(({ id }) => id).join(', ') }),
    acts: {
      'no-usage': () => behave({ usage: 'none' }),
      'false-usage': () => behave({ usage: 'false' }),
      slowly: () => behave({ pauseMs: 250 }),
      'as-ever': () => behave(AS_EVER),
    },
    answer,
    refusal: (status) => refusal(status),
    bodyBytesMax: BODY_BYTES_MAX,
  });
  return { ...standIn, behave, generations: generations as ReadonlyMap<string, Readonly<Generation>> };
};

const isSold = (model: string): boolean => SOLD.some(({ id }) => id === model);

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
};
