import { X509Certificate } from 'node:crypto';
import { connect, createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { listen } from '../net/listen.ts';
import {
  newAuthority,
  newServerCertificate,
  newSigningRequest,
  selfSignedCertificate,
  signRequest,
} from './certificates.ts';

const now = Date.parse('2026-11-20T00:00:00Z');
const authority = await newAuthority('Test authority', now);

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

  it('a self-signed certificate names what it is for', async () =>
    expect(
      new X509Certificate((await selfSignedCertificate(['localhost'], now)).certificatePem).checkHost('localhost'),
    ).toBe('localhost'));
});
