import { type Duration, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { bearer, serveTwoReplicas, type TwoReplicas, type UnifiedApi } from '../testing/unified-api.ts';
import { CONNECTIONS_MAX } from './connections.ts';
import { connectRaw, type RawSubscriber, type Reached } from './testing/subscribers.ts';

const EVENTS = 'subscription Events($at: String!) { facilityEvents(facilityId: $at) { cursor reset event { data } } }';
const WHOAMI = '/v1/rest/admin/users/is-simulated-user';

describe.each(ENGINES)('two replicas of which one’s clock is a minute ahead, on $name', ({ open }) => {
  let db: Database;
  let replicas: TwoReplicas;
  let api: UnifiedApi;
  let ahead: TwoReplicas['replica'];
  let time: { readonly advance: (by: Duration) => Promise<void> };
  const clients: RawSubscriber[] = [];

  beforeEach(async () => {
    db = await open();
    const clock = new ManualClock('2026-01-01T00:00:00.000Z');
    const replicasClock = new ManualClock('2026-01-01T00:01:00.000Z');
    replicas = await serveTwoReplicas(db, clock, { replicasClock });
    ({ api, replica: ahead } = replicas);
    time = {
      advance: async (by) => {
        await clock.advance(by);
        await replicasClock.advance(by);
      },
    };
  });
  afterEach(async () => {
    for (const { client } of clients.splice(0)) client.terminate();
    await replicas.close();
  });

  const tokenOf = () => api.tokenOf(api.callers.staff.headers, 'read');
  const connected = async (to: Reached): Promise<RawSubscriber> => {
    const client = await connectRaw(to, time);
    clients.push(client);
    await client.init({ authorization: `Bearer ${await tokenOf()}` });
    return client;
  };
  const happens = (n: number) =>
    db.write((tx) =>
      api.world.webhooks.add(tx, { facilityId: api.world.facilityId, type: 'door.held_open', data: { n } }),
    );
  const statusesOf = (token: string) =>
    Promise.all(
      replicas.both.map(
        async ({ send }) => (await send({ method: 'GET', path: WHOAMI, headers: bearer(token) })).status,
      ),
    );

  it('take the same tokens, and neither takes one longer than the other by more than that', async () => {
    const token = await tokenOf();
    expect(await statusesOf(token)).toEqual([200, 200]);
    await time.advance(Minutes(14));
    expect(await statusesOf(token)).toEqual([200, 401]);
    await time.advance(Minutes(1));
    expect(await statusesOf(token)).toEqual([401, 401]);
  });

  it('leave each other’s connections their places, and tell each event once on all of them', async () => {
    const all: RawSubscriber[] = [];
    for (let n = 0; n < CONNECTIONS_MAX; n++) all.push(await connected(n % 2 === 0 ? api : ahead));
    for (const client of all) client.subscribe('1', EVENTS, { at: api.world.facilityId });
    for (const client of all) await client.told('1');
    // Leases are renewed, some of them while they seem to be over to the other.
    for (let n = 0; n < 4; n++) await time.advance(Seconds(10));
    await happens(1);
    await happens(2);
    for (const client of all)
      expect(await client.told('1', 3)).toMatchObject([
        { event: null },
        ...[1, 2].map((n) => ({ event: { data: { n } } })),
      ]);
    expect(all.map(({ client }) => client.readyState)).toEqual(all.map(({ client }) => client.OPEN));
    const late = await connectRaw(api, time);
    clients.push(late);
    late.say({ type: 'connection_init', payload: { authorization: `Bearer ${await tokenOf()}` } });
    expect((await late.closed).code).toBe(4430);
  });
});
