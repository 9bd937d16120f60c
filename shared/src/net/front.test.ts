import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createServer, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { sleep } from '../time/clock.ts';
import { Milliseconds } from '../time/duration.ts';
import { systemClock } from '../time/system-clock.ts';
import { selfSignedCertificate } from '../tls/certificates.ts';
import { TLS_OFFERED } from '../tls/tls-options.ts';
import { addressList } from './address-list.ts';
import { type Front, type FrontOptions, guardFront } from './front.ts';
import { listen } from './listen.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const certificate = await selfSignedCertificate(['localhost'], systemClock.wallMs());

/** A TLS server that tells everybody where they come from, and recognises those who say so. */
const serve = async (options: Partial<FrontOptions> = {}) => {
  const server = createServer({ key: certificate.keyPem, cert: certificate.certificatePem, ...TLS_OFFERED });
  const open = new Set<Socket>();
  let front: Front | undefined;
  server.on('connection', (socket: Socket) => open.add(socket));
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket: TLSSocket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (said) => {
      if (said.toString() === 'it is me') front?.recognised(socket);
      socket.write(front?.addressOf(socket) ?? '');
    });
  });
  front = guardFront(server, {
    clock: systemClock,
    limits: { firstByteMs: 30_000, strangers: 30, strangersOfANetwork: 10 },
    ...options,
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  closing.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port };
};
const silent = async (port: number, localAddress: string): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  closing.push(() => socket.destroy());
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
};
/** Says something over TLS; resolves with the answer, rejects if it is sent away. */
const secure = async (port: number, localAddress: string, first?: Buffer) => {
  const raw = await silent(port, localAddress);
  if (first !== undefined) raw.write(first);
  const socket = tlsConnect({ socket: raw, rejectUnauthorized: false });
  const gone = new Promise<never>((_resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('sent away')));
  });
  gone.catch(() => undefined);
  await Promise.race([once(socket, 'secureConnect'), gone]);
  const say = async (text: string): Promise<string> => {
    socket.write(text);
    const [answer] = await Promise.race([once(socket, 'data') as Promise<[Buffer]>, gone]);
    return answer.toString();
  };
  return { socket, say };
};

describe('N2 in front of a TLS server', () => {
  it('lets somebody in from an address that silent connections fill, again and again', async () => {
    const { port } = await serve();
    const first = await secure(port, '127.0.0.9');
    await first.say('it is me');
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 50 }, () => silent(port, '127.0.0.9')));
      const newcomer = await secure(port, '127.0.0.9');
      expect(await newcomer.say('hello')).toBe('127.0.0.9');
    }
    expect(await first.say('still here')).toBe('127.0.0.9');
  });

  it('lets somebody in where all the room is taken from many addresses, by silent ones and by slow ones', async () => {
    const { port } = await serve();
    const known = await secure(port, '127.0.0.8');
    await known.say('it is me');
    const slow = Array.from({ length: 60 }, async (_, i) => {
      const socket = await silent(port, `127.0.1.${1 + i}`);
      if (i % 2 === 0) socket.write(Buffer.from('1603', 'hex'));
    });
    await Promise.all(slow);
    const newcomer = await secure(port, '127.0.2.1');
    expect(await newcomer.say('hello')).toBe('127.0.2.1');
    expect(await known.say('still here')).toBe('127.0.0.8');
  });

  it('ends who says nothing', async () => {
    const { port } = await serve({ limits: { firstByteMs: 50, strangers: 30, strangersOfANetwork: 10 } });
    const socket = await silent(port, '127.0.0.1');
    if (!socket.destroyed) await once(socket.resume(), 'close');
    const quick = await secure(port, '127.0.0.1');
    await sleep(systemClock, Milliseconds(100));
    expect(await quick.say('later')).toBe('127.0.0.1');
  });

  it('goes by the true address where a trusted balancer names it, and by nobody else', async () => {
    const { port } = await serve({ isProxy: addressList(['127.0.0.7']), proxyProtocol: true });
    const header = (address: string) => Buffer.from(`PROXY TCP4 ${address} 192.0.2.1 40000 443\r\n`);
    for (const address of ['203.0.113.9', '203.0.113.10'])
      expect(await (await secure(port, '127.0.0.7', header(address))).say('hello')).toBe(address);
    // A share binds each of those behind it, and no share the balancer.
    await Promise.all(
      Array.from({ length: 25 }, async () => (await silent(port, '127.0.0.7')).write(header('203.0.113.66'))),
    );
    expect(await (await secure(port, '127.0.0.7', header('203.0.113.9'))).say('hello')).toBe('203.0.113.9');
    await expect(secure(port, '127.0.0.7')).rejects.toThrow();
    await expect(secure(port, '127.0.0.6', header('203.0.113.9'))).rejects.toThrow();
    expect(await (await secure(port, '127.0.0.6')).say('hello')).toBe('127.0.0.6');
  });

  it('N3 offers TLS 1.3, and of TLS 1.2 what authenticates and encrypts in one', async () => {
    const { port } = await serve();
    const shake = (options: object) =>
      new Promise<string>((resolve, reject) => {
        const socket = tlsConnect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => {
          resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
          socket.destroy();
        }).on('error', reject);
      });
    expect(await shake({})).toMatch(/^TLSv1.3 /);
    expect(await shake({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1.2 .*(GCM|POLY1305)/);
    const old = ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-RSA-AES128-SHA256', 'AES128-GCM-SHA256'];
    for (const ciphers of old) await expect(shake({ maxVersion: 'TLSv1.2', ciphers })).rejects.toThrow();
    await expect(shake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' })).rejects.toThrow();
  });
});
