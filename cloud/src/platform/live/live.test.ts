import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { upgradeHeaders } from '../../kit/http/testing/way-served.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { signedIn } from '../sessions/testing/signing-in.ts';
import { openLive } from './live.endpoints.ts';
import { SOCKETS_MAX } from './live.service.ts';
import { connectLive, type LiveClient } from './testing/live-client.ts';

describe.each(ENGINES)('the live socket, on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: PlatformApi;
  const clients: WebSocket[] = [];

  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    api = await servePlatformApi(db, clock);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.terminate();
    await api.world.live.close();
    await api.close();
  });

  const connect = async (headers = api.callers.staff.headers): Promise<LiveClient> => {
    const live = await connectLive(api, clock, headers);
    clients.push(live.client);
    return live;
  };
  const facility = () => `facility:${api.world.facilityId}`;
  const openSockets = () => db.read((tx) => tx.selectFrom('live_socket').select(['id', 'lease_until']).execute());
  const auditOf = (event: string) =>
    db.read((tx) =>
      tx
        .selectFrom('audit_entry')
        .where('event', '=', event)
        .select(['actor', 'target', 'outcome', 'status', 'via', 'site'])
        .orderBy('at')
        .orderBy('id')
        .execute(),
    );

  it('shows the doors of a facility, then each that became different, and goes on after any of it', async () => {
    const live = await connect();
    live.say({ type: 'subscribe', topic: facility() });
    const [snapshot] = await live.heard('snapshot');
    expect(snapshot).toMatchObject({
      topic: facility(),
      reset: false,
      data: [{ doorId: api.world.doorId, presence: 'online', lock: 'locked', lastSeen: null }],
    });
    await api.world.beacon({ lock: 'unlocked' });
    await clock.advance(Seconds(1));
    const [patch] = await live.heard('patch');
    expect(patch).toMatchObject({
      topic: facility(),
      seq: Number(snapshot?.seq) + 1,
      changes: [{ id: api.world.doorId, entry: { lock: 'unlocked' } }],
    });
    const back = await connect();
    back.say({ type: 'subscribe', topic: facility(), after: snapshot?.seq });
    expect(await back.heard('patch')).toEqual([patch]);
    expect(back.frames.map(({ type }) => type)).not.toContain('snapshot');
    await clock.advance(Seconds(20));
    expect((await live.heard('patch', 2))[1]).toMatchObject({ changes: [{ entry: { presence: 'stale' } }] });
    await live.heard('beat', 4);
    live.say({ type: 'unsubscribe', topic: facility() });
    live.say({ type: 'subscribe', topic: 'nothing:x' });
    await live.heard('refused');
    await api.world.beacon();
    await clock.advance(Seconds(1));
    await back.heard('patch', 3);
    expect(live.frames.filter(({ type }) => type === 'patch')).toHaveLength(2);
  });

  it('shows every door of an organisation, without numbers that count up by themselves', async () => {
    const live = await connect(api.callers.orgAdmin.headers);
    live.say({ type: 'subscribe', topic: `organisation:${api.world.orgId}` });
    expect((await live.heard('snapshot'))[0]?.data).toMatchObject([
      { doorId: api.world.doorId, facilityId: api.world.facilityId },
    ]);
    for (let i = 0; i < 4; i++) {
      await api.world.beacon();
      await clock.advance(Seconds(3));
    }
    await live.heard('beat', 2);
    expect(live.frames.map(({ type }) => type)).not.toContain('patch');
  });

  it('tells what happens at one facility by the places of its organisation, each once', async () => {
    const { webhooks, facilityId } = api.world;
    const told = (n: number, at = facilityId) =>
      db.write((tx) => webhooks.add(tx, { facilityId: at, type: 'door.held_open', data: { n } }));
    await told(0);
    const live = await connect();
    live.say({ type: 'subscribe', topic: `events:${facilityId}` });
    const [{ seq: begins } = { seq: 0 }] = await live.heard('snapshot');
    for (let n = 1; n <= 300; n++) await told(n, n % 3 === 0 ? api.siblingId : facilityId);
    await clock.advance(Seconds(1));
    const patches = await live.heard('patch', 200);
    const numbers = patches.map(({ changes }) => (changes as { data: { n: number } }[])[0]?.data.n);
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, i) => i + 1).filter((n) => n % 3 !== 0));
    const back = await connect();
    back.say({ type: 'subscribe', topic: `events:${facilityId}`, after: patches[149]?.seq });
    expect(await back.heard('patch', 50)).toEqual(patches.slice(150));
    const fromFirst = await connect();
    fromFirst.say({ type: 'subscribe', topic: `events:${facilityId}`, after: begins });
    expect(await fromFirst.heard('patch', 200)).toEqual(patches);
  });

  it('shows a job to who runs the platform, until it is forgotten', async () => {
    const id = await db.write((tx) => api.world.jobs.enqueue(tx, 'test.kind', {}));
    const live = await connect(api.callers.platformAdmin.headers);
    live.say({ type: 'subscribe', topic: `job:${id}` });
    expect((await live.heard('snapshot'))[0]?.data).toMatchObject([{ jobId: id, state: 'queued' }]);
    await db.write((tx) => tx.deleteFrom('job').where('id', '=', id).execute());
    await clock.advance(Seconds(1));
    expect((await live.heard('patch'))[0]?.changes).toEqual([{ id, entry: null }]);
  });

  it('asks of each subscription what a request is asked, and audits it as one', async () => {
    const live = await connect();
    const refusals: readonly [string, string][] = [
      ['nothing:x', 'topic_unknown'],
      ['facility', 'place_unknown'],
      ['facility:nonsense', 'place_unknown'],
      [`facility:${api.otherFacilityId}`, 'place_unknown'],
      ['facility:fac_zzzzzzzzzzzzzzzz', 'place_unknown'],
      [`organisation:${api.world.orgId}`, 'place_unknown'],
      ['job:job_0123456789abcdef', 'forbidden'],
    ];
    for (const [at, [topic, error]] of refusals.entries()) {
      live.say({ type: 'subscribe', topic });
      expect((await live.heard('refused', at + 1))[at]).toMatchObject({ topic, error });
    }
    live.say({ type: 'subscribe', topic: facility() });
    await live.heard('snapshot');
    const actor = `user:${api.callers.staff.user.id}`;
    expect(await auditOf('live.opened')).toMatchObject([{ actor, target: live.socketID, outcome: 'ok', status: 101 }]);
    const rows = await auditOf('live.subscribed');
    expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual([
      'forbidden',
      'ok',
      ...Array.from({ length: 5 }, () => 'place_unknown'),
    ]);
    expect(rows.find(({ outcome }) => outcome === 'ok')).toEqual({
      ...{ actor, target: facility(), outcome: 'ok', status: 200, via: 'socket' },
      site: api.world.facilityId,
    });
  });

  it('ends a topic within a second of the right to it, and itself with the key that it was opened with', async () => {
    const { users } = api.world;
    const { user } = api.callers.manager;
    const live = await connect(api.callers.manager.headers);
    live.say({ type: 'subscribe', topic: facility() });
    await live.heard('snapshot');
    const [held] = (await db.read((tx) => users.heldBy(tx, [user.id]))).get(user.id) ?? [];
    await db.write((tx) => users.takeGrant(tx, user.id, held as NonNullable<typeof held>));
    await api.world.beacon({ lock: 'unlocked' });
    await clock.advance(Seconds(1));
    expect(await live.heard('revoked')).toMatchObject([{ topic: facility(), error: 'place_unknown' }]);
    expect(live.frames.map(({ type }) => type)).not.toContain('patch');
    const silent = await connect();
    const [key] = await db.read((tx) => users.listKeys(tx, api.callers.staff.user.id));
    await db.write((tx) => users.removeKey(tx, api.callers.staff.user.id, String(key?.id)));
    await clock.advance(Seconds(1));
    expect((await silent.closed).code).toBe(4403);
  });

  it('ends within a second of the session that it was opened in, whoever ends that', async () => {
    const { staff, orgAdmin } = api.callers;
    const { sessionId, headers } = await signedIn(api, staff.user.id);
    const { cookie } = headers;
    const live = await connect({ cookie, origin: `https://localhost:${api.port}` });
    live.say({ type: 'subscribe', topic: facility() });
    await live.heard('snapshot');
    const path = `/api/users/${staff.user.id}/sessions/${sessionId}`;
    expect((await api.send({ method: 'DELETE', path, headers: orgAdmin.headers })).status).toBe(200);
    await clock.advance(Seconds(1));
    expect((await live.closed).code).toBe(4403);
    await api.world.beacon({ lock: 'unlocked' });
    await clock.advance(Seconds(1));
    expect(live.frames.map(({ type }) => type)).not.toContain('patch');
  });

  it('is closed at a frame that is malformed, which is named by field and rule', async () => {
    const malformed: readonly [string | Buffer, number, string][] = [
      ['{', 4400, 'not JSON'],
      ['null', 4400, 'frame: invalid_type'],
      ['{"type":"shout"}', 4400, 'type: invalid_union'],
      ['{"type":"subscribe"}', 4400, 'topic: invalid_type'],
      ['{"type":"subscribe","topic":"a:b","after":-1}', 4400, 'after: too_small'],
      ['{"type":"subscribe","topic":"a:b","secret":"x"}', 4400, 'frame: unrecognized_keys'],
      [`{"type":"subscribe","topic":"${'x'.repeat(17_000)}"}`, 1009, ''],
      [Buffer.from('{}'), 1003, 'texts only'],
    ];
    for (const [text, code, reason] of malformed) {
      const live = await connect();
      live.client.send(text);
      expect(await live.closed, String(text).slice(0, 60)).toEqual({ code, reason });
      await clock.advance(Seconds(1));
    }
  });

  it('gives a user so many sockets, over all processes', async () => {
    const { user, headers } = api.callers.staff;
    const first = await connect();
    await db.write(async (tx) => {
      for (let i = 1; i < SOCKETS_MAX; i++) await api.world.live.claim(tx, { user } as never);
    });
    const asked = { path: '/api/live', headers: { ...headers, ...upgradeHeaders(openLive) } };
    expect(await api.send(asked)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '30' },
      json: { error: 'too_many_sockets' },
    });
    await connect(api.callers.manager.headers);
    first.client.close();
    await first.closed;
    await vi.waitFor(async () => void (await connect()), 5_000);
    expect((await api.send(asked)).status).toBe(429);
    // Nobody renews the places of a process that has died.
    await clock.advance(Seconds(30));
    await connect();
  });

  it('keeps its place while it is open, and gives it back where its process has died', async () => {
    const live = await connect();
    for (let i = 0; i < 7; i++) await clock.advance(Seconds(10));
    const [row] = await openSockets();
    expect(row?.id).toBe(live.socketID);
    expect(Number(row?.lease_until)).toBeGreaterThan(clock.wallMs());
    live.client.terminate();
    await vi.waitFor(async () => expect(await openSockets()).toEqual([]));
  });

  it('tells what a service does to the socket that it was given, and goes on elsewhere for its user alone', async () => {
    const { live: service } = api.world;
    const { user } = api.callers.staff;
    const live = await connect();
    const caller = { user, grants: [] } as never;
    const run = await db.write((tx) => service.beginRun(tx, caller, live.socketID));
    const tell = service.progressOf(run);
    await tell({ level: 'info', text: `Began with ghk_${'k'.repeat(43)}.`, done: 1, of: 2 });
    await tell({ level: 'warning', text: 'Nearly.' });
    await clock.advance(Seconds(1));
    const logs = await live.heard('log', 2);
    expect(logs).toMatchObject([
      { run, seq: 1, level: 'info', text: 'Began with [key].', done: 1, of: 2 },
      { run, seq: 2, level: 'warning', text: 'Nearly.', done: null, of: null },
    ]);
    live.client.close();
    await live.closed;
    await vi.waitFor(async () => expect(await openSockets()).toEqual([]));
    await tell({ level: 'info', text: 'Done.' });
    const back = await connect();
    back.say({ type: 'resume', run, after: 1 });
    expect((await back.heard('log', 2)).map(({ seq }) => seq)).toEqual([2, 3]);
    const stranger = await connect(api.callers.manager.headers);
    for (const unknown of [run, 'run_0123456789abcdef']) stranger.say({ type: 'resume', run: unknown });
    expect(await stranger.heard('refused', 2)).toMatchObject([
      { run, error: 'run_unknown' },
      { run: 'run_0123456789abcdef', error: 'run_unknown' },
    ]);
    for (const [socketId, by] of [
      ['sck_0123456789abcdef', user],
      [live.socketID, user],
      [back.socketID, api.callers.manager.user],
    ] as const)
      await expect(
        db.write((tx) => service.beginRun(tx, { user: by, grants: [] } as never, socketId)),
      ).rejects.toMatchObject({ code: 'socket_unknown', spec: { status: 404 } });
  });

  it('is closed with 1012 when the server is to stop: clients come back by themselves', async () => {
    const live = await connect();
    live.say({ type: 'subscribe', topic: facility() });
    await live.heard('snapshot');
    const closing = api.close();
    expect((await live.closed).code).toBe(1012);
    await closing;
  });
});
