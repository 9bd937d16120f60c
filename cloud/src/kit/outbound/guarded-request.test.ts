import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guardedRequest } from '../../kit/outbound/guarded-request.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

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
    guardedRequest(
      new URL(url),
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":1}', signal },
      { clock, targets: { addresses, ca: receiver.ca } },
    );

  it('arrives as it was sent', async () => {
    expect(await post(receiver.url('/in?x=1'))).toMatchObject({ status: 204, isWhole: true });
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
    expect(await post(receiver.url())).toMatchObject({ status: 307 });
    expect(receiver.received).toHaveLength(1);
  });

  it('speaks https only, and to whom the certificate is for', async () => {
    await expect(post(receiver.url().replace('https', 'http'))).rejects.toThrow('only https');
    const strangers = guardedRequest(
      new URL(receiver.url()),
      { method: 'POST', headers: {} },
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
    const { status, body, isWhole } = await post(receiver.url());
    expect([status, body.length, isWhole]).toEqual([200, 16_384, false]);
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
