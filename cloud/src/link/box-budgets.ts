import { createBudget, type Rate } from '@gatehouse/shared/time/budget.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';

/** How much of the broker one box may take. */
export interface BoxLimits {
  readonly packets: Rate;
  /** Bytes of packets. */
  readonly bytes: Rate;
  /** How long a box that was cut off for its flood stays out, in ms. */
  readonly floodedOutMs: number;
}

/**
 * Far above what a box has to say: an acknowledgement and an outcome for each unlock, and, after a long time on its own, its
 * journal as fast as the cloud stores it.
 */
export const BOX_LIMITS: BoxLimits = {
  packets: { perSecond: 2_000, burst: 40_000 },
  bytes: { perSecond: 8_000_000, burst: 64_000_000 },
  floodedOutMs: 10_000,
};
/** A device says nothing but that it is there. */
export const DEVICE_LIMITS: BoxLimits = {
  packets: { perSecond: 2, burst: 60 },
  bytes: { perSecond: 1_000, burst: 20_000 },
  floodedOutMs: 60_000,
};
const BOXES_MAX = 20_000;

export interface BoxBudgets {
  of(boxId: string): BoxBudget;
  /** Whether it was cut off a moment ago. */
  isOut(boxId: string): boolean;
}
export interface BoxBudget {
  mayBegin(): boolean;
  mayCarry(bytes: number): boolean;
}

/** What each box may take, over all its connections: one that comes back gets no new budget. */
export const createBoxBudgets = (clock: Pick<Clock, 'monoMs'>, limits: BoxLimits): BoxBudgets => {
  const known = new Map<string, { readonly budget: BoxBudget; outUntilMs: number }>();
  const entryOf = (boxId: string) => {
    const found = known.get(boxId);
    if (found !== undefined) return found;
    const packets = createBudget(clock, limits.packets);
    const bytes = createBudget(clock, limits.bytes);
    const orOut = (allowed: boolean): boolean => {
      if (!allowed) made.outUntilMs = clock.monoMs() + limits.floodedOutMs;
      return allowed;
    };
    const budget: BoxBudget = { mayBegin: () => orOut(packets()), mayCarry: (length) => orOut(bytes(length)) };
    const made = { budget, outUntilMs: Number.NEGATIVE_INFINITY };
    known.set(boxId, made);
    const [oldest] = known.keys();
    if (known.size > BOXES_MAX && oldest !== undefined) known.delete(oldest);
    return made;
  };
  return {
    of: (boxId) => entryOf(boxId).budget,
    isOut: (boxId) => clock.monoMs() < (known.get(boxId)?.outUntilMs ?? Number.NEGATIVE_INFINITY),
  };
};
