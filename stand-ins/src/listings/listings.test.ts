import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedStandIn, serveStandIn } from '../kit/serve.ts';
import { asPublished } from '../kit/testing/as-published.ts';
import published from './knowledge.schema.json' with { type: 'json' };
import { createListings } from './listings.ts';

describe('a listings provider', () => {
  const clock = new ManualClock();
  const wrongIn = asPublished(published);
  let provider: ServedStandIn<ReturnType<typeof createListings>>;
  beforeAll(async () => {
    provider = await serveStandIn(createListings({ clock }));
  });
  afterAll(() => provider.close());
  const ask = async (
    method: string,
    path: string,
    body?: object,
    headers = { 'api-key': 'stand-in-listings-key-1234' },
  ) => {
    const at = `${provider.url}/v2/accounts/me${path}${path.includes('?') ? '&' : '?'}v=20250101`;
    const answer = await fetch(at, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const json = (await answer.json()) as { response: Record<string, unknown> };
    return { status: answer.status, response: json.response, wrong: wrongIn(json) };
  };

  it('makes, changes, shows and removes locations as published', async () => {
    const gym = { meta: { id: 'gym' }, name: 'Gym', hours: { monday: { isClosed: true } } };
    expect(await ask('POST', '/entities?entityType=location', gym)).toMatchObject({ status: 200, wrong: [] });
    expect(await ask('POST', '/entities?entityType=location', gym)).toMatchObject({ status: 409, wrong: [] });
    const hours = { holidayHours: [{ date: '2026-12-25', isClosed: true }] };
    expect(await ask('PUT', '/entities/gym', { hours })).toMatchObject({ status: 200, wrong: [] });
    expect(await ask('GET', '/entities/gym')).toMatchObject({
      wrong: [],
      response: { name: 'Gym', hours: { monday: { isClosed: true }, ...hours } },
    });
    const statuses = async () => {
      const { response, wrong } = await ask('GET', '/listings/listings?locationIds=gym,none');
      return [wrong, ...(response.listings as { status: string }[]).map(({ status }) => status)];
    };
    expect(await statuses()).toEqual([[], 'SYNCING', 'UNAVAILABLE']);
    await clock.advance(Minutes(10));
    expect(await statuses()).toEqual([[], 'LIVE', 'UNAVAILABLE']);
    expect(await ask('DELETE', '/entities/gym')).toMatchObject({ status: 200, wrong: [] });
    expect(await ask('GET', '/entities/gym')).toMatchObject({ status: 404, wrong: [] });
  });

  it('refuses in its own words, also where it is made to', async () => {
    expect(await ask('GET', '/entities/gym', undefined, { 'api-key': 'no' })).toMatchObject({ status: 401, wrong: [] });
    expect(await ask('POST', '/entities?entityType=location', {})).toMatchObject({ status: 400, wrong: [] });
    provider.faults.want({ kind: 'too-many', times: 1 });
    expect(await ask('GET', '/entities/gym')).toMatchObject({ status: 429, wrong: [] });
    expect(wrongIn({ meta: {} })).not.toEqual([]);
  });
});
