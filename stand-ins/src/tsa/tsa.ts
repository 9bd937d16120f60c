import { createPrivateKey, webcrypto } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { loadX509 } from '@gatehouse/shared/tls/certificates.ts';
import { type HttpAnswer, type HttpCall, httpStandIn } from '../kit/http.ts';
import { askedIn, granted, rejected, type Stamp, type Stamper, tokenOf } from './token.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const VALID_FOR = Days(3_650);
const REPLY = { 'content-type': 'application/timestamp-reply' };

/** Somebody with a certificate of their own, for time stamps unless told otherwise. */
const newStamper = async (nowMs: number, forTimeStamps = true): Promise<Stamper & { readonly pem: string }> => {
  const x509 = await loadX509();
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { timeStamping, serverAuth } = x509.ExtendedKeyUsage;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: [{ CN: ['Stand-in for a time stamp authority'] }],
    notBefore: new Date(nowMs - VALID_FOR),
    notAfter: new Date(nowMs + VALID_FOR),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([forTimeStamps ? timeStamping : serverAuth], true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    key: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
    certificate: new Uint8Array(certificate.rawData),
    issuer: new Uint8Array(certificate.issuerName.toArrayBuffer()),
    serial: 1n,
    pem: `${certificate.toString('pem')}\n`,
  };
};

const changed = (der: Uint8Array): Uint8Array => {
  const other = Buffer.from(der);
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1;
  return other;
};

/** What the next stamp is, where it is not as it should be. */
type Wrong = 'imprint' | 'nonce' | 'signer' | 'signature';

/** An authority that stamps hashes with the time, by RFC 3161 over HTTP. Whoever trusts it has its certificate. */
export const createTsa = async ({ clock }: { readonly clock: Clock }) => {
  const stamper = await newStamper(clock.wallMs());
  let serial = 0n;
  let wrong: Wrong | undefined;
  const signerOf = async (how: Wrong | undefined): Promise<Stamper> => {
    if (how === 'signer') return newStamper(clock.wallMs(), false);
    return how === 'signature' ? { ...stamper, key: (await newStamper(clock.wallMs())).key } : stamper;
  };
  const answer = async ({ method, headers, body }: HttpCall): Promise<HttpAnswer> => {
    if (method !== 'POST' || headers['content-type'] !== 'application/timestamp-query') return { status: 400 };
    const asked = askedIn(body);
    if (asked === undefined) return { headers: REPLY, body: rejected('this is no TimeStampReq') };
    const how = wrong;
    wrong = undefined;
    serial += 1n;
    const { imprint, nonce } = asked;
    const stamp: Stamp = {
      imprint: how === 'imprint' ? changed(imprint) : imprint,
      nonce: how === 'nonce' && nonce !== undefined ? changed(nonce) : nonce,
      atMs: clock.wallMs(),
      serial,
    };
    return { headers: REPLY, body: granted(tokenOf(stamp, await signerOf(how))) };
  };
  const act = (how: Wrong) => () => {
    wrong = how;
  };
  return httpStandIn({
    plays: 'an authority for time stamps (RFC 3161)',
    clock,
    facts: () => ({ certificate: stamper.pem }),
    acts: {
      'next stamp is of another hash': act('imprint'),
      'next stamp is for another request': act('nonce'),
      'next stamp is by a certificate for something else': act('signer'),
      'next stamp is signed by another key': act('signature'),
    },
    answer,
    refusal: (status) => (status === 429 ? { status } : { headers: REPLY, body: rejected('not now') }),
  });
};
