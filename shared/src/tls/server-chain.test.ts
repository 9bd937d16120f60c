import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type DetailedPeerCertificate } from 'node:tls';
import * as x509 from '@peculiar/x509';
import { describe, expect, it } from 'vitest';
import { Days } from '../time/duration.ts';
import { systemClock } from '../time/system-clock.ts';
import { checkServerChain, type ServerVerdict } from './server-chain.ts';

const NOW = systemClock.wallMs();
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const { serverAuth, clientAuth } = x509.ExtendedKeyUsage;
const { keyCertSign, digitalSignature, cRLSign } = x509.KeyUsageFlags;
x509.cryptoProvider.set(webcrypto as unknown as typeof globalThis.crypto);

interface Made {
  readonly certificate: x509.X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
}
interface Wanted {
  readonly name: string;
  readonly atMs: number;
  readonly ca?: boolean;
  readonly pathLength?: number;
  readonly uses?: x509.KeyUsageFlags | undefined;
  readonly purposes?: x509.ExtendedKeyUsageType[];
  readonly names?: readonly string[];
  readonly hash?: 'SHA-1' | 'SHA-256';
  readonly unknown?: boolean;
  readonly days?: readonly [number, number];
}
let serial = 0x1000;
const make = async (wanted: Wanted, issuer?: Made): Promise<Made> => {
  const { name, atMs, ca = false, pathLength, uses, purposes, names, hash = 'SHA-256', unknown = false } = wanted;
  const [from, to] = wanted.days ?? [-1, 300];
  const keys = (await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: (++serial).toString(16),
    subject: [{ CN: [name] }],
    issuer: issuer?.certificate.subject ?? [{ CN: [name] }],
    notBefore: new Date(atMs + Days(from)),
    notAfter: new Date(atMs + Days(to)),
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: { ...EC, hash },
    extensions: [
      new x509.BasicConstraintsExtension(ca, pathLength, true),
      ...(uses === undefined ? [] : [new x509.KeyUsagesExtension(uses, true)]),
      ...(purposes === undefined ? [] : [new x509.ExtendedKeyUsageExtension(purposes, false)]),
      ...(names === undefined
        ? []
        : [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value })))]),
      ...(unknown ? [new x509.Extension('1.2.3.4.5', true, new Uint8Array([5, 0]))] : []),
    ],
  });
  return { certificate, keys };
};
const keyPem = ({ keys }: Made): string =>
  KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();

