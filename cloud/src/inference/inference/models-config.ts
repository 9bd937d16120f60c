import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A price counts from so many tokens of input on, for the whole request: in micros a million tokens. */
const Tier = z.strictObject({
  fromInputTokens: z.int().min(0),
  inputMicros: z.int().min(0).max(1e12),
  outputMicros: z.int().min(0).max(1e12),
});
export type Tier = z.output<typeof Tier>;

const Model = z.strictObject({
  /** As it is asked for here. */
  id: z.string().regex(/^[A-Za-z0-9][\w.:/-]{0,119}$/, 'must be letters, digits and . _ : / -'),
  /** As the upstream calls it, where that is something else. */
  upstreamId: z.string().min(1).max(200).optional(),
  kind: z.enum(['chat', 'embedding']).default('chat'),
  contextTokens: z.int().min(1),
  maxOutputTokens: z.int().min(1).default(4_096),
  /** What one image is counted as at most. Without it images are refused. */
  imageTokens: z.int().min(1).optional(),
  /** What the upstream reads the most tokens of an answer from. */
  outputLimit: z.enum(['max_tokens', 'max_completion_tokens']).default('max_tokens'),
  prices: z
    .array(Tier)
    .min(1)
    .max(10)
    .refine((tiers) => tiers.some(({ fromInputTokens }) => fromInputTokens === 0), 'must have one from 0 tokens on'),
});
export type SoldModel = z.output<typeof Model>;

const Upstream = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and -'),
  url: z.string().refine((text) => isBase(text), 'must be https://host/path; http only on this machine'),
  keyFile: z.string().min(1),
  /** Nothing of a request is kept there. */
  zeroRetention: z.boolean().default(false),
  /** What a request costs that is given up on the way: `whole`, as if nobody had; `part`, what there was until then. */
  cancelCosts: z.enum(['whole', 'part']).default('whole'),
  /** `GET generation?id=` says what a request came to. */
  generations: z.boolean().default(false),
  /** The header of an answer that names it for `GET generation?id=`, where it comes before the answer itself. */
  generationHeader: z
    .string()
    .regex(/^[a-z0-9-]{1,80}$/, 'must be lower-case letters, digits and -')
    .optional(),
  models: z.array(Model).min(1).max(500),
});
export type UpstreamSettings = z.output<typeof Upstream>;

const UpstreamsFile = z
  .strictObject({ upstreams: z.array(Upstream).max(50) })
  .refine(({ upstreams }) => isUnique(upstreams.map(({ name }) => name)), 'upstreams: must have different names')
  .refine(
    ({ upstreams }) => upstreams.every(({ models }) => isUnique(models.map(({ id }) => id))),
    'models: must have different ids',
  );

const isUnique = (names: readonly string[]): boolean => new Set(names).size === names.length;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** A key goes there: nobody else may read it on its way. */
const isBase = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
};

const NAME = 'MODEL_UPSTREAMS_FILE';

/**
 * Reads who answers for models: none unless the file is given. Whatever is wrong joins `problems`, by its place in the file and
 * without any value of it.
 */
export const readModelUpstreams = (
  { [NAME]: file }: { readonly [NAME]?: string | undefined },
  problems: string[],
): readonly UpstreamSettings[] => {
  if (file === undefined) return [];
  const text = textIn(file);
  if (text === undefined) {
    problems.push(`${NAME}: cannot be read`);
    return [];
  }
  const parsed = UpstreamsFile.safeParse(jsonIn(text));
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map(({ path, message }) => `${NAME}: ${[...path, message].join(' ')}`));
    return [];
  }
  const { upstreams } = parsed.data;
  for (const { name, keyFile } of upstreams)
    if (!/^\s*[\x21-\x7e]+\s*$/.test(textIn(keyFile) ?? ''))
      problems.push(`${NAME}: the key file of ${name} has no key in it`);
  return upstreams;
};

const textIn = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
