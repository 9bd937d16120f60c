import { Days, type Duration, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';

/** The spans that are counted in blocks. */
export const WINDOWS = ['1h', '12h', '24h', '7d', '14d'] as const;
export type Window = (typeof WINDOWS)[number];

interface Blocks {
  readonly span: Duration;
  readonly block: Duration;
}
const BLOCKS: Readonly<Record<Window, Blocks>> = {
  '1h': { span: Hours(1), block: Minutes(10) },
  '12h': { span: Hours(12), block: Minutes(10) },
  '24h': { span: Hours(24), block: Minutes(10) },
  '7d': { span: Days(7), block: Hours(1) },
  '14d': { span: Days(14), block: Hours(1) },
};

/** Ms since 1970; `to` is no part of it. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface BlockedPeriod extends Period {
  readonly block: Duration;
}

/** The blocks of a window by the clock: the last one is that of `now`, and has only begun. */
export const blocksOf = (window: Window, now: number): BlockedPeriod => {
  const { span, block } = BLOCKS[window];
  const to = (Math.floor(now / block) + 1) * block;
  return { from: to - span, to, block };
};

/** The window's length, up to now. */
export const periodOf = (window: Window, now: number): Period => ({ from: now - BLOCKS[window].span, to: now });
