import { describe, expect, it } from 'vitest';
import { cardText, memberText, presentedHash, shortIdText } from './presented.ts';

const KEY = new Uint8Array(32).fill(7);

describe('what people present', () => {
  it.each([
    ['04:a2:2b:ff', '4A22BFF'],
    ['04A22BFF', '4A22BFF'],
    ['00', '0'],
    ['0', '0'],
  ])('a card that a reader writes as %s is %s', (written, meant) => {
    expect(cardText(written)).toBe(meant);
  });

  it.each(['', 'xyz', '1'.repeat(65), '12;34'])('%j is no card', (written) =>
    expect(cardText(written)).toBeUndefined(),
  );
  it.each(['12', '12345678901', '12a', ''])('%j is no short id', (typed) => expect(shortIdText(typed)).toBeUndefined());
  it('leading zeros of a short id count', () => expect(shortIdText('0042')).toBe('0042'));

  it('is kept as a hash that says neither number nor kind, and needs the key', () => {
    const hash = presentedHash(KEY, 'card', '4A22BFF');
    expect(hash).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(presentedHash(KEY, 'short_id', '4A22BFF')).not.toBe(hash);
    expect(presentedHash(new Uint8Array(32).fill(8), 'card', '4A22BFF')).not.toBe(hash);
  });

  it('two partners may have the same id for different people', () => {
    expect(memberText(1, '2')).not.toBe(memberText(12, ''));
    expect(presentedHash(KEY, 'member', memberText(1, 'M-1'))).not.toBe(
      presentedHash(KEY, 'member', memberText(2, 'M-1')),
    );
  });
});
