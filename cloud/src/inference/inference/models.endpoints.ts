import { z } from 'zod';
import type { InferenceCaller } from './admission.ts';
import { inferenceFault, inferenceFaults } from './inference.faults.ts';
import type { InferenceService } from './inference.service.ts';
import { inferenceEndpoint } from './inference-surface.ts';
import { type Price, worstCostOf } from './prices.ts';
import { refusalOf } from './spender.ts';

interface Deps {
  readonly inference: Pick<InferenceService, 'upstreams' | 'markupAt'>;
}

const gate = { may: 'look' } as const;
const MILLION = 1_000_000;

const Model = z.object({
  id: z.string().describe('What `model` of a request names.'),
  object: z.literal('model').describe('What this is.'),
  created: z.int().describe('0: nobody knows since when there is it.'),
  owned_by: z.string().describe('Who answers for it: the first of them.'),
  kind: z.enum(['chat', 'embedding']).describe('What it is for.'),
  context_length: z.int().describe('So many tokens may be asked and answered together.'),
  max_output_tokens: z.int().describe('So many tokens may be answered.'),
  images: z.boolean().describe('Whether it takes images.'),
  zero_retention: z.boolean().describe('Whether everybody who answers for it keeps nothing of a request.'),
  pricing: z
    .object({
      input_micros: z.int().describe('A million tokens of input at the dearest, in millionths of the currency’s unit.'),
      output_micros: z.int().describe('The same of output.'),
    })
    .describe('What it costs here.'),
});
type Model = z.output<typeof Model>;

const EXAMPLE: Model = {
  id: 'small-1',
  object: 'model',
  created: 0,
  owned_by: 'example',
  kind: 'chat',
  context_length: 32_768,
  max_output_tokens: 4_096,
  images: true,
  zero_retention: false,
  pricing: { input_micros: 150_000, output_micros: 600_000 },
};

/** What the caller may ask, each once, by name. */
const modelsFor = async (
  { inference }: Pick<Deps, 'inference'>,
  { spender }: Pick<InferenceCaller, 'spender'>,
): Promise<Model[]> => {
  const markup = await inference.markupAt(spender);
  const sold = inference.upstreams.flatMap(({ settings }) =>
    settings.models.map((model) => ({ model, settings, name: `${model.kind} ${model.id}` })),
  );
  return [...Map.groupBy(sold, ({ name }) => name).values()]
    .flatMap((sellers) => {
      const [first] = sellers;
      if (first === undefined || refusalOf(spender, first.model.id) !== undefined) return [];
      const { model, settings } = first;
      const price: Price = { tiers: { all: sellers.flatMap((seller) => seller.model.prices) }, markup };
      return {
        id: model.id,
        object: 'model' as const,
        created: 0,
        owned_by: settings.name,
        kind: model.kind,
        context_length: Math.min(...sellers.map((seller) => seller.model.contextTokens)),
        max_output_tokens: Math.min(...sellers.map((seller) => seller.model.maxOutputTokens)),
        images: sellers.every((seller) => seller.model.imageTokens !== undefined),
        zero_retention: sellers.every((seller) => seller.settings.zeroRetention),
        pricing: {
          input_micros: worstCostOf(price, { in: MILLION, out: 0 }),
          output_micros: worstCostOf(price, { in: 0, out: MILLION }),
        },
      };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
};

export const listGateModels = inferenceEndpoint<Deps>()({
  id: 'models.list',
  method: 'GET',
  path: '/v1/models',
  summary: 'List the models that may be asked',
  description: 'Those that this key or agent may ask, with what they cost here. Without an upstream the list is empty.',
  gate,
  success: {
    status: 200,
    description: 'The models, by name.',
    schema: z.object({
      object: z.literal('list').describe('What this is.'),
      data: z.array(Model).describe('The models.'),
    }),
  },
  examples: { success: { object: 'list', data: [EXAMPLE] } },
  faults: {},
  handle: async (deps, _input, { caller }) => ({ object: 'list' as const, data: await modelsFor(deps, caller) }),
});

export const readGateModel = inferenceEndpoint<Deps>()({
  id: 'models.read',
  method: 'GET',
  path: '/v1/models/:id',
  summary: 'Read one model',
  description: 'One of the list. Others are not found, whether there are any of that name or not.',
  gate,
  params: z.object({ id: z.string().min(1).max(120).describe('The `id` of the list, percent-encoded.') }),
  success: { status: 200, description: 'The model.', schema: Model },
  examples: { params: { id: 'small-1' }, success: EXAMPLE },
  faults: { model_not_found: inferenceFaults.model_not_found },
  handle: async (deps, { params: { id } }, { caller }) => {
    const found = (await modelsFor(deps, caller)).find((model) => model.id === id);
    if (found === undefined) throw inferenceFault('model_not_found', 'There is no such model.');
    return found;
  },
});
