import { createHash } from 'node:crypto';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';

/** An endless stream of bytes that is the same for the same seed. Not for secrets. */
export const seededRandom = (seed: string): RandomBytes => {
  let block: Uint8Array = new Uint8Array(0);
  let used = 0;
  let count = 0;
  const next = (): number => {
    if (used === block.length) {
      block = createHash('sha256').update(`${seed}\n${count}`).digest();
      count += 1;
      used = 0;
    }
    const value = block[used] ?? 0;
    used += 1;
    return value;
  };
  return (length) => Uint8Array.from({ length }, next);
};

/** Choices made of random bytes. */
export interface Dice {
  /** A whole number from `least` to `most`, both possible. */
  between(least: number, most: number): number;
  /** Throws a RangeError for an empty list. */
  pick<T>(list: readonly T[]): T;
}

export const createDice = (random: RandomBytes): Dice => {
  const between = (least: number, most: number) => {
    const [a = 0, b = 0, c = 0, d = 0] = random(4);
    return least + Math.floor(((a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) / 2 ** 32) * (most - least + 1));
  };
  return {
    between,
    pick: (list) => {
      const one = list[between(0, list.length - 1)];
      if (one === undefined) throw new RangeError('nothing to pick from');
      return one;
    },
  };
};
