import { z } from 'zod';

const Part = z.looseObject({ type: z.string(), text: z.string().optional() });
const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(Part)]).nullish(),
});
const Tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({ name: z.string(), parameters: z.unknown().optional() }),
});
export const ChatAsked = z.looseObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  n: z.int().min(1).max(128).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  tools: z.array(Tool).nullish(),
  tool_choice: z.union([z.string(), z.looseObject({ function: z.looseObject({ name: z.string() }) })]).nullish(),
  response_format: z
    .looseObject({ type: z.string(), json_schema: z.looseObject({ schema: z.unknown().optional() }).optional() })
    .nullish(),
});
export type ChatAsked = z.output<typeof ChatAsked>;

export const EmbeddingsAsked = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1), z.array(z.int()).min(1), z.array(z.array(z.int())).min(1)]),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().min(1).max(2_048).nullish(),
});
export type EmbeddingsAsked = z.output<typeof EmbeddingsAsked>;

type Message = z.output<typeof Message>;

export const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');

export const imagesIn = ({ content }: Message): number =>
  Array.isArray(content) ? content.filter(({ type }) => type === 'image_url').length : 0;
