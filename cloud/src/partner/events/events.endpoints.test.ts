import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../testing/partner-api.ts';
import { aRequest, confirms, scriptedLink } from '../../testing/world.ts';

describe.each(ENGINES)('reading the feed over HTTP on $name', ({ open }) => {
  let db: Database;
  let api: PartnerApi;
  let live: Record<string, string>;
  beforeEach(async () => {
    db = await open();
    api = await servePartnerApi(db, new ManualClock(), scriptedLink(confirms).link);
    live = basic((await api.keyOf('live')).text);
  });
  afterEach(() => api.close());
  const unlock = async (member_id: string) => {
    await api.moveOn();
    const { doorId, ...body } = aRequest(api.world, { member_id });
    const path = `/partner/v1/access-control/doors/${doorId}/unlock`;
    const answer = await api.send({ method: 'POST', path, headers: live, body });
    expect(answer.status).toBe(200);
    return answer.json;
  };
  const read = async (query = '', headers = live) => {
    await api.moveOn();
    return api.send({ method: 'GET', path: `/partner/v1/events${query}`, headers });
  };

  it('an unlock is there once it is answered, and the cursor leads on from it', async () => {
    const empty = await read();
    expect(empty.json).toEqual({ data: [], next: expect.any(String), has_more: false, complete: true });
    const unlocked = await unlock('M-1');
    await unlock('M-2');
    expect((await read('?after=')).json.data).toHaveLength((await read('')).json.data.length);
    const first = await read(`?after=${empty.json.next}&limit=1`);
    expect(first.json).toMatchObject({
      data: [
        {
          id: expect.stringMatching(/^fev_[0-9a-z]{16}$/),
          kind: 'unlock',
          facility_id: api.world.facilityId,
          data: { outcome: 'unlocked', event_id: unlocked.event_id, command_id: unlocked.command_id, member_id: 'M-1' },
        },
      ],
      has_more: true,
    });
    const second = await read(`?after=${first.json.next}`);
    expect(second.json).toMatchObject({ data: [{ data: { member_id: 'M-2' } }], has_more: false });
    expect((await read(`?after=${second.json.next}`)).json).toEqual({
      data: [],
      next: second.json.next,
      has_more: false,
      complete: true,
    });
  });

  it('names the facility as the partner does, where it has a name for it', async () => {
    await api.world.db.write((tx) =>
      api.world.partners.setIntegration(tx, api.world.partnerId, api.world.facilityId, {
        enabled: true,
        linkingIdentifier: 'HARBOUR-1',
      }),
    );
    await unlock('M-1');
    expect((await read()).json.data).toMatchObject([{ linking_identifier: 'HARBOUR-1' }]);
  });

  it('[R11, R13] every kind of key may read it, and sees its own partner’s events only', async () => {
    await unlock('M-1');
    const other = await api.world.db.write((tx) =>
      api.world.partners.create(tx, {
        name: 'Other',
        linkingMethod: 'facility_id',
        organisations: [api.world.orgId],
      }),
    );
    const readOnly = basic((await api.keyOf('read-only')).text);
    expect((await read('', readOnly)).json.data).toHaveLength(1);
    const theirs = basic((await api.keyOf('live', other)).text);
    expect((await read('', theirs)).json.data).toEqual([]);
  });

  it.each(['?after=nonsense', '?limit=0', '?limit=201', '?limit=ten', '?after=a&after=b'])(
    'refuses %s with a 400 that says what is wrong',
    async (query) => {
      const { status, json } = await read(query);
      expect([status, json.error]).toEqual([400, 'invalid_request']);
      expect(json.message).toMatch(/after|limit/);
    },
  );
});
