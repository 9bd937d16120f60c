import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { bearer, serveTwoReplicas, type TwoReplicas, type UnifiedApi } from '../testing/unified-api.ts';
import { CONNECTIONS_MAX } from './connections.ts';
import { connectRaw, type RawSubscriber, type Reached } from './testing/subscribers.ts';

const DOORS =
  'subscription Doors($at: String!, $after: Cursor) { doorStates(facilityId: $at, after: $after) { cursor reset doors { doorId lock presence } removed } }';
const EVENTS =
  'subscription Events($at: String!, $after: Cursor) { facilityEvents(facilityId: $at, after: $after) { cursor reset event { type data } } }';

describe.each(ENGINES)('subscriptions on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: UnifiedApi;
  let replicas: TwoReplicas;
  let replica: TwoReplicas['replica'];
  const clients: RawSubscriber[] = [];

  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    replicas = await serveTwoReplicas(db, clock, { limits: true });
    ({ api, replica } = replicas);
  });
  afterEach(async () => {
    for (const { client } of clients.splice(0)) client.terminate();
    await replicas.close();
  });

  const tokenOf = (who: keyof UnifiedApi['callers'] = 'staff', scope = 'read') =>
    api.tokenOf(api.callers[who].headers, scope);
  const connect = async (at: Reached = api, headers: Readonly<Record<string, string>> = {}) => {
    const client = await connectRaw(at, clock, headers);
    clients.push(client);
    return client;
  };
  const connected = async (token?: string, at: Reached = api) => {
    const client = await connect(at);
    await client.init({ authorization: `Bearer ${token ?? (await tokenOf())}` });
    return client;
  };
  const byHeader = async (of: Reached, headers: Readonly<Record<string, string>>) => {
    const client = await connect(of, headers);
    await client.init();
    return client;
  };
  const at = () => ({ at: api.world.facilityId });
  const happens = (n: number) =>
    db.write((tx) =>
      api.world.webhooks.add(tx, { facilityId: api.world.facilityId, type: 'door.held_open', data: { n } }),
    );
  const places = () => db.read((tx) => tx.selectFrom('unified_connection').selectAll().execute());

  it('begins with all doors as they are now, tells each change, and goes on behind any message', async () => {
    const client = await connected();
    client.subscribe('1', DOORS, at());
    const [first] = await client.told('1');
    expect(first).toEqual({
      cursor: expect.stringMatching(/^\d+$/),
      reset: false,
      doors: [{ doorId: api.world.doorId, lock: 'locked', presence: 'online' }],
      removed: [],
    });
    await api.world.beacon({ lock: 'unlocked' });
    const [, change] = await client.told('1', 2);
    expect(change).toMatchObject({ reset: false, doors: [{ lock: 'unlocked' }], removed: [] });
    const elsewhere = await connected(undefined, replica);
    elsewhere.subscribe('a', DOORS, { ...at(), after: (first as { cursor: string }).cursor });
    expect(await elsewhere.told('a')).toEqual([change]);
    elsewhere.subscribe('b', DOORS, { ...at(), after: '1' });
    expect(await elsewhere.told('b')).toMatchObject([{ reset: true, doors: [{ lock: 'unlocked' }] }]);
    client.say({ id: '1', type: 'complete' });
    await api.world.beacon({ lock: 'locked' });
    await elsewhere.told('a', 2);
    expect(client.frames.filter(({ type }) => type === 'next')).toHaveLength(2);
  });

  it('tells what happens once each and in order, and what happened meanwhile first', async () => {
    const client = await connected(await tokenOf('orgAdmin'));
    const everywhere =
      'subscription ($org: String!, $after: Cursor, $types: [String!]) { events(organisationId: $org, after: $after, types: $types) { cursor reset event { data } } }';
    client.subscribe('1', everywhere, { org: api.world.orgId });
    const [first] = (await client.told('1')) as { cursor: string; event: unknown }[];
    expect(first).toMatchObject({ event: null, reset: false });
    for (let n = 0; n < 450; n++) await happens(n);
    const all = (await client.told('1', 451)).slice(1) as { cursor: string; event: { data: { n: number } } }[];
    expect(all.map(({ event }) => event.data.n)).toEqual(Array.from({ length: 450 }, (_, n) => n));
    const cursors = all.map(({ cursor }) => Number(cursor));
    expect(cursors).toEqual(cursors.toSorted((a, b) => a - b));
    const back = await connected(await tokenOf('orgAdmin'), replica);
    back.subscribe('1', everywhere, { org: api.world.orgId, after: all[199]?.cursor });
    expect(await back.told('1', 250)).toEqual(all.slice(200));
    back.subscribe('2', everywhere, { org: api.world.orgId, after: first?.cursor, types: ['fire.raised'] });
    await db.write((tx) =>
      api.world.webhooks.add(tx, { facilityId: api.siblingId, type: 'fire.raised', data: { n: 'fire' } }),
    );
    expect(await back.told('2')).toMatchObject([{ event: { data: { n: 'fire' } } }]);
  });

  it('asks of each what a request is asked: its gate, its scope, its document', async () => {
    const client = await connected();
    const refusals: readonly [string, object, string][] = [
      [DOORS, { at: api.otherFacilityId }, 'place_unknown'],
      [DOORS, { at: 'nonsense' }, 'place_unknown'],
      ['subscription { jobs { cursor } }', {}, 'forbidden'],
      ['subscription { jobs { nothing } }', {}, 'document_invalid'],
      ['subscription { jobs { cursor } alarms(facilityId: "x") { cursor } }', {}, 'document_invalid'],
      ['subscription { jobs(after: "x") { cursor } }', {}, 'document_invalid'],
      ['{ me { user { email } } }', {}, 'document_invalid'],
      [DOORS, { at: api.world.facilityId, after: 'x' }, 'document_invalid'],
    ];
    for (const [n, [query, variables, code]] of refusals.entries()) {
      client.subscribe(String(n), query, variables);
      const [error] = await client.heard('error', 1, String(n));
      expect(error?.payload, query).toMatchObject([{ message: expect.any(String), extensions: { code } }]);
      await clock.advance(Seconds(1));
    }
    const unlocks = await connected(await tokenOf('staff', 'unlock'));
    unlocks.subscribe('1', DOORS, at());
    expect((await unlocks.heard('error'))[0]?.payload).toMatchObject([{ extensions: { code: 'insufficient_scope' } }]);
    client.subscribe('well', DOORS, at());
    await client.told('well');
    const rows = await db.read((tx) =>
      tx
        .selectFrom('audit_entry')
        .where('event', '=', 'live.subscribed')
        .where('outcome', '=', 'ok')
        .select(['actor', 'target', 'via'])
        .execute(),
    );
    expect(rows).toEqual([
      {
        actor: `user:${api.callers.staff.user.id}`,
        target: `facility:${api.world.facilityId}`,
        via: 'graphql',
      },
    ]);
  });

  it('counts each start among the operations of a minute, refused ones too', async () => {
    const client = await connected();
    for (let n = 0; n < 101; n++) {
      client.subscribe(String(n), 'subscription { nothing }');
      // A socket has 20 at a time.
      if (n % 20 === 19) await client.heard('error', n + 1);
    }
    const errors = await client.heard('error', 101);
    const codes = errors.map(({ payload }) => payload[0].extensions.code);
    expect(codes.filter((code) => code === 'document_invalid')).toHaveLength(100);
    expect(codes.filter((code) => code === 'rate_limit_exceeded')).toHaveLength(1);
  });

  it('ends a subscription within a second of the right to it, and the socket with its key, messages or none', async () => {
    const { users } = api.world;
    const { user } = api.callers.manager;
    const client = await connected(await tokenOf('manager'));
    client.subscribe('1', DOORS, at());
    await client.told('1');
    const [held] = (await db.read((tx) => users.heldBy(tx, [user.id]))).get(user.id) ?? [];
    await db.write((tx) => users.takeGrant(tx, user.id, held as NonNullable<typeof held>));
    await clock.advance(Seconds(1));
    const [error] = await client.heard('error');
    expect(error).toMatchObject({ id: '1', payload: [{ extensions: { code: 'place_unknown' } }] });
    await api.world.beacon({ lock: 'unlocked' });
    const following = await connected();
    following.subscribe('1', DOORS, at());
    await following.told('1');
    const silent = await connected(undefined, replica);
    const [key] = await db.read((tx) => users.listKeys(tx, api.callers.staff.user.id));
    await db.write((tx) => users.removeKey(tx, api.callers.staff.user.id, String(key?.id)));
    await clock.advance(Seconds(1));
    expect((await following.closed).code).toBe(4403);
    expect((await silent.closed).code).toBe(4403);
    expect(client.frames.filter(({ type }) => type === 'next')).toHaveLength(1);
  });

  it('says 30 seconds before that a token ends, goes on with a fresh one, and is closed with 4401 without', async () => {
    const client = await connect();
    const ack = await client.init({ authorization: `Bearer ${await tokenOf()}` });
    const other = await connected(await tokenOf());
    client.subscribe('1', DOORS, at());
    await client.told('1');
    for (let n = 0; n < 87; n++) await clock.advance(Seconds(10));
    const [notice] = await client.heard('ping');
    expect(notice?.payload).toEqual(ack.payload);
    client.say({ type: 'ping', payload: { authorization: `Bearer ${await tokenOf()}` } });
    const [pong] = await client.heard('pong');
    expect(Date.parse(pong?.payload.tokenEndsAt)).toBeGreaterThan(Date.parse(ack.payload.tokenEndsAt));
    await clock.advance(Seconds(31));
    expect((await other.closed).code).toBe(4401);
    await api.world.beacon({ lock: 'unlocked' });
    await vi.waitFor(async () => {
      await clock.advance(Seconds(1));
      const told = await client.told('1', 2);
      expect(JSON.stringify(told)).toContain('unlocked');
    });
    client.say({ type: 'ping', payload: { authorization: `Bearer ${await tokenOf('manager')}` } });
    expect((await client.closed).code).toBe(4403);
  });

  it('ends with a token that is revoked', async () => {
    const token = await tokenOf();
    const client = await connected(token);
    await db.write((tx) => api.world.bearerTokens.revoke(tx, api.callers.staff.user.id, token));
    await clock.advance(Seconds(1));
    expect((await client.closed).code).toBe(4403);
  });

  it('is opened by a header too, and refuses whoever shows nothing that counts', async () => {
    const client = await connect(api, bearer(await tokenOf()));
    await client.init();
    client.subscribe('1', DOORS, at());
    await client.told('1');
    await expect(connect(api, bearer('ght_nothing'))).rejects.toMatchObject({ status: 401 });
    for (const payload of [{}, { authorization: 'Bearer ght_nothing' }, { authorization: 7 }]) {
      const nobody = await connect();
      nobody.say({ type: 'connection_init', payload });
      expect((await nobody.closed).code).toBe(4403);
    }
    const hasty = await connect();
    hasty.subscribe('1', DOORS, at());
    expect((await hasty.closed).code).toBe(4401);
  });

  it('lets go of whoever has not said within 3 seconds who they are', async () => {
    const silent = await connect();
    const chatty = await connect();
    chatty.say({ type: 'ping' });
    await chatty.heard('pong');
    await clock.advance(Seconds(3));
    expect((await silent.closed).code).toBe(4408);
    expect((await chatty.closed).code).toBe(4408);
    expect(await places()).toEqual([]);
  });

  it('[R158] refuses the 11th connection of a user, and takes another once one has closed', async () => {
    const header = bearer(await tokenOf());
    const all: RawSubscriber[] = [];
    for (let n = 0; n < CONNECTIONS_MAX; n++)
      all.push(n % 2 === 0 ? await connected(undefined, n % 4 === 0 ? api : replica) : await byHeader(replica, header));
    for (const one of replicas.both) {
      await expect(connect(one, header)).rejects.toMatchObject({
        status: 429,
        headers: { 'retry-after': '30' },
        body: { errors: [{ extensions: { code: 'too_many_connections' } }] },
      });
      const eleventh = await connect(one);
      eleventh.say({ type: 'connection_init', payload: { authorization: header.authorization } });
      expect((await eleventh.closed).code).toBe(4430);
    }
    const stream = await api.send({
      method: 'POST',
      path: '/graphql',
      headers: { ...header, accept: 'text/event-stream' },
      body: { query: DOORS, variables: at() },
    });
    expect(stream).toMatchObject({ status: 429, json: { errors: [{ extensions: { code: 'too_many_connections' } }] } });
    await connected(await tokenOf('manager'));
    all[0]?.client.close();
    await all[0]?.closed;
    await vi.waitFor(async () => void (await byHeader(replica, header)), 5_000);
    await expect(connect(api, header)).rejects.toMatchObject({ status: 429 });
    for (let n = 0; n < 7; n++) await clock.advance(Seconds(10));
    await Promise.all(replicas.both.map(({ world }) => world.subscriptions.settled()));
    await expect(connect(api, header)).rejects.toMatchObject({ status: 429 });
  }, 60_000);

  it('has the places of a replica that has died for others once their lease is over', async () => {
    const { user } = api.callers.staff;
    for (let n = 0; n < CONNECTIONS_MAX; n++) await db.write((tx) => api.world.subscriptions.claim(tx, user.id));
    const header = bearer(await tokenOf());
    await expect(connect(api, header)).rejects.toMatchObject({ status: 429 });
    await clock.advance(Seconds(30));
    await connect(api, header);
  });

  it('gives a socket so many subscriptions', async () => {
    const client = await connected();
    for (let n = 0; n < 21; n++) client.subscribe(String(n), DOORS, at());
    expect((await client.heard('error'))[0]?.payload).toMatchObject([
      { extensions: { code: 'too_many_subscriptions' } },
    ]);
    await client.heard('next', 20);
    client.say({ id: '0', type: 'complete' });
    client.subscribe('again', DOORS, at());
    await client.told('again');
  });

  it('is closed at what the protocol does not have, and with 1012 when the server is to stop', async () => {
    for (const [text, code] of [
      ['{', 4400],
      ['{"type":"shout"}', 4400],
      ['{"type":"subscribe"}', 4400],
      [`{"type":"ping","payload":{"x":"${'x'.repeat(140_000)}"}}`, 1009],
    ] as const) {
      const client = await connected();
      client.client.send(text);
      expect((await client.closed).code, text.slice(0, 60)).toBe(code);
    }
    const twice = await connected();
    twice.subscribe('1', DOORS, at());
    twice.subscribe('1', DOORS, at());
    expect((await twice.closed).code).toBe(4409);
    const client = await connected();
    client.subscribe('1', EVENTS, at());
    await client.told('1');
    const closing = api.close();
    expect((await client.closed).code).toBe(1012);
    await closing;
  });
});
