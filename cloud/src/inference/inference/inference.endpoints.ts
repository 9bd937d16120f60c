import { z } from 'zod';
import { reply } from '../../kit/http/endpoint.ts';
import { EVENT_STREAM } from '../../kit/http/event-stream.ts';
import { streamAnswer, textAnswer } from '../../kit/http/media.ts';
import { requestFaults } from './inference.faults.ts';
import type { Answered, InferenceService } from './inference.service.ts';
import { inferenceEndpoint } from './inference-surface.ts';

interface Deps {
  readonly inference: Pick<InferenceService, 'chat' | 'embed'>;
}

const JSON_TYPE = 'application/json';

const gate = { may: 'spend' } as const;
const rawBody = z.file().describe('JSON of the OpenAI API, up to 10 MB.');

/** What is answered goes out as it comes: JSON at once, events one by one. */
const answerOf = ({ answer, headers }: Answered) =>
  reply(
    typeof answer === 'string'
      ? textAnswer({ type: JSON_TYPE, text: answer })
      : streamAnswer({ type: EVENT_STREAM, ends: true, read: answer.read }),
    headers,
  );

export const postChatCompletion = inferenceEndpoint<Deps>()({
  id: 'chat.complete',
  method: 'POST',
  unit: 'own',
  path: '/v1/chat/completions',
  summary: 'Have a model answer',
  description:
    'The body is that of the OpenAI API: `model`, `messages`, up to 8 answers by `n`, tools, images (as data URLs, or as addresses that are handed on), JSON mode, and whatever else there is: it goes on as it is. With `stream: true` the answer comes as server-sent events, with a comment every 15 seconds while nothing comes; what fails on the way is an event with `error`. The most that it could cost is held first: a byte of text counts as a token at most, images by the model’s figure, and output as asked by `max_tokens` (else up to 4,096 tokens, or what the credit suffices for) times `n`. What it came to is charged, also where the client hangs up. `x-generation-id` names it.',
  gate,
  rawBody,
  success: { status: 200, description: 'The answer, whole or as events.', stream: [JSON_TYPE, EVENT_STREAM] },
  faults: requestFaults,
  audit: { event: 'inference.chat', target: () => undefined },
  handle: async ({ inference }, { body }, call) => answerOf(await inference.chat(body, call)),
});

export const postEmbeddings = inferenceEndpoint<Deps>()({
  id: 'embeddings.create',
  method: 'POST',
  unit: 'own',
  path: '/v1/embeddings',
  summary: 'Have texts made into vectors',
  description:
    'The body is that of the OpenAI API: `model` and `input`, and whatever else there is. Held, charged and refused as chat completions are.',
  gate,
  rawBody,
  success: { status: 200, description: 'The vectors.', stream: [JSON_TYPE, EVENT_STREAM] },
  faults: requestFaults,
  audit: { event: 'inference.embeddings', target: () => undefined },
  handle: async ({ inference }, { body }, call) => answerOf(await inference.embed(body, call)),
});
