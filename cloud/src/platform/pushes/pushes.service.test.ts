import { generateKeyPairSync } from 'node:crypto';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createPushService } from '@gatehouse/stand-ins/push/push.ts';
import { importJWK, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { User } from '../users/users.module.ts';
import { httpsPushTransport, type PushesService } from './pushes.module.ts';
import { createPushesService } from './pushes.service.ts';
import { aBrowser } from './testing/browser.ts';

const NEWS = { title: 'Backup done', body: 'It took 4 minutes.', url: '/agents/1/sessions/2' };

describe.each(ENGINES)('pushes on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let host: ServedStandIn<Awaited<ReturnType<typeof createPushService>>>;
  let pushes: PushesService;
  let queued: Parameters<PushesService['deliver']>[0][];
  let gone: string[];
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  beforeEach(async () => {
    queued = [];
    gone = [];
    clock = new ManualClock();
    db = await open();
    host = await serveStandIn(await createPushService({ clock }));
    pushes = createPushesService({
      db,
      clock,
      random: systemRandom,
      jobs: {
        enqueue: async (_tx, _kind, payload) => {
          queued.push(payload as (typeof queued)[number]);
          return 'job_0000000000000000';
        },
      },
      users: {
        findById: async (_tx, id) => (gone.includes(id) ? undefined : ({ id } as User)),
      },
      key: { privateKey, contact: 'mailto:desk@example.com' },
      transport: httpsPushTransport({ clock, loopback: { ca: host.facts().authority ?? '' } }),
    });
  });
  afterEach(() => host.close());
  const subscribe = async (userId: string, path = '/push/1', options: { expirationTime?: number } = {}) => {
    const browser = aBrowser(`${host.url}${path}`);
    const { id } = await db.write((tx) =>
      pushes.subscribe(tx, userId, { ...browser.subscription, ...options, label: 'Desk' }),
    );
    return { ...browser, id };
  };
  const tell = (userId: string) => db.write((tx) => pushes.notify(tx, userId, NEWS));
  const deliverAll = async () => {
    for (const job of queued.splice(0)) await pushes.deliver(job);
  };

  it('tells each browser of a user, and only that browser can read it', async () => {
    const desk = await subscribe('usr_a', '/push/desk');
    await clock.advance(Minutes(1));
    const phone = await subscribe('usr_a', '/push/phone');
    await subscribe('usr_b', '/push/other');
    expect(await tell('usr_a')).toBe(2);
    await deliverAll();
    expect(host.received.map(({ path }) => path)).toEqual(['/push/desk', '/push/phone']);
    const [first, second] = host.received.map(({ body }) => body) as [Buffer, Buffer];
    expect(desk.read(first)).toEqual(NEWS);
    expect(phone.read(second)).toEqual(NEWS);
    expect(() => phone.read(first)).toThrow();
    expect(first.toString('latin1')).not.toContain('Backup');
    expect(host.received[0]?.headers).toMatchObject({
      ttl: '86400',
      urgency: 'normal',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    });
    expect(await db.read((tx) => pushes.listOf(tx, 'usr_a'))).toMatchObject([
      { delivered_at: clock.wallMs(), last_error: null },
      {},
    ]);
  });

  it('proves who tells it, to this push service alone and for half a day', async () => {
    await subscribe('usr_a');
    await tell('usr_a');
    await deliverAll();
    const [, token = '', key = ''] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(host.received[0]?.headers.authorization)) ?? [];
    expect(key).toBe(pushes.publicKey());
    const point = Buffer.from(key, 'base64url');
    expect(point.length).toBe(65);
    const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
    const { payload, protectedHeader } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
      currentDate: new Date(clock.wallMs()),
    });
    expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' });
    const exp = Math.floor((clock.wallMs() + Hours(12)) / 1_000);
    expect(payload).toEqual({ aud: host.url, sub: 'mailto:desk@example.com', exp });
  });

  it.each([404, 410])('forgets a browser whose push service answers %i', async (status) => {
    await subscribe('usr_a');
    await tell('usr_a');
    host.faults.want({ kind: 'refuse', status, times: 1 });
    await deliverAll();
    expect(await db.read((tx) => pushes.listOf(tx, 'usr_a'))).toEqual([]);
  });

  it.each([429, 500, 503])('tries again what was answered %i, and says so', async (status) => {
    await subscribe('usr_a');
    await tell('usr_a');
    const [job] = queued;
    host.faults.want({ kind: 'refuse', status, times: 1 });
    await expect(deliverAll()).rejects.toThrow(String(status));
    expect(await db.read((tx) => pushes.listOf(tx, 'usr_a'))).toMatchObject([
      { last_error: `the push service answered ${status}` },
    ]);
    if (job !== undefined) await pushes.deliver(job);
    expect(await db.read((tx) => pushes.listOf(tx, 'usr_a'))).toMatchObject([
      { last_error: null, delivered_at: clock.wallMs() },
    ]);
  });

  it.each([301, 400, 401, 413])('does not try again what was answered %i, and goes nowhere else', async (status) => {
    await subscribe('usr_a');
    await tell('usr_a');
    host.faults.want({ kind: 'answer', status, headers: { location: `${host.url}/elsewhere` } });
    await deliverAll();
    expect(host.received).toHaveLength(1);
    expect(await db.read((tx) => pushes.listOf(tx, 'usr_a'))).toMatchObject([
      { last_error: `the push service answered ${status}` },
    ]);
  });

  it('tries again where nobody answers, without saying where that was', async () => {
    await subscribe('usr_a');
    await tell('usr_a');
    await host.close();
    await expect(deliverAll()).rejects.toThrow();
    expect(await db.read((tx) => pushes.listOf(tx, 'usr_a'))).toMatchObject([
      { last_error: 'the push service cannot be reached' },
    ]);
  });

  it('a browser is of whoever signed in there last, and is told nothing that was meant for another', async () => {
    const before = await subscribe('usr_a');
    await tell('usr_a');
    const after = await subscribe('usr_b');
    expect(after.id).toBe(before.id);
    expect(await db.read((tx) => pushes.listOf(tx, 'usr_a'))).toEqual([]);
    await deliverAll();
    expect(host.received).toEqual([]);
    await tell('usr_b');
    await deliverAll();
    expect(after.read(host.received[0]?.body as Buffer)).toEqual(NEWS);
  });

  it('tells nobody who has left, and no browser whose time is over', async () => {
    await subscribe('usr_a');
    await subscribe('usr_b', '/push/2', { expirationTime: clock.wallMs() + Minutes(1) });
    await tell('usr_a');
    await tell('usr_b');
    gone.push('usr_a');
    await clock.advance(Minutes(1));
    await deliverAll();
    expect(host.received).toEqual([]);
    expect(await db.read((tx) => pushes.listOf(tx, 'usr_b'))).toEqual([]);
  });

  it('keeps 20 browsers of a user: the oldest makes room', async () => {
    const first = await subscribe('usr_a', '/push/first');
    for (let i = 0; i < 20; i++) {
      await clock.advance(Minutes(1));
      await subscribe('usr_a', `/push/${i}`);
    }
    const ids = (await db.read((tx) => pushes.listOf(tx, 'usr_a'))).map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(ids).not.toContain(first.id);
  });

  it('refuses an endpoint that is no push service, and keys that no browser made', async () => {
    const { subscription } = aBrowser(`${host.url}/push`);
    const inside = { ...subscription, endpoint: 'https://10.0.0.1/push' };
    const forged = { ...subscription, keys: { ...subscription.keys, p256dh: 'A'.repeat(87) } };
    for (const wrong of [inside, forged, { ...subscription, endpoint: 'nowhere' }])
      await expect(db.write((tx) => pushes.subscribe(tx, 'usr_a', wrong))).rejects.toMatchObject({
        code: 'subscription_refused',
      });
    expect(await db.read((tx) => pushes.listOf(tx, 'usr_a'))).toEqual([]);
  });

  it('removes a subscription for its own user alone', async () => {
    const { id } = await subscribe('usr_a');
    const remove = (userId: string) => db.write((tx) => pushes.unsubscribe(tx, userId, id));
    await expect(remove('usr_b')).rejects.toMatchObject({ code: 'subscription_unknown' });
    await remove('usr_a');
    await expect(remove('usr_a')).rejects.toMatchObject({ code: 'subscription_unknown' });
  });

  it('tries one browser of a user, and none of somebody else', async () => {
    const desk = await subscribe('usr_a', '/push/desk');
    await subscribe('usr_a', '/push/phone');
    const tryOut = (userId: string) => db.write((tx) => pushes.tryOut(tx, userId, desk.id));
    await tryOut('usr_a');
    await deliverAll();
    expect(host.received.map(({ path }) => path)).toEqual(['/push/desk']);
    expect(desk.read(host.received[0]?.body as Buffer)).toMatchObject({
      title: 'Gatehouse',
      url: '/ops/account/browsers',
    });
    await expect(tryOut('usr_b')).rejects.toMatchObject({ code: 'subscription_unknown' });
    expect(queued).toEqual([]);
  });

  it('takes no notification that leads to somebody else’s page', async () => {
    await subscribe('usr_a');
    for (const url of ['https://example.com/', '//example.com/', 'javascript:alert(1)', '/\\example.com', ''])
      await expect(db.write((tx) => pushes.notify(tx, 'usr_a', { ...NEWS, url }))).rejects.toThrow(
        'not a notification',
      );
    expect(queued).toEqual([]);
  });
});
