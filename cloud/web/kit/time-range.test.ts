import { describe, expect, it } from 'vitest';
import { boundsOf, lastOf } from './time-range.ts';

const NOW = Date.parse('2026-06-01T08:00:00.000Z');

describe('a period in an address', () => {
  it('is so far back from now, or what was there before anybody chose', () => {
    expect(boundsOf({ last: '24h' }, NOW)).toEqual({
      from: '2026-05-31T08:00:00.000Z',
      to: '2026-06-01T08:00:00.000Z',
    });
    expect(boundsOf({}, NOW, '1h').from).toBe('2026-06-01T07:00:00.000Z');
    expect(boundsOf({}, NOW)).toEqual({});
  });
  it('is between two times where it names one, whatever else it says', () => {
    const values = { last: '7d', from: '2026-05-01T00:00:00.000Z' };
    expect([lastOf(values, '24h'), boundsOf(values, NOW, '24h')]).toEqual([undefined, { from: values.from }]);
  });
  it('has no bound where somebody wrote nonsense', () => {
    expect(boundsOf({ last: 'for ever', from: 'x', to: 'y' }, NOW)).toEqual({});
  });
});