interface Judged {
  readonly library: boolean;
  readonly ours: readonly ServerVerdict[];
}
/** What the TLS library says by the machine's clock, and what ours says at each of `times`, of the same certificates. */
const judge = async (
  { own, above, authorities }: { own: Made; above: readonly Made[]; authorities: readonly Made[] },
  ...times: readonly (number | undefined)[]
): Promise<Judged> => {
  const host = 'localhost';
  const pem = (made: Made) => `${made.certificate.toString('pem')}\n`;
  const server = createServer({ key: keyPem(own), cert: [own, ...above].map(pem).join('') }, () => {});
  server.on('tlsClientError', () => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ca = authorities.map(pem).join('');
  const dial = async (rejectUnauthorized: boolean) => {
    const socket = connect({ host: '127.0.0.1', port, ca, servername: host, rejectUnauthorized });
    await once(socket, 'secureConnect');
    return socket;
  };
  const library = await dial(true).then(
    (socket) => !!socket.destroy(),
    () => false,
  );
  const socket = await dial(false);
  const peer = socket.getPeerCertificate(true);
  const chain: Uint8Array[] = [];
  for (let one: DetailedPeerCertificate = peer; ; one = one.issuerCertificate) {
    chain.push(one.raw);
    if (one.issuerCertificate === undefined || one.issuerCertificate === one) break;
  }
  const judged = times.map((atMs) => checkServerChain({ peer, chain, authorities: ca, host, atMs }));
  const ours = await Promise.all(judged);
  socket.destroy();
  server.close();
  return { library, ours };
};

type Change = Partial<Record<'root' | 'middle' | 'own', Partial<Wanted>>>;
const chainOf = async (atMs: number, change: Change = {}) => {
  const root = await make({ name: 'Root', atMs, ca: true, uses: keyCertSign | cRLSign, ...change.root });
  const middle = await make({ name: 'Middle', atMs, ca: true, uses: keyCertSign, ...change.middle }, root);
  const server = { name: 'gate', atMs, uses: digitalSignature, purposes: [serverAuth], names: ['localhost'] };
  return { own: await make({ ...server, ...change.own }, middle), above: [middle], authorities: [root] };
};

const CASES: readonly (readonly [string, boolean, Change])[] = [
  ['as it should be', true, {}],
  ['no rules for the keys', true, { root: { uses: undefined }, middle: { uses: undefined }, own: { uses: undefined } }],
  ['an issuer that is no authority', false, { middle: { ca: false } }],
  ['an issuer whose key signs nothing', false, { middle: { uses: digitalSignature } }],
  ['an authority that allows none below it', false, { root: { pathLength: 0 } }],
  ['an authority that allows one below it', true, { root: { pathLength: 1 } }],
  ['a certificate for clients', false, { own: { purposes: [clientAuth] } }],
  ['an issuer for clients', false, { middle: { purposes: [clientAuth] } }],
  ['a rule that nobody knows', false, { own: { unknown: true } }],
  ['such a rule above', false, { middle: { unknown: true } }],
  ['another name', false, { own: { names: ['elsewhere.test'] } }],
];

const outdated = { ok: false, dates: true, why: expect.stringContaining('dates') };

describe('S5 a server’s certificate, judged by a time of our own', () => {
  it.each(CASES)('%s: good is %s, for the TLS library and for us, at any time', async (name, good, change) => {
    const years = [-50, -20, 5, 70][name.length % 4] ?? 0;
    const thenMs = NOW + years * Days(365);
    const now = await judge(await chainOf(NOW, change), NOW, undefined, thenMs);
    expect([now.library, ...now.ours.map(({ ok }) => ok)]).toEqual([good, good, good, false]);
    const then = await judge(await chainOf(thenMs, change), thenMs, undefined, NOW);
    expect([then.library, ...then.ours.map(({ ok }) => ok)]).toEqual([false, good, good, false]);
    for (const last of [now.ours[2], then.ours[2]])
      expect(last).toEqual(good ? outdated : { ok: false, why: expect.any(String) });
  });

  it('is refused for the dates of any of the three, as the library does', async () => {
    for (const which of ['root', 'middle', 'own'] as const) {
      const { library, ours } = await judge(await chainOf(NOW, { [which]: { days: [10, 20] } }), NOW, undefined);
      expect([library, ...ours]).toEqual([false, outdated, { ok: true }]);
    }
  });

  it('is refused under another authority of the same name, whatever the time', async () => {
    const authorities = [await make({ name: 'Root', atMs: NOW, ca: true, uses: keyCertSign })];
    const { library, ours } = await judge({ ...(await chainOf(NOW)), authorities }, NOW, NOW + Days(4_000), undefined);
    const nobodys = { ok: false, why: 'no authority that is trusted has signed it' };
    expect([library, ...ours]).toEqual([false, nobodys, nobodys, nobodys]);
  });

  it('is good where it is itself what is trusted, and refused with an algorithm that has been given up', async () => {
    const self = await make({ name: 'gate', atMs: NOW, names: ['localhost'] });
    const { library, ours } = await judge({ own: self, above: [], authorities: [self] }, NOW);
    expect([library, ...ours]).toEqual([true, { ok: true }]);
    const old = await judge(await chainOf(NOW, { own: { hash: 'SHA-1' } }), NOW);
    expect(old.ours).toEqual([{ ok: false, why: expect.stringContaining('given up') }]);
  });
});
