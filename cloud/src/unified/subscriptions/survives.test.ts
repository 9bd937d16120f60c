// @module-tag long

import { connect as connectTls } from 'node:tls';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { LiveSocket } from '../../kit/http/sockets.ts';
import { upgradeHeaders } from '../../kit/http/testing/way-served.ts';
import { serveTwoReplicas, type TwoReplicas, type UnifiedApi } from '../testing/unified-api.ts';
import { openGraphSocket } from './subscriptions.endpoints.ts';
import { connectRaw, type Frame, type RawSubscriber, type Reached } from './testing/subscribers.ts';

const EVENTS =
  'subscription Events($at: String!, $after: Cursor) { facilityEvents(facilityId: $at, after: $after) { cursor reset event { data } } }';
interface Told {
  readonly cursor: string;
  readonly reset: boolean;
  readonly event: { readonly data: { readonly n: number } } | null;
}

/** A database that can be away for a while, as one that is being restarted. */
const interruptible = (db: Database) => {
  const state = { away: false };
  const unlessAway = <T>(run: () => Promise<T>): Promise<T> =>
    state.away ? Promise.reject(new Error('the connection was terminated')) : run();
  const through: Database = {
    ...db,
    read: (work) => unlessAway(() => db.read(work)),
    write: (work) => unlessAway(() => db.write(work)),
  };
  return { db: through, state };
};

/** A connection whose client reads as much as the test says. */
const aSocket = () => {
  const sent: Frame[] = [];
  const gone = new AbortController();
  const state = { waiting: 0, drain: (): void => undefined, say: (_frame: object): void => undefined };
  const found = { closed: undefined as readonly [number | undefined, string | undefined] | undefined };
  const socket: LiveSocket = {
    protocol: 'graphql-transport-ws',
    signal: gone.signal,
    send: (text) => void sent.push(JSON.parse(text)),
    close: (...why) => {
      found.closed ??= [why[0], why[1]];
      gone.abort();
    },
    hear: (take) => {
      state.say = (frame) => void take(JSON.stringify(frame));
    },
    waiting: () => state.waiting,
    onDrained: (run) => {
      state.drain = run;
    },
    ask: () => Promise.reject(new Error('nothing is asked by it')),
    recognised: () => undefined,
  };
  return {
    socket,
    sent,
    state,
    get closed() {
      return found.closed;
    },
  };
};

