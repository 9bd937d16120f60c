import type { Markup } from './markup.ts';
import { type Price, worstCostOf } from './prices.ts';
import type { Spender } from './spender.ts';
import type { Upstream } from './upstream.ts';

/** A model that can be asked, and what it costs at a place: at the dearest of those who answer for it, in micros for a million tokens. */
export interface OfferedModel {
  readonly id: string;
  readonly kind: 'chat' | 'embedding';
  /** The first of those who answer for it. */
  readonly provider: string;
  readonly inputMicrosPerMillion: number;
  readonly outputMicrosPerMillion: number;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly takesImages: boolean;
  /** Everybody who answers for it keeps nothing of a request. */
  readonly keepsNothing: boolean;
}

const MILLION = 1_000_000;

/** Every model that there is, each once, by name. */
export const createOfferedModels =
  ({ upstreams, markupAt }: { readonly upstreams: readonly Upstream[]; readonly markupAt: Markup }) =>
  async (facility: Spender['facility']): Promise<OfferedModel[]> => {
    const markup = await markupAt({ facility });
    const sold = upstreams.flatMap(({ settings }) =>
      settings.models.map((model) => ({ model, settings, name: `${model.kind} ${model.id}` })),
    );
    return [...Map.groupBy(sold, ({ name }) => name).values()]
      .flatMap((sellers) => {
        const [first] = sellers;
        if (first === undefined) return [];
        const price: Price = { tiers: { all: sellers.flatMap((seller) => seller.model.prices) }, markup };
        return {
          id: first.model.id,
          kind: first.model.kind,
          provider: first.settings.name,
          inputMicrosPerMillion: worstCostOf(price, { in: MILLION, out: 0 }),
          outputMicrosPerMillion: worstCostOf(price, { in: 0, out: MILLION }),
          contextTokens: Math.min(...sellers.map((seller) => seller.model.contextTokens)),
          maxOutputTokens: Math.min(...sellers.map((seller) => seller.model.maxOutputTokens)),
          takesImages: sellers.every((seller) => seller.model.imageTokens !== undefined),
          keepsNothing: sellers.every((seller) => seller.settings.zeroRetention),
        };
      })
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  };
