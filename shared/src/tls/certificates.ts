import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import type * as X509 from '@peculiar/x509';
import { Days } from '../time/duration.ts';
import { NAME_CONSTRAINTS, privateNameConstraints } from './name-constraints.ts';

/**
 * X.509 certificates (RFC 5280) on P-256 for what speaks TLS inside an installation: the cloud's own authority, server
 * certificates, and the signing request of a box for its panel. The library is loaded only when one is made.
 */
export interface KeyAndCertificate {
  readonly keyPem: string;
  readonly certificatePem: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** RFC 5280 section 4.2.1.6. */
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const CA_DAYS = 3_650;
/** What a box is given: it asks again in time, and a key that was stolen with a box is soon worth nothing. */
export const BOX_DAYS = 90;
/** Browsers refuse server certificates of more than 398 days, even under a private authority on some platforms. */
const SERVER_DAYS = 397;

/** The library, which takes its time and memory. */
export const loadX509 = async (): Promise<typeof X509> => {
  await import('reflect-metadata'); // What the library's own container needs, before it.
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as unknown as typeof globalThis.crypto);
  return x509;
};
const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
const serial = () =>
  Buffer.from(webcrypto.getRandomValues(new Uint8Array(16)))
    .toString('hex')
    .replace(/^./, '1');

const toPem = async (key: webcrypto.CryptoKey): Promise<string> => {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${der.replace(/(.{64})/g, '$1\n').trimEnd()}\n-----END PRIVATE KEY-----\n`;
};
const fromPem = (pem: string): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey('pkcs8', Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'), ALGORITHM, false, [
    'sign',
  ]);

const validity = (nowMs: number, days: number) => ({
  notBefore: new Date(nowMs - Days(1)),
  notAfter: new Date(nowMs + Days(days)),
});
const alternativeNames = (names: readonly string[]) =>
  names.map((name) => ({ type: isIP(name) ? ('ip' as const) : ('dns' as const), value: name }));

/** What tells an authority from its likes, and what it may vouch for. */
export interface AuthorityOptions {
  /** Beside its name: two authorities of the same name are still two. */
  readonly unit?: string;
  /** Servers of private names and addresses only (RFC 5280 section 4.2.1.10), whoever gets hold of its key. */
  readonly privateNamesOnly?: boolean;
}

/** A new authority, for ten years. Its key signs server certificates only (path length 0). */
export const newAuthority = async (
  commonName: string,
  nowMs: number,
  { unit, privateNamesOnly = false }: AuthorityOptions = {},
): Promise<KeyAndCertificate> => {
  const x509 = await loadX509();
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: [{ CN: [commonName] }, ...(unit === undefined ? [] : [{ OU: [unit] }])],
    ...validity(nowMs, CA_DAYS),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...(privateNamesOnly
        ? [
            new x509.Extension(NAME_CONSTRAINTS, true, privateNameConstraints()),
            new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], false),
          ]
        : []),
    ],
  });
  return { keyPem: await toPem(keys.privateKey), certificatePem: `${certificate.toString('pem')}\n` };
};

/** A server certificate for `names` (host names and IP addresses), signed by `authority`. */
export const newServerCertificate = async (
  authority: KeyAndCertificate,
  names: readonly string[],
  nowMs: number,
): Promise<KeyAndCertificate> => {
  const keys = await newKeys();
  const certificatePem = await certify(authority, { publicKey: keys.publicKey, names, nowMs, days: SERVER_DAYS });
  return { keyPem: await toPem(keys.privateKey), certificatePem };
};

/** A certificate that vouches for itself, for a box that no authority knows yet. */
export const selfSignedCertificate = async (names: readonly string[], nowMs: number): Promise<KeyAndCertificate> => {
  const x509 = await loadX509();
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: [{ CN: [names[0] ?? 'localhost'] }],
    ...validity(nowMs, SERVER_DAYS),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [new x509.SubjectAlternativeNameExtension(alternativeNames(names))],
  });
  return { keyPem: await toPem(keys.privateKey), certificatePem: `${certificate.toString('pem')}\n` };
};

/** A PKCS #10 signing request (RFC 2986) for `names`, and the key it speaks for. `unit` says what of the box it is for. */
export const newSigningRequest = async (
  names: readonly string[],
  unit?: string,
): Promise<{ keyPem: string; csr: string }> => {
  const x509 = await loadX509();
  const keys = await newKeys();
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: [{ CN: [names[0] ?? 'localhost'] }, ...(unit === undefined ? [] : [{ OU: [unit] }])],
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [new x509.SubjectAlternativeNameExtension(alternativeNames(names))],
  });
  return { keyPem: await toPem(keys.privateKey), csr: request.toString('pem') };
};

export type SignedRequest =
  | {
      readonly ok: true;
      readonly certificatePem: string;
      readonly names: readonly string[];
      /** What of the box it is for, as the request says. */
      readonly unit: string | undefined;
    }
  | { readonly ok: false; readonly why: 'malformed' | 'not_proven' | 'name_not_allowed' };

/** Signs a box's request, for 90 days, if it proves its key and every name in it is one that `allows` accepts. */
export const signRequest = async (
  authority: KeyAndCertificate,
  csr: string,
  allows: (name: string) => boolean,
  nowMs: number,
): Promise<SignedRequest> => {
  const x509 = await loadX509();
  let request: X509.Pkcs10CertificateRequest;
  let names: string[];
  try {
    request = new x509.Pkcs10CertificateRequest(csr);
    const extension = request.getExtension(SUBJECT_ALTERNATIVE_NAME);
    names =
      extension instanceof x509.SubjectAlternativeNameExtension ? extension.names.items.map((item) => item.value) : [];
  } catch {
    return { ok: false, why: 'malformed' };
  }
  if (names.length === 0 || names.length > 16) return { ok: false, why: 'malformed' };
  if (!(await request.verify())) return { ok: false, why: 'not_proven' };
  if (!names.every(allows)) return { ok: false, why: 'name_not_allowed' };
  const publicKey = await request.publicKey.export();
  const certificatePem = await certify(authority, { publicKey, names, nowMs, days: BOX_DAYS });
  return { ok: true, certificatePem, names, unit: request.subjectName.getField('OU')[0] };
};

const certify = async (
  authority: KeyAndCertificate,
  subject: { publicKey: webcrypto.CryptoKey; names: readonly string[]; nowMs: number; days: number },
): Promise<string> => {
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificatePem);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    // Never an address: OpenSSL takes it for a host name, which no name constraint permits.
    subject: [{ CN: [subject.names.find((name) => isIP(name) === 0) ?? 'gatehouse'] }],
    issuer: issuer.subject,
    ...validity(subject.nowMs, subject.days),
    publicKey: subject.publicKey,
    signingKey: await fromPem(authority.keyPem),
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], false),
      new x509.SubjectAlternativeNameExtension(alternativeNames(subject.names)),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      await x509.SubjectKeyIdentifierExtension.create(subject.publicKey),
    ],
  });
  return `${certificate.toString('pem')}\n`;
};
