import { once } from 'node:events';
import { request } from 'node:https';
import { createConnection } from 'node:net';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedStandIn, serveStandIn } from '../kit/serve.ts';
import { createPushService } from './push.ts';

describe('a push service', () => {
  let push: ServedStandIn<Awaited<ReturnType<typeof createPushService>>>;
  beforeAll(async () => {
    push = await serveStandIn(await createPushService({ clock: new ManualClock() }));
  });
  afterAll(() => push.close());
  const send = (headers: Record<string, string>, body: Buffer = Buffer.from('sealed'), method = 'POST') =>
    new Promise<{ status: number | undefined; headers: Record<string, unknown> }>((resolve, reject) => {
      const options = { method, headers, ca: push.facts().authority, agent: false };
      const sent = request(`${push.url}/push/1`, options, (response) => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers });
      });
      sent.on('error', reject).end(body);
    });

  it('takes a message, and says where it is and how long it keeps it (RFC 8030, section 5)', async () => {
    const { status, headers } = await send({ ttl: '60', urgency: 'normal' });
    expect(status).toBe(201);
    expect(headers).toMatchObject({
      ttl: '60',
      location: expect.stringMatching(/^https:\/\/localhost:\d+\/message\/\d+$/),
    });
    expect(push.received.at(-1)).toMatchObject({ path: '/push/1', body: Buffer.from('sealed') });
  });

  it.each([
    ['without a TTL (section 5.2)', {}, 6, 'POST', 400],
    ['with a TTL that is no number', { ttl: 'soon' }, 6, 'POST', 400],
    ['beyond 4096 bytes (section 7.2)', { ttl: '60' }, 4_097, 'POST', 413],
    ['from who is not who they say (RFC 8292)', { ttl: '60', authorization: 'vapid t=a.b.c, k=d' }, 6, 'POST', 403],
    ['that is none', { ttl: '60' }, 0, 'GET', 405],
  ])('refuses a message %s', async (_what, headers, length, method, status) => {
    expect((await send({ ...headers } as Record<string, string>, Buffer.alloc(length), method)).status).toBe(status);
  });

  it('takes one of 4096 bytes', async () => {
    expect((await send({ ttl: '0' }, Buffer.alloc(4_096))).status).toBe(201);
  });

  it('ends in order, whoever did not believe its certificate, and whoever says nothing at all', async () => {
    const other = await serveStandIn(await createPushService({ clock: new ManualClock() }));
    const doubted = request(other.url, { method: 'POST', agent: false });
    const doubt = once(doubted.end(), 'error');
    const mute = createConnection(other.port, '127.0.0.1');
    await Promise.all([once(mute, 'connect'), expect(doubt).resolves.toMatchObject([{ code: expect.any(String) }])]);
    await Promise.all([other.close(), once(mute.resume(), 'close')]);
  });

  it('has forgotten a browser, or has had too many', async () => {
    push.faults.want({ kind: 'refuse', status: 410, times: 1 }, { kind: 'too-many', times: 1 });
    expect((await send({ ttl: '60' })).status).toBe(410);
    expect(await send({ ttl: '60' })).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  });
});
