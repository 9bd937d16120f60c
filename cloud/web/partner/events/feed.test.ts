import { describe, expect, it } from 'vitest';
import { feedAddress, feedIn, shownOf } from './feed.ts';

const of = (kind: string, facility_id: string) => ({ id: kind, kind, facility_id, occurred_at: '', data: {} });

describe('the event feed on a page', () => {
  it('is asked for as the API is, and leaves out what nobody has said', () => {
    expect(feedAddress({ after: '', limit: '' })).toBe('/partner/v1/events');
    expect(feedAddress({ after: 'MS4x&limit=9', limit: '20' })).toBe(
      '/partner/v1/events?after=MS4x%26limit%3D9&limit=20',
    );
  });

  it('is narrowed to kinds that begin so, and to one facility', () => {
    const events = [of('unlock', 'fac_1'), of('unlock.confirmed_late', 'fac_2'), of('access.denied', 'fac_1')];
    const kinds = (kind: string, facility = '') => shownOf(events, { kind, facility }).map((event) => event.kind);
    expect(kinds('')).toHaveLength(3);
    expect(kinds('unlock')).toEqual(['unlock', 'unlock.confirmed_late']);
    expect(kinds('unlock', 'fac_2')).toEqual(['unlock.confirmed_late']);
    expect(kinds('', 'fac_')).toEqual([]);
  });

  it('is none where the answer is a refusal', () => {
    expect(feedIn({ status: 400, body: { error: 'invalid_request' } })).toBeUndefined();
    expect(feedIn({ status: 200, body: { data: [], next: 'MS4w', has_more: false, complete: true } })?.next).toBe(
      'MS4w',
    );
  });
});
