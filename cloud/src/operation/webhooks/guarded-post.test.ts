import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../kit/outbound/public-address.ts';
import { guardedPost } from './guarded-post.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

describe('an address of the internet', () => {
  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.8',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::1',
    'localhost',
    '',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a post to where somebody said', () => {
  let receiver: Receiver;
  const clock = new ManualClock();
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    expect(clock.pendingTimers).toBe(0);
  });
  const post = (url: string, addresses: 'public' | 'any' = 'any', signal = new AbortController().signal) =>
    guardedPost(
      new URL(url),
      { headers: { 'content-type': 'application/json' }, body: '{"n":1}', signal },
      { clock, targets: { addresses, ca: receiver.ca } },
    );

  it('arrives as it was sent', async () => {
    expect(await post(receiver.url('/in?x=1'))).toEqual({ status: 204 });
    expect(receiver.received).toMatchObject([
      { path: '/in?x=1', body: '{"n":1}', headers: { 'content-type': 'application/json', 'content-length': '7' } },
    ]);
  });

  it.each([
    'https://localhost:PORT/',
    'https://127.0.0.1:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f.1:PORT/',
    'https://[::1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
  ])('does not go inside, to %s', async (form) => {
    const { port } = new URL(receiver.url());
    await expect(post(form.replace('PORT', port), 'public')).rejects.toThrow('not of the internet');
    expect(receiver.received).toEqual([]);
  });

  it('does not follow a redirect, wherever that leads', async () => {
    receiver.on.answer = () => ({ status: 307, headers: { location: receiver.url('/elsewhere') } });
    expect(await post(receiver.url())).toEqual({ status: 307 });
    expect(receiver.received).toHaveLength(1);
  });

  it('speaks https only, and to whom the certificate is for', async () => {
    await expect(post(receiver.url().replace('https', 'http'))).rejects.toThrow('only https');
    const strangers = guardedPost(
      new URL(receiver.url()),
      { headers: {}, body: '', signal: new AbortController().signal },
      { clock, targets: { addresses: 'any' } },
    );
    await expect(strangers).rejects.toThrow(/certificate/);
    expect(receiver.received).toEqual([]);
  });

  it('waits ten seconds for an answer and no longer', async () => {
    receiver.on.answer = () => undefined;
    const posted = post(receiver.url()).catch((error: Error) => error.message);
    await expect.poll(() => receiver.received.length).toBe(1);
    await clock.advance(Seconds(10));
    expect(await posted).toBe('no answer within 10 seconds');
  });

  it('reads no more of an answer than it needs', async () => {
    receiver.on.answer = () => ({ status: 200, body: 'x'.repeat(5_000_000) });
    expect(await post(receiver.url())).toEqual({ status: 200 });
  });

  it('ends when it is told to', async () => {
    receiver.on.answer = () => undefined;
    const abort = new AbortController();
    const posted = post(receiver.url(), 'any', abort.signal).catch((error: Error) => error.message);
    await expect.poll(() => receiver.received.length).toBe(1);
    abort.abort(new Error('stopped'));
    expect(await posted).toBe('stopped');
  });

  it('says so where nobody listens', async () => {
    const url = receiver.url();
    await receiver.close();
    await expect(post(url)).rejects.toThrow(/ECONNREFUSED/);
    receiver = await startReceiver();
  });
});
