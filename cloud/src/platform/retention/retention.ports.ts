import type { Tx } from '../../kit/db/unit-of-work.ts';

/** How long one kind of record is kept before it is deleted. */
export interface RetentionPolicy {
  readonly name: string;
  /** A description, shown where the number of days is set. */
  readonly what: string;
  readonly days: {
    readonly default: number;
    /** What the product itself needs it for. */
    readonly min: number;
    readonly max: number;
  };
  /** Deletes up to `limit` records from before `at` (ms since 1970). Resolves with how many. */
  readonly deleteBefore: (tx: Tx, at: number, limit: number) => Promise<number>;
}

/** Days. */
export const YEAR = 365;

/** An entry of a module's `retention`: the days that a record is kept at least, by default, and at most. */
export const retentionPolicy = (
  name: string,
  what: string,
  days: readonly [min: number, byDefault: number, max: number],
  deleteBefore: RetentionPolicy['deleteBefore'],
): RetentionPolicy => ({ name, what, days: { min: days[0], default: days[1], max: days[2] }, deleteBefore });
