import { centsIn } from '../money/typed-amount.ts';
import type { AiCap, AiReset } from './ai-types.ts';

/** How much may be spent in a while, as somebody types it. An empty amount: no cap. */
export interface TypedCap {
  readonly amount: string;
  readonly reset: AiReset;
}

const MOST_CENTS = 10_000_000;
const NOTHING = /^0{1,9}(?:\.0{1,2})?$/;

/** In cents, where 0 is an amount too. Undefined where it is none, is below 0, or above what may be set. */
export const amountFrom0 = (text: string): number | undefined => {
  const cents = NOTHING.test(text.trim()) ? 0 : centsIn(text);
  return cents !== undefined && cents >= 0 && cents <= MOST_CENTS ? cents : undefined;
};

/** `2000`: `20.00`. */
export const amountOf = (cents: number): string => (cents / 100).toFixed(2);

export const typedCap = (cap: AiCap | null): TypedCap =>
  cap === null ? { amount: '', reset: 'month' } : { amount: amountOf(cap.limitCents), reset: cap.reset };

/** What is sent for it; undefined where the amount is none. */
export const capOf = ({ amount, reset }: TypedCap): AiCap | null | undefined => {
  if (amount.trim() === '') return null;
  const limitCents = amountFrom0(amount);
  return limitCents === undefined ? undefined : { limitCents, reset };
};
