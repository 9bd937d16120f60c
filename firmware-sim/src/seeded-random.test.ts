import { describe, expect, it } from 'vitest';
import { createDice, seededRandom } from './seeded-random.ts';

describe('seeded chance', () => {
  it('is the same for the same seed however it is drawn, and another for another', () => {
    const [one, two, other] = [seededRandom('a'), seededRandom('a'), seededRandom('b')];
    const whole = Buffer.from(one(100)).toString('hex');
    const parts = Buffer.concat([two(1), two(0), two(66), two(33)]).toString('hex');
    expect(parts).toBe(whole);
    expect(Buffer.from(other(100)).toString('hex')).not.toBe(whole);
  });

  it('throws dice that reach both ends and nothing beyond, each side about equally often', () => {
    const dice = createDice(seededRandom('dice'));
    const counts = new Map<number, number>();
    for (let n = 0; n < 6_000; n++) {
      const side = dice.between(1, 6);
      counts.set(side, (counts.get(side) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
    expect(() => dice.pick([])).toThrow(RangeError);
  });
});
