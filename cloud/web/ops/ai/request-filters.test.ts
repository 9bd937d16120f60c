import { describe, expect, it } from 'vitest';
import { filtersIn, narrowedTo, shownIn } from './request-filters.ts';

describe('what requests are narrowed to', () => {
  it('stands in the address', () => {
    const values = { model: 'small-1', key: '5f70', source: 'key', status: 'blocked', range: '7', by: 'key' };
    expect(filtersIn(values)).toEqual({ model: 'small-1', keyHash: '5f70', source: 'key', status: 'blocked' });
    expect(shownIn(values)).toEqual({ range: '7', groupBy: 'key' });
  });

  it('is nothing where nobody knows what the address names', () => {
    expect(filtersIn({ source: 'robot', status: 'toString' })).toEqual({});
    expect(shownIn({ range: 'ever', by: 'status' })).toEqual({ range: '30', groupBy: 'model' });
  });

  it('is one group of the figures, where what has no key was made by agents', () => {
    expect(narrowedTo('key', '5f70')).toEqual({ keyHash: '5f70' });
    expect(narrowedTo('key', null)).toEqual({ source: 'agent' });
    expect(narrowedTo('source', 'agent')).toEqual({ source: 'agent' });
    expect(narrowedTo('model', 'small-1')).toEqual({ model: 'small-1' });
  });
});