describe.each(ENGINES)('what subscriptions survive, on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: UnifiedApi;
  let replicas: TwoReplicas;
  let replica: TwoReplicas['replica'];
  let replicasDb: ReturnType<typeof interruptible>;
  const clients: RawSubscriber[] = [];

  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    replicasDb = interruptible(db);
    replicas = await serveTwoReplicas(db, clock, { replicasDb: replicasDb.db });
    ({ api, replica } = replicas);
  });
  afterEach(async () => {
    for (const { client } of clients.splice(0)) client.terminate();
    replicasDb.state.away = false;
    await replicas.close();
  });

  const at = () => ({ at: api.world.facilityId });
  const happens = (n: number, more: object = {}) =>
    db.write((tx) =>
      api.world.webhooks.add(tx, { facilityId: api.world.facilityId, type: 'door.held_open', data: { n, ...more } }),
    );
  const connected = async (to: Reached = api, headers = api.callers.staff.headers): Promise<RawSubscriber> => {
    const client = await connectRaw(to, clock);
    clients.push(client);
    await client.init({ authorization: `Bearer ${await api.tokenOf(headers, 'read')}` });
    return client;
  };
  const eventsIn = ({ frames }: RawSubscriber): Told[] =>
    frames.flatMap(({ type, payload }) => (type === 'next' ? [payload.data.facilityEvents as Told] : []));
  const look = async (): Promise<void> => {
    await clock.advance(Seconds(1));
    await Promise.all(replicas.both.map(({ world }) => world.live.engine.settled()));
    await new Promise((resolve) => setImmediate(resolve));
  };

  it('tells each event once and in order through cuts and changes of the replica', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ events: fc.nat({ max: 60 }), cut: fc.boolean(), other: fc.boolean(), looks: fc.nat(2) }), {
          minLength: 5,
          maxLength: 12,
        }),
        async (steps) => {
          const seen: Told[] = [];
          let happened = 0;
          let last: string | undefined;
          let client = await connected();
          client.subscribe('1', EVENTS, at());
          await client.told('1');
          const leave = async () => {
            for (const told of eventsIn(client)) {
              expect(told.reset).toBe(false);
              if (told.event !== null) seen.push(told);
              last = told.cursor;
            }
            client.client.terminate();
            await client.closed;
          };
          for (const { events, cut, other, looks } of steps) {
            for (let n = 0; n < events; n++) await happens(happened++);
            for (let n = 0; n < looks; n++) await look();
            if (!cut) continue;
            await leave();
            client = await connected(other ? replica : api);
            client.subscribe('1', EVENTS, { ...at(), after: last });
          }
          await vi.waitFor(async () => {
            await look();
            const here = eventsIn(client).filter(({ event }) => event !== null);
            if (seen.length + here.length < happened) throw new Error(`${seen.length + here.length} of ${happened}`);
          }, 20_000);
          await leave();
          const begin = seen[0]?.event?.data.n ?? 0;
          expect(seen.map(({ event }) => event?.data.n)).toEqual(Array.from({ length: happened }, (_, n) => begin + n));
        },
      ),
      { numRuns: 6 },
    );
  }, 180_000);

  it('tells 10,000 events once each and in order, cut at random, with one of two replicas killed on the way', async () => {
    const all = 10_000;
    const seen: number[] = [];
    let last: string | undefined;
    let happened = 0;
    const more = async (): Promise<void> => {
      const upTo = Math.min(all, happened + 1_000);
      while (happened < upTo)
        await db.write(async (tx) => {
          for (let left = 100; left > 0; left--) {
            const data = { n: happened++ };
            await api.world.webhooks.add(tx, { facilityId: api.world.facilityId, type: 'door.held_open', data });
          }
        });
    };
    /** Follows until it was told so much, or all there is, or its replica is killed. */
    const followUntil = async (count: number, isOther: boolean): Promise<void> => {
      const client = await connected(isOther ? replica : api);
      client.subscribe('1', EVENTS, { ...at(), after: last });
      if (last === undefined) await client.told('1');
      await more();
      await vi.waitFor(async () => {
        if (isOther && seen.length > all / 3) replicasDb.state.away = true;
        await look();
        const told = eventsIn(client).length;
        const isKilled = isOther && replicasDb.state.away;
        if (told < count && seen.length + told < happened && !isKilled) throw new Error(`${told} of ${count}`);
      }, 30_000);
      client.client.terminate();
      await client.closed;
      for (const { event, cursor, reset } of eventsIn(client)) {
        expect(reset).toBe(false);
        if (event !== null) seen.push(event.data.n);
        last = cursor;
      }
    };
    for (const count of fc.sample(fc.integer({ min: 100, max: 1_200 }), { numRuns: 40, seed: 108 })) {
      const isOther = count % 2 === 1 && !replicasDb.state.away;
      if (seen.length < all) await followUntil(count, isOther);
      // Until the lease of a place that nobody gave back is over.
      if (isOther) await clock.advance(Seconds(30));
    }
    expect(replicasDb.state.away).toBe(true);
    expect(seen).toEqual(Array.from({ length: all }, (_, n) => n));
  }, 180_000);

  it('has the 500 clients of a replica that was killed go on at another once its leases are over', async () => {
    const people = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        api.aCaller(`watcher${n}`, { right: 'facility-staff', scope: 'facility', scopeId: api.world.facilityId }),
      ),
    );
    const headersOf = (n: number) => people[n % people.length]?.headers as Record<string, string>;
    const before: RawSubscriber[] = [];
    /** As many come in a second as may from one address. */
    const inTurn = async (n: number): Promise<void> => {
      if (n % 10 === 9) await clock.advance(Seconds(1));
    };
    for (let n = 0; n < 500; n++) {
      before.push(await connected(replica, headersOf(n)));
      await inTurn(n);
    }
    for (const client of before) client.subscribe('1', EVENTS, at());
    await Promise.all(before.map((client) => client.told('1')));
    await happens(1);
    await vi.waitFor(async () => {
      await look();
      for (const client of before) if (eventsIn(client).length < 2) throw new Error('not told yet');
    }, 20_000);
    // Nobody gives the places back any more.
    replicasDb.state.away = true;
    for (const { client } of before) client.terminate();
    await Promise.all(before.map(({ closed }) => closed));
    await happens(2);
    const early = await connectRaw(api, clock);
    clients.push(early);
    early.say({
      type: 'connection_init',
      payload: { authorization: `Bearer ${await api.tokenOf(headersOf(0), 'read')}` },
    });
    expect((await early.closed).code).toBe(4430);
    await clock.advance(Seconds(30));
    await api.world.subscriptions.settled();
    const after: RawSubscriber[] = [];
    for (const n of before.keys()) {
      after.push(await connected(api, headersOf(n)));
      await inTurn(n);
    }
    for (const [n, client] of after.entries())
      client.subscribe('1', EVENTS, { ...at(), after: eventsIn(before[n] as RawSubscriber).at(-1)?.cursor });
    const told = await Promise.all(after.map((client) => client.told('1')));
    for (const all of told) expect(all).toMatchObject([{ event: { data: { n: 2 } } }]);
  }, 120_000);

  it('goes on where it was once a database is back that was away, as whoever listened to it is not told', async () => {
    const client = await connected(replica);
    client.subscribe('1', EVENTS, at());
    await client.told('1');
    await happens(1);
    await client.told('1', 2);
    replicasDb.state.away = true;
    for (let n = 2; n < 50; n++) {
      await happens(n);
      if (n % 10 === 0) await look();
    }
    expect(eventsIn(client)).toHaveLength(2);
    replicasDb.state.away = false;
    const told = (await client.told('1', 50)) as Told[];
    expect(told.slice(1).map(({ event }) => event?.data.n)).toEqual(Array.from({ length: 49 }, (_, n) => n + 1));
  }, 60_000);

  it('lets go of whoever does not read, delays nobody for them, and misses nothing when they are back', async () => {
    const slow = await connected();
    slow.subscribe('slow', EVENTS, at());
    await slow.told('slow');
    const well = await connected(api, api.callers.manager.headers);
    well.subscribe('1', EVENTS, at());
    await well.told('1');
    slow.client.pause();
    const filler = 'x'.repeat(60_000);
    for (let n = 0; n < 400; n++) await happens(n, { filler });
    await vi.waitFor(async () => {
      await look();
      if (eventsIn(well).length < 401) throw new Error(`${eventsIn(well).length}`);
    }, 30_000);
    for (let n = 0; n < 62; n++) await look();
    slow.client.resume();
    await slow.closed;
    const had = eventsIn(slow);
    expect(had.length).toBeLessThan(401);
    const back = await connected();
    back.subscribe('slow', EVENTS, { ...at(), after: had.at(-1)?.cursor });
    const rest = (await back.told('slow', 401 - had.length)) as Told[];
    const numbers = [...had, ...rest].flatMap(({ event }) => (event === null ? [] : [event.data.n]));
    expect(numbers).toEqual(Array.from({ length: 400 }, (_, n) => n));
  }, 120_000);

  it('queues nothing for a client that takes nothing, and closes after a minute with the place of the last sent', async () => {
    const socket = aSocket();
    const sockets = await api.world.subscriptions.sockets();
    sockets.open(socket.socket, { connection: undefined, header: () => undefined, remoteAddress: '192.0.2.1' });
    const authorization = `Bearer ${await api.tokenOf(api.callers.staff.headers, 'read')}`;
    socket.state.say({ type: 'connection_init', payload: { authorization } });
    const heard = async (type: string, count: number) => {
      await vi.waitFor(async () => {
        await look();
        if (socket.sent.filter((frame) => frame.type === type).length < count) throw new Error(`${count} ${type}`);
      }, 10_000);
    };
    await heard('connection_ack', 1);
    socket.state.say({ id: 's', type: 'subscribe', payload: { query: EVENTS, variables: at() } });
    await heard('next', 1);
    socket.state.waiting = 300_000;
    for (let n = 0; n < 500; n++) await happens(n);
    for (let n = 0; n < 30; n++) await look();
    // One was under way.
    expect(socket.sent.filter(({ type }) => type === 'next').length).toBeLessThanOrEqual(2);
    socket.state.waiting = 0;
    socket.state.drain();
    await heard('next', 501);
    socket.state.waiting = 300_000;
    for (let n = 500; n < 1_000; n++) await happens(n);
    for (let n = 0; n < 64; n++) await look();
    const last = socket.sent.findLast(({ type }) => type === 'next')?.payload.data.facilityEvents.cursor;
    expect(socket.closed).toEqual([4431, last]);
  }, 60_000);

  it('lets go of sockets that never say who they are, and of those that send half a frame', async () => {
    const silent: RawSubscriber[] = [];
    for (let batch = 0; batch < 3; batch++) {
      // Of one network 50 a second.
      silent.push(...(await Promise.all(Array.from({ length: 45 }, () => connectRaw(api, clock)))));
      await clock.advance(Seconds(1));
    }
    clients.push(...silent);
    const half = connectTls({ port: api.port, host: 'localhost', ca: api.ca });
    let heard = Buffer.alloc(0);
    half.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
    });
    half.on('error', () => undefined);
    const lines = Object.entries({ host: 'localhost', ...upgradeHeaders(openGraphSocket) });
    half.write(`GET /graphql HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    await vi.waitFor(() => expect(heard.toString('latin1')).toContain('101 Switching'));
    // A text of 100 bytes, of which 3 come.
    half.write(Buffer.from([0x81, 0x80 | 100, 1, 2, 3, 4, 0x7b, 0x22, 0x74]));
    const user = await connected();
    await clock.advance(Seconds(3));
    const closes = await Promise.all(silent.map(({ closed }) => closed));
    expect(new Set(closes.map(({ code }) => code))).toEqual(new Set([4408]));
    await vi.waitFor(() => expect(heard.includes(Buffer.from([0x11, 0x38]))).toBe(true));
    half.destroy();
    user.subscribe('1', EVENTS, at());
    await user.told('1');
    const places = await db.read((tx) => tx.selectFrom('unified_connection').select('id').execute());
    expect(places).toHaveLength(1);
    await clock.advance(Milliseconds(1));
  }, 60_000);
});
