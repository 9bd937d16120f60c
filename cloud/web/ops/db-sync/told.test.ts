import { describe, expect, it } from 'vitest';
import { withTold } from './told.ts';

const line = (seq: number) => ({
  ...{ seq, at: '2026-06-01T08:00:00.000Z', level: 'info', text: `line ${seq}`, done: null, of: null },
});
const heard = (seq: number) => ({ type: 'log', run: 'run_1', ...line(seq) }) as const;

describe('the log of a copying', () => {
  it('is what was answered and what was told since, each line once, the newest 500', () => {
    const lines = [line(1), line(2)] as Parameters<typeof withTold>[0];
    const seqs = (...args: Parameters<typeof withTold>) => withTold(...args).map(({ seq }) => seq);
    expect(seqs(lines, undefined)).toEqual([1, 2]);
    expect(seqs(lines, [1, 2, 3, 4].map(heard) as Parameters<typeof withTold>[1])).toEqual([1, 2, 3, 4]);
    const many = Array.from({ length: 550 }, (_, at) => heard(at + 3));
    expect(seqs(lines, many as Parameters<typeof withTold>[1])).toHaveLength(500);
  });
});
