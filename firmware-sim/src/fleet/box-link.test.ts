import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { type BoxLink, openBoxLink } from './box-link.ts';

const [CONNACK, SUBACK] = [Buffer.of(0x20, 2, 0, 0), Buffer.of(0x90, 3, 0, 1, 1)];
const PINGRESP = Buffer.of(0xd0, 0);
const [CONNECT, SUBSCRIBE, PING] = [1, 8, 12];

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A light box's link to a broker that lets it in, and then does as it is told. */
const linked = async ({ answersPings = false, reads = true } = {}) => {
  const authority = await newAuthority('Box links', systemClock.wallMs());
  const { keyPem, certificatePem } = await newServerCertificate(authority, ['localhost'], systemClock.wallMs());
  const secureContext = createSecureContext({ key: keyPem, cert: certificatePem });
  const server = createServer((raw) => {
    const socket = new TLSSocket(raw, { isServer: true, secureContext });
    closing.push(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      const type = (bytes[0] ?? 0) >> 4;
      if (type === CONNECT) socket.write(CONNACK);
      if (type === PING && answersPings) socket.write(PINGRESP);
      if (type !== SUBSCRIBE) return;
      socket.write(SUBACK);
      if (!reads) socket.pause();
    });
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const clock = new ManualClock();
  let isUp: () => void = () => undefined;
  let hasEnded: (why: string) => void = () => undefined;
  const up = new Promise<void>((resolve) => {
    isUp = resolve;
  });
  const ended = new Promise<string>((resolve) => {
    hasEnded = resolve;
  });
  const link: BoxLink = openBoxLink({
    clock,
    brokerUrl: `mqtts://localhost:${(server.address() as AddressInfo).port}`,
    ca: authority.certificatePem,
    boxId: 'box',
    token: 'token',
    from: undefined,
    filter: 'down/+',
    will: { topic: 'gone', payload: '{}' },
    session: undefined,
    onSession: () => undefined,
    onUp: () => isUp(),
    onMessage: () => undefined,
    onEnd: (why) => hasEnded(why),
  });
  closing.push(() => link.close());
  await up;
  return { clock, link, ended };
};

describe('the link of a light box', () => {
  it('ends when the broker says nothing any more, as that of a real box does', async () => {
    const { clock, ended } = await linked();
    await clock.advance(Seconds(25));
    await clock.advance(Seconds(25));
    expect(await ended).toBe('the broker answered no ping');
  });

  it('holds a bounded amount for a broker that does not read', async () => {
    const { link, ended } = await linked({ reads: false });
    let over = false;
    void ended.then(() => {
      over = true;
    });
    for (let sent = 0; sent < 2_000 && !over; sent += 1) {
      link.publish('up/beacon', 'x'.repeat(16_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await ended).toBe('the broker does not read');
  });

  it('stands for as long as pings are answered', async () => {
    const { clock, link, ended } = await linked({ answersPings: true });
    const heard: string[] = [];
    void ended.then((why) => heard.push(why));
    for (let ping = 0; ping < 4; ping += 1) {
      await clock.advance(Seconds(25));
      // The answer takes a moment of this machine's own time.
      await new Promise((resolve) => systemClock.after(Milliseconds(60), () => resolve(undefined)));
    }
    expect(heard).toEqual([]);
    link.close();
    expect(await ended).toBe('left');
  });
});
