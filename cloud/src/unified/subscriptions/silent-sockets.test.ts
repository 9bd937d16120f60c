// @module-tag exhaustive
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { LiveSocket } from '../../kit/http/sockets.ts';
import { memoryKit } from '../../kit/http/testing/memory-kit.ts';
import { type Served, serve } from '../../kit/http/testing/serve.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';
import { unifiedSurfaces } from '../testing/unified-api.ts';
import { createGraphSockets } from './graph-socket.ts';
import { connectRaw } from './testing/subscribers.ts';

const SOCKETS = 10_000;
/** Of each, beside what the connection itself takes. */
const BYTES_MAX = 8_192;

const heapNow = (): number => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
};

/** A connection whose client says nothing. */
const silentSocket = (closed: (code: number | undefined) => void): LiveSocket => {
  const gone = new AbortController();
  return {
    protocol: 'graphql-transport-ws',
    signal: gone.signal,
    send: () => undefined,
    close: (code) => {
      if (gone.signal.aborted) return;
      closed(code);
      gone.abort();
    },
    hear: () => undefined,
    waiting: () => 0,
    onDrained: () => undefined,
    ask: () => Promise.reject(new Error('nothing is asked by it')),
    recognised: () => undefined,
  };
};

describe('sockets that never say who they are', () => {
  it('cost a few kilobytes each for 3 seconds, take nobody’s place, and leave nothing', async () => {
    const late = new Set<{ readonly dueMs: number; readonly run: () => void }>();
    const claimed = vi.fn();
    const sockets = createGraphSockets({
      clock: {
        after: (dueMs, run) => {
          const timer = { dueMs, run };
          late.add(timer);
          return { cancel: () => late.delete(timer) };
        },
      },
      log: { error: claimed },
      newRequestId: () => 'req_0123456789abcdef',
      ...{ shown: claimed, claim: claimed, subscribe: claimed },
    });
    const codes: (number | undefined)[] = [];
    const open = () =>
      sockets.open(
        silentSocket((code) => codes.push(code)),
        { connection: undefined, header: () => undefined, remoteAddress: '192.0.2.1' },
      );
    for (let n = 0; n < 100; n++) open();
    const before = heapNow();
    for (let n = 0; n < SOCKETS; n++) open();
    const each = (heapNow() - before) / SOCKETS;
    expect(each).toBeLessThan(BYTES_MAX);
    expect(new Set([...late].map(({ dueMs }) => dueMs))).toEqual(new Set([3_000]));
    for (const { run } of [...late]) run();
    expect(codes).toEqual(Array.from({ length: SOCKETS + 100 }, () => 4408));
    expect(late.size).toBe(0);
    expect(claimed).not.toHaveBeenCalled();
    // What was closed is forgotten once its promises are.
    await new Promise((resolve) => setImmediate(resolve));
    expect((heapNow() - before) / SOCKETS).toBeLessThan(each / 2);
  });
});

describe.each(ENGINES)('a listener that is full of them, on $name', ({ open }) => {
  const clock = new ManualClock();
  const kit = { ...memoryKit(), clock };
  let db: Database;
  let world: World;
  let served: Served;
  beforeAll(async () => {
    db = await open();
    world = await createWorld(db, clock, scriptedLink(confirms).link);
    served = await serve({
      kit: { ...kit, db },
      surfaces: unifiedSurfaces(world),
      endpoints: world.endpoints,
      pages: [],
      limits: { strangersOfANetwork: 5 },
    });
  });
  afterAll(() => served.close());

  it('has the oldest of them make room, and never whoever has said who they are', async () => {
    const { user } = await db.write(async (tx) => {
      const made = await world.users.addUser(
        tx,
        { email: 'grace@example.com', firstName: 'Grace', lastName: 'Murray' },
        'test',
      );
      const grant = { right: 'facility-staff', scope: 'facility', scopeId: world.facilityId } as const;
      await world.users.addGrant(tx, made.id, grant, 'test');
      return { user: made };
    });
    const token = await db.write(async (tx) => {
      const { id: keyId } = await world.users.addKey(tx, user.id, { label: 'test' }, 'test');
      return world.bearerTokens.issue(tx, { keyId, userId: user.id, scope: 'read' });
    });
    const known = await connectRaw(served, clock);
    await known.init({ authorization: `Bearer ${token.text}` });
    const silent = [];
    for (let n = 0; n < 8; n++) silent.push(await connectRaw(served, clock));
    const ended = await Promise.all(silent.slice(0, 3).map(({ closed }) => closed));
    expect(ended.map(({ code }) => code)).toEqual([1006, 1006, 1006]);
    const open = [known, ...silent.slice(3)].map(({ client }) => client.readyState);
    expect(open).toEqual(Array.from({ length: 6 }, () => 1));
    for (const { client } of [known, ...silent]) client.terminate();
  });
});
