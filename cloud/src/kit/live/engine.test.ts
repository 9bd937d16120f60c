import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../db/engines.ts';
import type { Database } from '../db/unit-of-work.ts';
import { kitFaults } from '../http/kit-faults.ts';
import { goFirst } from '../yield-to-event-loop.ts';
import { type Notifications, noNotifications } from './notifications.ts';
import { changeFeed } from './picture.repo.ts';
import { aClient, aReplica, type Client, lookAgain, type Things } from './testing/things.ts';

const forbidden = new Fault('forbidden', kitFaults.forbidden, 'No more.');
const SOMEBODY = { actor: 'somebody', tenant: 'somebody' };

describe.each(ENGINES)('what is watched live, on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let things: Things;
  let refused: ReadonlySet<object>;
  /** Of whom was asked each time. */
  let asked: readonly string[][];
  let one: ReturnType<typeof aReplica>;
  let other: ReturnType<typeof aReplica>;

  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    things = new Map([['r1', 1]]);
    refused = new Set();
    asked = [];
    const replica = (notifications: Notifications = noNotifications) =>
      aReplica({
        ...{ db, clock, notifications, things },
        standing: async (_tx, watchers) => {
          asked = [...asked, [...new Set(watchers.map(({ caller }) => caller.tenant))]];
          return watchers.map(({ caller }) => (refused.has(caller) ? forbidden : undefined));
        },
      });
    one = replica();
    other = replica();
  });
  afterEach(async () => {
    await one.live.close();
    await other.live.close();
    await db.close();
  });

  const watch = (client: Client, at = one, caller: object = SOMEBODY): (() => void) =>
    at.live.watch({
      topic: at.topic,
      key: 'r',
      caller: caller as never,
      sink: client.sink,
      ...(client.state.cursor !== undefined && { after: client.state.cursor }),
    });
  const steps = () =>
    db.read(async (tx) =>
      (await tx.selectFrom('live_change').select('seq').orderBy('seq').execute()).map(({ seq }) => Number(seq)),
    );
  const look = () => lookAgain(clock, one, other);

  it('begins with all there is, then tells each difference once, wherever it is watched', async () => {
    const [here, there] = [aClient(), aClient()];
    watch(here, one);
    watch(there, other);
    await look();
    things.set('r2', 2).set('r1', 7);
    await look();
    things.delete('r1');
    await look();
    for (const { seen, seqs, snapshots } of [here, there]) {
      expect(snapshots).toMatchObject([{ reset: false, entries: [{ id: 'r1', much: 1 }] }]);
      expect([...seen]).toEqual([['r2', { id: 'r2', much: 2 }]]);
      expect(seqs).toEqual(await steps());
    }
    expect(await steps()).toHaveLength(2);
  });

  it('is told at once where this process is woken, and costs nothing where nobody watches', async () => {
    const client = aClient();
    const stop = watch(client);
    await one.live.settled();
    await clock.advance(Milliseconds(100));
    things.set('r1', 2);
    one.live.changed(undefined, 'things', 'r');
    await one.live.settled();
    expect(client.seqs).toHaveLength(1);
    stop();
    expect(clock.pendingTimers).toBe(0);
    things.set('r1', 3);
    await look();
    expect(await steps()).toHaveLength(1);
  });

  it('stores what it has read unless another process has stored a step since, which it then goes by', async () => {
    const gate = Promise.withResolvers<void>();
    const reached = vi.fn();
    const slow = aReplica({
      ...{ clock, notifications: noNotifications, things },
      db: {
        ...db,
        write: async (work) => {
          reached();
          await gate.promise;
          return db.write(work);
        },
      },
    });
    const [here, there] = [aClient(), aClient()];
    const stop = watch(there, other);
    await look();
    stop();
    watch(here, slow);
    await slow.live.settled();
    things.set('r1', 2);
    await clock.advance(Seconds(1));
    await vi.waitFor(() => expect(reached).toHaveBeenCalledOnce());
    things.set('r1', 3);
    watch(there, other);
    await other.live.settled();
    expect(there.seen.get('r1')).toEqual({ id: 'r1', much: 3 });
    gate.resolve();
    await lookAgain(clock, slow);
    // What was read first was never so for anybody, and is not told after what came then.
    for (const { seqs, seen } of [here, there])
      expect([seqs, seen.get('r1')]).toEqual([await steps(), { id: 'r1', much: 3 }]);
    expect(await steps()).toHaveLength(1);
    await slow.live.close();
  });

  it('waits for nothing where telling is cheap: the next change is told 5 ms after the last at the latest', async () => {
    const client = aClient();
    watch(client);
    await one.live.settled();
    await clock.advance(Milliseconds(5));
    for (let much = 2; much < 6; much++) {
      things.set('r1', much);
      one.live.changed(undefined, 'things', 'r');
      await one.live.settled();
      expect(client.seen.get('r1')).toEqual({ id: 'r1', much });
      await clock.advance(Milliseconds(5));
    }
    expect(client.seqs).toHaveLength(4);
  });

  it('asks what somebody may with all that they watch by, and not with each part of everybody', async () => {
    const [clients, users] = [Array.from({ length: 120 }, aClient), ['ada', 'bea', 'cleo']];
    for (const [at, client] of clients.entries()) watch(client, one, { actor: 'x', tenant: users[at % users.length] });
    await look();
    await clock.advance(Milliseconds(100));
    asked = [];
    things.set('r1', 2);
    one.live.changed(undefined, 'things', 'r');
    await one.live.settled();
    expect(clients.every(({ seqs }) => seqs.length === 1)).toBe(true);
    expect(asked).toEqual([['ada', 'bea'], ['bea', 'cleo'], ['cleo']]);
  });

  it('lets an unlock that is worked on go first, and does not tell everybody in one turn', async () => {
    const clients = Array.from({ length: 120 }, aClient);
    for (const client of clients) watch(client);
    await look();
    const told = () => clients.filter(({ seqs }) => seqs.length > 0).length;
    things.set('r1', 2);
    await goFirst(async () => {
      one.live.changed(undefined, 'things', 'r');
      await clock.advance(Milliseconds(100));
      expect(told()).toBe(0);
    });
    const seen = new Set<number>();
    while (told() < clients.length) {
      seen.add(told());
      await new Promise((resolve) => setImmediate(resolve));
    }
    const inTurn = [...seen, clients.length].map((count, at, all) => count - (all[at - 1] ?? 0));
    expect(Math.max(...inTurn)).toBeLessThanOrEqual(5);
    await one.live.settled();
    for (const { seqs } of clients) expect(seqs).toHaveLength(1);
  });

  it('misses nothing and doubles nothing, however clients come, go, stall and change their process', async () => {
    const acts = ['step', 'set', 'delete', 'look', 'come', 'go', 'stall'] as const;
    const op = fc.record({
      // Most of it makes steps, so that clients fall behind by several, and by different numbers of them.
      act: fc.constantFrom(...acts, 'step' as const, 'step' as const, 'step' as const),
      id: fc.constantFrom('r1', 'r2', 'r3'),
      much: fc.nat(5),
      who: fc.nat(2),
      at: fc.nat(1),
    });
    const play = async (
      ops: readonly { act: (typeof acts)[number]; id: string; much: number; who: number; at: number }[],
    ) => {
      const clients = [aClient(), aClient(), aClient()];
      const stops = clients.map((client) => watch(client));
      const come = (who: number, at: number) => {
        stops[who]?.();
        stops[who] = watch(clients[who] as Client, at === 0 ? one : other);
      };
      const setRoom = (who: number, room: number) => Object.assign((clients[who] as Client).state, { room });
      let steps = 0;
      await look();
      const carriedOut: Record<(typeof acts)[number], (of: (typeof ops)[number]) => unknown> = {
        step: async ({ id }) => {
          things.set(id, 100 + steps++);
          await look();
        },
        set: ({ id, much }) => things.set(id, much),
        delete: ({ id }) => things.delete(id),
        look,
        come: ({ who, at }) => come(who, at),
        go: ({ who }) => stops[who]?.(),
        stall: ({ who, much }) => setRoom(who, much),
      };
      for (const each of ops) await carriedOut[each.act](each);
      // All come back at once to one process, some to read a little only, and then all of it.
      for (const who of clients.keys()) come(who, 0);
      await look();
      for (const who of clients.keys()) setRoom(who, Number.POSITIVE_INFINITY);
      await look();
      for (const stop of stops) stop();
      return clients;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(op, { minLength: 15, maxLength: 30 }), async (ops) => {
        const clients = await play(ops);
        const all = await steps();
        for (const { seqs, seen, snapshots } of clients) {
          expect(snapshots).toHaveLength(1);
          expect(seqs).toEqual(all.filter((seq) => seq > (snapshots[0]?.seq ?? 0)));
          expect(seen).toEqual(new Map([...things].map(([id, much]) => [id, { id, much }])));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('goes on after any number that was given, and begins anew, saying so, after one that is forgotten or never was', async () => {
    const client = aClient();
    const stop = watch(client);
    await look();
    for (let much = 2; much < 6; much++) {
      things.set('r1', much);
      await look();
    }
    stop();
    const all = await steps();
    for (const after of all) {
      const back = aClient();
      back.state.cursor = after;
      const end = watch(back, other);
      await look();
      expect(back.seqs).toEqual(all.filter((seq) => seq > after));
      expect(back.snapshots).toEqual([]);
      end();
    }
    await db.write((tx) => changeFeed.forgetBefore(tx, clock.wallMs() + 1, 2));
    for (const after of [all[0] as number, (all.at(-1) as number) + 1_000_000]) {
      const late = aClient();
      late.state.cursor = after;
      const end = watch(late);
      await look();
      expect(late.snapshots).toMatchObject([{ reset: true, entries: [{ id: 'r1', much: 5 }] }]);
      end();
    }
  });

  it('ends within a second where a right is taken away, and tells nothing after it', async () => {
    const [gone, staying] = [aClient(), aClient()];
    const caller = { ...SOMEBODY };
    watch(gone, one, caller);
    watch(staying);
    await look();
    refused = new Set([caller]);
    things.set('r1', 2);
    one.live.changed(undefined, 'things', 'r');
    await clock.advance(Milliseconds(100));
    await one.live.settled();
    expect([gone.seqs, gone.ends]).toEqual([[], [{ fault: forbidden }]]);
    expect(staying.seqs).toHaveLength(1);
    const silent = { ...SOMEBODY };
    const quiet = aClient();
    watch(quiet, one, silent);
    await look();
    refused = new Set([silent]);
    await clock.advance(Seconds(1));
    await one.live.settled();
    expect(quiet.ends).toEqual([{ fault: forbidden }]);
  });

  it('queues nothing for who does not read, delays nobody for it, and ends it after a minute', async () => {
    const [slow, quick] = [aClient(), aClient()];
    watch(slow);
    watch(quick);
    await look();
    slow.state.room = 0;
    for (let much = 2; much < 300; much += 60) {
      things.set('r1', much);
      await look();
    }
    expect([slow.seqs, quick.seqs.length]).toEqual([[], 5]);
    slow.state.room = Number.POSITIVE_INFINITY;
    await look();
    expect(slow.seqs).toEqual(quick.seqs);
    slow.state.room = 0;
    await clock.advance(Seconds(61));
    expect([slow.ends, quick.ends]).toEqual([['too_slow'], []]);
  });

  it('goes on where it was once the database can be read again', async () => {
    const client = aClient();
    watch(client);
    await look();
    const { set } = Object.getPrototypeOf(things) as Things;
    Object.defineProperty(things, Symbol.iterator, {
      configurable: true,
      value: () => {
        throw new Error('cut off');
      },
    });
    await look();
    expect(one.logged.length).toBeGreaterThan(0);
    Reflect.deleteProperty(things, Symbol.iterator);
    set.call(things, 'r1', 9);
    await look();
    expect(client.seqs).toHaveLength(1);
  });
});
