import { isIP } from 'node:net';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createPushService } from '@gatehouse/stand-ins/push/push.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpsPushTransport } from './push-transport.ts';

describe('the way to push services', () => {
  const transport = httpsPushTransport({ clock: systemClock });
  let host: ServedStandIn<Awaited<ReturnType<typeof createPushService>>>;
  beforeAll(async () => {
    host = await serveStandIn(await createPushService({ clock: systemClock }));
  });
  afterAll(() => host.close());

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QABC',
    'https://8.8.8.8/push',
    'https://[2606:4700:4700::1111]/push',
  ])('may lead to %s', (url) => expect(transport.mayReach(new URL(url))).toBe(true));

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'ftp://push.example.com/x',
    'https://push.example.com:8443/x',
    'https://user@push.example.com/x',
    'https://:secret@push.example.com/x',
    'https://localhost/x',
    'https://gatehouse/x',
    'https://LOCALHOST./x',
    'https://printer.local/x',
    'https://metadata.google.internal/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://0/x',
    'https://10.1.2.3/x',
    'https://172.31.0.1/x',
    'https://192.168.1.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/x',
    'https://198.18.0.1/x',
    'https://255.255.255.255/x',
    'https://[::1]/x',
    'https://[::]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::ffff:a00:1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://[2002:7f00:1::]/x',
    'https://[2001:db8::1]/x',
    'https://[fe80::1]/x',
    'https://[fd00::1]/x',
    'https://[ff02::1]/x',
  ])('never leads to %s', async (url) => {
    expect(transport.mayReach(new URL(url))).toBe(false);
    await expect(transport.post({ url: new URL(url), headers: {}, body: Buffer.alloc(1) })).rejects.toThrow(
      'not a push service',
    );
  });

  it.each([
    ['of this machine', ['127.0.0.1']],
    ['of the network here', ['192.168.1.1']],
    ['of every kind, so that one of them may pass', ['8.8.8.8', '127.0.0.1']],
    ['of the same machine in other clothes', ['::ffff:127.0.0.1']],
    ['of nobody', []],
  ])('calls no public name with addresses %s: it looks when it calls', async (_what, addresses) => {
    const names: string[] = [];
    const rebound = httpsPushTransport({
      clock: systemClock,
      lookup: async (name) => {
        names.push(name);
        return addresses.map((address) => ({ address, family: isIP(address) }));
      },
    });
    const url = new URL('https://push.example.com/x');
    expect(rebound.mayReach(url)).toBe(true);
    await expect(rebound.post({ url, headers: {}, body: Buffer.alloc(1) })).rejects.toThrow(
      addresses.length === 0 ? 'no address' : 'not of the internet',
    );
    expect(names).toEqual(['push.example.com']);
  });

  it('gives the status, and follows nobody anywhere', async () => {
    const local = httpsPushTransport({ clock: systemClock, loopback: { ca: host.facts().authority ?? '' } });
    const url = new URL(`${host.url}/push/1`);
    const post = () => local.post({ url, headers: { ttl: '60' }, body: Buffer.from('sealed') });
    expect(await post()).toBe(201);
    host.faults.want({ kind: 'answer', status: 307, headers: { location: `${host.url}/elsewhere` } });
    expect(await post()).toBe(307);
    expect(host.received.map(({ path }) => path)).toEqual(['/push/1', '/push/1']);
    expect(host.received[0]).toMatchObject({
      headers: { ttl: '60', 'content-length': '6' },
      body: Buffer.from('sealed'),
    });
  });

  it('believes no certificate but of those it is to believe', async () => {
    const another = (await createPushService({ clock: systemClock })).facts().authority ?? '';
    const local = httpsPushTransport({ clock: systemClock, loopback: { ca: another } });
    const url = new URL(`${host.url}/push/1`);
    await expect(local.post({ url, headers: {}, body: Buffer.alloc(1) })).rejects.toThrow(/certificate/i);
  });
});
