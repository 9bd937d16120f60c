import { describe, expect, it } from 'vitest';
import { creditWords } from './ai-credit-en.ts';

describe('how long credit lasts', () => {
  it.each([
    [{ availableMicros: 48_000_000, runwayDays: 172 }, /172 more days/],
    [{ availableMicros: 48_000_000, runwayDays: 1 }, /1 more day\./],
    [{ availableMicros: 48_000_000, runwayDays: 0 }, /less than a day/],
    [{ availableMicros: 48_000_000, runwayDays: null }, /Nothing was spent/],
    [{ availableMicros: 0, runwayDays: 3 }, /refused until it is topped up/],
  ])('is said in words: %j', (overview, words) => {
    expect(creditWords.runway(overview)).toMatch(words);
  });
});
