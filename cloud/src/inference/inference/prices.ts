import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { SoldModel, Tier } from './models-config.ts';

/** By what a request is held and settled: the prices of whoever may answer it, and what is added to them. */
export interface Price {
  readonly tiers: Readonly<Record<string, readonly Tier[]>>;
  /** Millionths of a per cent: 5,000,000 are 5 %. */
  readonly markup: number;
}
export interface Tokens {
  readonly in: number;
  readonly out: number;
}

const PER_PRICE = 1_000_000n;
const WHOLE = 100_000_000n;

const roundedUp = (amount: bigint, markup: number): number => {
  const per = PER_PRICE * WHOLE;
  const micros = Number((amount * (WHOLE + BigInt(markup)) + per - 1n) / per);
  if (!Number.isSafeInteger(micros)) throw new Bug('a request costs more than is counted exactly');
  return micros;
};

/** What a request came to, in micros, rounded up once. */
export const costOf = (price: Price, provider: string, tokens: Tokens): number => {
  const tier = (price.tiers[provider] ?? [])
    .filter(({ fromInputTokens }) => fromInputTokens <= tokens.in)
    .reduce<Tier | undefined>((a, b) => (a !== undefined && a.fromInputTokens > b.fromInputTokens ? a : b), undefined);
  if (tier === undefined) throw new Bug(`${provider} has no price of this`);
  const { inputMicros, outputMicros } = tier;
  return roundedUp(BigInt(tokens.in) * BigInt(inputMicros) + BigInt(tokens.out) * BigInt(outputMicros), price.markup);
};

/** What it comes to at most, whoever answers it and in whichever tier. */
export const worstCostOf = (price: Price, tokens: Tokens): number => {
  const { inputMicros, outputMicros } = dearest(price);
  return roundedUp(BigInt(tokens.in) * BigInt(inputMicros) + BigInt(tokens.out) * BigInt(outputMicros), price.markup);
};

const dearest = ({ tiers }: Price): Pick<Tier, 'inputMicros' | 'outputMicros'> => {
  const all = Object.values(tiers).flat();
  if (all.length === 0) throw new Bug('nothing is held without a price');
  return {
    inputMicros: Math.max(...all.map(({ inputMicros }) => inputMicros)),
    outputMicros: Math.max(...all.map(({ outputMicros }) => outputMicros)),
  };
};

/** How many tokens of output so much pays for, beside the input and at the worst; below 0: not even the input. */
export const affordableOutput = (price: Price, input: number, micros: number): number => {
  const { inputMicros, outputMicros } = dearest(price);
  const scale = PER_PRICE * WHOLE;
  const left = BigInt(micros) * scale - BigInt(input) * BigInt(inputMicros) * (WHOLE + BigInt(price.markup));
  if (left < 0n) return -1;
  if (outputMicros === 0) return Number.MAX_SAFE_INTEGER;
  const each = BigInt(outputMicros) * (WHOLE + BigInt(price.markup));
  return Math.min(Number(left / each), Number.MAX_SAFE_INTEGER);
};

/** The prices of a model at those who have it. */
export const priceOf = (
  sold: readonly { readonly name: string; readonly model: SoldModel }[],
  markup: number,
): Price => ({
  tiers: Object.fromEntries(sold.map(({ name, model }) => [name, model.prices])),
  markup,
});
