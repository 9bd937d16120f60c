import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochMsOf, IsoTime, readTime } from './iso-time.ts';

const isTime = (text: string) => IsoTime.safeParse(text).success;

describe('an ISO 8601 time', () => {
  it.each([
    ['2026-02-28T09:30:00Z', '2026-02-28T09:30:00.000Z'],
    ['2026-02-28T09:30:00.123456Z', '2026-02-28T09:30:00.123Z'],
    ['2026-02-28T09:30:00+10:00', '2026-02-27T23:30:00.000Z'],
    ['2026-02-28T09:30:00-00:30', '2026-02-28T10:00:00.000Z'],
    ['2026-02-28T09:30Z', '2026-02-28T09:30:00.000Z'],
    ['2026-02-28T09:30:00', '2026-02-28T09:30:00.000Z'],
    ['2026-02-28', '2026-02-28T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('is understood: %s', (text, instant) => {
    expect(isTime(text)).toBe(true);
    expect(new Date(epochMsOf(readTime(text).text)).toISOString()).toBe(instant);
  });

  it.each([
    ['20260228', '2026-02-28', 'date'],
    ['20260228T093000Z', '2026-02-28T09:30:00Z', 'instant'],
    ['2026-02-28 09:30:00Z', '2026-02-28T09:30:00Z', 'instant'],
    ['2026-02-28t09:30:00z', '2026-02-28T09:30:00Z', 'instant'],
    ['2026-02-28T09:30:00+1000', '2026-02-28T09:30:00+10:00', 'instant'],
    ['2026-02-28T09:30-03', '2026-02-28T09:30-03:00', 'instant'],
    ['2026-02-28 0930', '2026-02-28T09:30', 'local'],
    ['2026-02-28T093015,5', '2026-02-28T09:30:15.5', 'local'],
  ])('P4 %s is read as %s', (sent, text, kind) => {
    expect(isTime(sent)).toBe(true);
    expect(readTime(sent)).toEqual({ text, kind });
  });

  it.each([
    '2026-02-30',
    '2025-02-29T00:00:00Z',
    '2026-13-01',
    '2026-02-28T24:00:00Z',
    '2026-02-28T09:60:00Z',
    '2026-02-28T09:30:60Z',
    '2026-02-28T09:30:00+24:00',
    '2026-W09',
    '28/02/2026',
    '1772271000',
    '2026-02-28T09:30:00Z ',
    '',
  ])('is not: %j', (text) => {
    expect(isTime(text)).toBe(false);
  });

  it('is always an instant, whatever fits', () => {
    const fitting = fc.stringMatching(
      /^[0-9]{4}-?[01][0-9]-?[0-3][0-9]([T ][0-2][0-9]:?[0-5][0-9](:?[0-5][0-9]([.,][0-9]{1,9})?)?(Z|[+-][0-2][0-9]:?[0-5][0-9])?)?$/,
    );
    fc.assert(
      fc.property(fitting, (text) => {
        fc.pre(isTime(text));
        expect(Number.isSafeInteger(epochMsOf(readTime(text).text))).toBe(true);
        expect(readTime(readTime(text).text)).toEqual(readTime(text));
      }),
      { numRuns: 1_000 },
    );
  });
});
