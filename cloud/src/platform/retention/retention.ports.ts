import type { Tx } from '../../kit/db/unit-of-work.ts';

/** A kind of record that is forgotten after a while. */
export interface Retained {
  readonly name: string;
  /** What it is, for whoever decides how long it is kept. */
  readonly what: string;
  readonly days: {
    readonly default: number;
    /** What the product itself needs it for. */
    readonly min: number;
    readonly max: number;
  };
  /** Forgets up to `limit` records from before `at` (ms since 1970). Resolves with how many those were. */
  readonly deleteBefore: (tx: Tx, at: number, limit: number) => Promise<number>;
}

/** Days. */
export const YEAR = 365;

/** What a module lists in `retention`: for how many days it is kept at least, by default, and at most. */
export const retained = (
  name: string,
  what: string,
  days: readonly [min: number, byDefault: number, max: number],
  deleteBefore: Retained['deleteBefore'],
): Retained => ({ name, what, days: { min: days[0], default: days[1], max: days[2] }, deleteBefore });
