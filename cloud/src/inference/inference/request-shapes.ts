import { z } from 'zod';

const CHOICES_MAX = 8;
const TOKENS_MAX = 10_000_000;

const Part = z.looseObject({
  type: z.string().max(40).describe('`text`, `image_url`, or another kind of the OpenAI API.'),
  text: z.string().optional().describe('Of a `text`.'),
  image_url: z
    .looseObject({
      url: z.string().describe('A data URL, or an address that whoever answers for the model fetches; we never do.'),
    })
    .optional()
    .describe('Of an `image_url`.'),
  file: z
    .looseObject({
      file_id: z.undefined({ error: 'names a file, and there are none here: send file_data' }),
      file_data: z.string().optional().describe('The file itself.'),
    })
    .optional()
    .describe('Of a `file`.'),
});
const Message = z.looseObject({
  role: z.string().max(40).describe('Who said it.'),
  content: z
    .union([z.string(), z.array(Part).max(10_000)])
    .nullish()
    .describe('What was said: a text, or parts.'),
});

const asked = (what: z.ZodInt) => what.min(1).max(TOKENS_MAX).nullish();

/** A chat completion as far as the gate looks at it: every other member goes on as it is. */
export const ChatRequest = z
  .looseObject({
    model: z.string().min(1).max(120).describe('The model that is asked, by its `id`.'),
    messages: z.array(Message).min(1).max(10_000).describe('What was said until now.'),
    n: z.int().min(1).max(CHOICES_MAX).nullish().describe('How many answers are wanted.'),
    stream: z.boolean().nullish().describe('True: the answer comes as server-sent events, piece by piece.'),
    stream_options: z
      .looseObject({ include_usage: z.boolean().nullish().describe('True: the last event says what was used.') })
      .nullish()
      .describe('Of a stream.'),
    max_tokens: asked(z.int()).describe('The most tokens of each answer.'),
    max_completion_tokens: asked(z.int()).describe('The same, as newer clients call it.'),
  })
  .meta({ id: 'ChatRequest' });
export type ChatRequest = z.output<typeof ChatRequest>;

export const EmbeddingsRequest = z
  .looseObject({
    model: z.string().min(1).max(120).describe('The model that is asked, by its `id`.'),
    input: z
      .union([
        z.string(),
        z.array(z.string()).min(1).max(2_048),
        z.array(z.int().min(0)).min(1),
        z
          .array(z.array(z.int().min(0)).min(1))
          .min(1)
          .max(2_048),
      ])
      .describe('A text or several, or the tokens of them.'),
  })
  .meta({ id: 'EmbeddingsRequest' });
export type EmbeddingsRequest = z.output<typeof EmbeddingsRequest>;
