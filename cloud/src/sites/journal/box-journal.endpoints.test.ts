import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { chainOf, EPOCH } from '../../testing/fact-chain.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('the journal of a box, as staff see it, on $name', ({ open }) => {
  let api: PlatformApi;
  beforeEach(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
  });
  afterEach(() => api.close());
  const read = async () => {
    const { facilityId, boxId } = api.world;
    const path = `/api/access-control/${facilityId}/boxes/${boxId}/journal`;
    const { status, json } = await api.send({ method: 'GET', path, headers: api.callers.staff.headers });
    expect(status).toBe(200);
    return json.data;
  };

  it('says up to where everything is stored and which numbers are missing, until they have come', async () => {
    const { boxId, journal } = api.world;
    expect(await read()).toEqual([]);
    const facts = chainOf(boxId, 6);
    await journal.storeFacts(boxId, EPOCH, [...facts.slice(0, 2), ...facts.slice(4)]);
    expect(await read()).toEqual([
      {
        epoch: EPOCH,
        begunAt: expect.any(String),
        storedThrough: 2,
        highest: 6,
        gapSince: expect.any(String),
        missing: [{ from: 3, to: 4 }],
        lost: [],
      },
    ]);
    await journal.storeFacts(boxId, EPOCH, facts.slice(2, 4));
    expect(await read()).toMatchObject([{ storedThrough: 6, highest: 6, gapSince: null, missing: [] }]);
  });
});
