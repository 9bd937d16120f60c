import { X509Certificate } from 'node:crypto';
import { connect, createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { listen } from '../net/listen.ts';
import {
  type KeyAndCertificate,
  newAuthority,
  newServerCertificate,
  newSigningRequest,
  selfSignedCertificate,
  signRequest,
} from './certificates.ts';

const now = Date.parse('2026-11-20T00:00:00Z');
const authority = await newAuthority('Test authority', now);

/** What a TLS client that trusts `ca` alone says of the server that a signing request was granted for. */
const judgement = async (ca: KeyAndCertificate, names: readonly string[], servername?: string): Promise<string> => {
  const { keyPem, csr } = await newSigningRequest(names);
  const signed = await signRequest(ca, csr, () => true, Date.now());
  if (!signed.ok) return signed.why;
  const server = createServer({ key: keyPem, cert: signed.certificatePem }, (socket) => socket.end());
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  const verdict = await new Promise<string>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername, ca: ca.certificatePem }, () => {
      resolve('trusted');
      socket.end();
    }).on('error', (error) => resolve(error.message));
  });
  server.close();
  return verdict;
};

describe('certificates', () => {
  it('a server certificate is accepted by a TLS client that trusts its authority', async () => {
    const { keyPem, certificatePem } = await newServerCertificate(authority, ['localhost', '127.0.0.1'], Date.now());
    const server = createServer({ key: keyPem, cert: certificatePem }, (socket) => socket.end());
    const port = await listen(server, { host: '127.0.0.1', port: 0 });
    const authorised = await new Promise<boolean>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', ca: authority.certificatePem }, () => {
        resolve(socket.authorized);
        socket.end();
      }).on('error', reject);
    });
    server.close();
    expect(authorised).toBe(true);
  });

  it('a signing request comes back as a certificate for its names, under the authority', async () => {
    const { csr } = await newSigningRequest(['box.local', '127.0.0.1']);
    const signed = await signRequest(authority, csr, () => true, now);
    if (!signed.ok) throw new Error(signed.why);
    const certificate = new X509Certificate(signed.certificatePem);
    expect(certificate.checkHost('box.local')).toBe('box.local');
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkIssued(new X509Certificate(authority.certificatePem))).toBe(true);
  });

  it('a name that is not allowed is refused', async () => {
    const { csr } = await newSigningRequest(['api.example.com']);
    expect(await signRequest(authority, csr, (name) => name.endsWith('.local'), now)).toEqual({
      ok: false,
      why: 'name_not_allowed',
    });
  });

  it('a signing request of another key, pasted together, is refused', async () => {
    const mine = Buffer.from((await newSigningRequest(['a.local'])).csr.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    mine[mine.length - 1] = (mine.at(-1) ?? 0) ^ 1;
    const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${mine.toString('base64')}\n-----END CERTIFICATE REQUEST-----`;
    expect(await signRequest(authority, forged, () => true, now)).toMatchObject({ ok: false });
  });

  it.each(['', 'hello', '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----'])(
    'refuses %j as malformed',
    async (csr) => expect(await signRequest(authority, csr, () => true, now)).toEqual({ ok: false, why: 'malformed' }),
  );

  it('an authority for private names is trusted for those, and for nothing else that its key signs', async () => {
    const ca = await newAuthority('Gym', Date.now(), { privateNamesOnly: true });
    expect(await judgement(ca, ['127.0.0.1', 'localhost'])).toBe('trusted');
    for (const private_ of ['10.1.2.3', '172.31.0.1', '192.168.7.9', '169.254.1.1', '::1', 'fd00::7', 'fe80::7'])
      expect(await judgement(ca, ['localhost', '127.0.0.1', private_])).toBe('trusted');
    expect(await judgement(ca, ['box.local', '127.0.0.1'], 'box.local')).toBe('trusted');
    expect(await judgement(ca, ['127.0.0.1'])).toBe('trusted');
    for (const foreign of ['8.8.8.8', '172.32.0.1', '2001:db8::1', 'api.example.com', 'bank.local.example', 'xlocal'])
      expect(await judgement(ca, ['localhost', '127.0.0.1', foreign])).toBe('permitted subtree violation');
    expect(await judgement(authority, ['127.0.0.1', 'api.example.com'])).toBe('trusted');
  });

  it('an authority signs servers, and no other authority', async () => {
    const ca = await newAuthority('Gym', Date.now(), { privateNamesOnly: true });
    const { keyPem, csr } = await newSigningRequest(['localhost']);
    const below = await signRequest(ca, csr, () => true, Date.now());
    if (!below.ok) throw new Error(below.why);
    expect(new X509Certificate(below.certificatePem).ca).toBe(false);
    const server = await newServerCertificate(
      { keyPem, certificatePem: below.certificatePem },
      ['localhost'],
      Date.now(),
    );
    expect(new X509Certificate(server.certificatePem).checkIssued(new X509Certificate(below.certificatePem))).toBe(
      false,
    );
  });

  it('two authorities of one name are told apart, and a box’s certificate lasts 90 days', async () => {
    const [one, two] = await Promise.all(
      ['fac_1', 'fac_2'].map(async (unit) => newAuthority('Gym, O=Evil', now, { unit, privateNamesOnly: true })),
    );
    expect(new X509Certificate(one!.certificatePem).subject).toBe('CN=Gym\\, O=Evil\nOU=fac_1');
    expect(new X509Certificate(two!.certificatePem).subject).not.toBe(new X509Certificate(one!.certificatePem).subject);
    const signed = await signRequest(one!, (await newSigningRequest(['localhost'])).csr, () => true, now);
    if (!signed.ok) throw new Error(signed.why);
    expect(Date.parse(new X509Certificate(signed.certificatePem).validTo)).toBe(now + 90 * 86_400_000);
  });

  it('a self-signed certificate names what it is for', async () =>
    expect(
      new X509Certificate((await selfSignedCertificate(['localhost'], now)).certificatePem).checkHost('localhost'),
    ).toBe('localhost'));
});
