import { describe, expect, it } from 'vitest';
import { aiWords } from './ai-en.ts';

describe('amounts of AI credit', () => {
  it('have two places, and as many as they need where they are less than a cent', () => {
    expect(aiWords.money(48_050_000)).toBe('48.05');
    expect(aiWords.money(1_234_567_890_000)).toBe('1,234,567.89');
    expect(aiWords.money(0)).toBe('0.00');
    expect(aiWords.money(1)).toBe('0.000001');
    expect(aiWords.money(9_990)).toBe('0.00999');
  });

  it('never say that more is there than is', () => {
    expect(aiWords.money(48_059_999)).toBe('48.05');
    expect(aiWords.money(-48_050_001)).toBe('-48.06');
  });

  it('are exact where they are added up', () => {
    expect(aiWords.exactly(16_250)).toBe('0.01625');
    expect(aiWords.exactly(50_000_000)).toBe('50.00');
    expect(aiWords.exactly(-1_950_001)).toBe('-1.950001');
  });
});
