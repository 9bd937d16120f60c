import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { threadCpuMs } from '../thread-cpu.ts';
import { type Piece, redline } from './redline.ts';

const without = (pieces: readonly Piece[], left: Piece['is']) =>
  pieces.map(({ is, text }) => (is === left ? '' : text)).join('');

describe('a redline', () => {
  it('shows the words that changed, and what was removed before what was added', () =>
    expect(redline('You pay 30 days ahead.\nNo refunds.\n', 'You pay 14 days ahead.\nNo refunds.\nNever.\n')).toEqual([
      { is: 'same', text: 'You pay ' },
      { is: 'removed', text: '30' },
      { is: 'added', text: '14' },
      { is: 'same', text: ' days ahead.\nNo refunds.\n' },
      { is: 'added', text: 'Never.\n' },
    ]));

  it('gives back both texts, whatever they are, and is the shorter the less they differ', () => {
    const text = fc.array(fc.constantFrom('a', 'b', ' ', '\n', 'c.', 'é'), { maxLength: 40 }).map((of) => of.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = redline(before, after);
        expect(without(pieces, 'added')).toBe(before);
        expect(without(pieces, 'removed')).toBe(after);
        expect(redline(before, before)).toEqual(before === '' ? [] : [{ is: 'same', text: before }]);
      }),
    );
  });

  it('of two texts of 200,000 characters that have nothing in common takes no second', () => {
    const from = threadCpuMs();
    redline(
      Array.from({ length: 40_000 }, (_, at) => `${at} `).join(''),
      Array.from({ length: 40_000 }, (_, at) => `a${at}\n`).join(''),
    );
    expect(threadCpuMs() - from).toBeLessThan(1_000);
  });
});
