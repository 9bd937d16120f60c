import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrMakePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { loadX509 } from '@gatehouse/shared/tls/certificates.ts';
import { z } from 'zod';
import type { SealKey } from './signed-data.ts';

export interface SealFiles {
  readonly secretsDir: string;
  /** PKCS #12 of an authority that others know, and the file of its password. Made here unless given. */
  readonly sealP12: { readonly file: string; readonly passwordFile: string | undefined } | undefined;
  /** The name by which others reach this installation. */
  readonly publicName: string;
}

/** A key as it lies in its file: what a thread can be handed. */
export type StoredSealKey =
  | { readonly is: 'pem'; readonly keyPem: string; readonly certificatePem: string }
  | { readonly is: 'p12'; readonly bytes: Uint8Array; readonly password: string };

const Pair = z.strictObject({ keyPem: z.string(), certificatePem: z.string() });
const MODULUS_BITS = 3_072;
/** Who verifies a document looks at it as of when it was made; the key is made anew by removing its file. */
const VALID_FOR = Days(3_650);
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' };

/** Reads what seals documents; makes it where there is none yet, which takes a second beside this thread. */
export const readSealKey = async (
  { secretsDir, sealP12, publicName }: SealFiles,
  clock: Pick<Clock, 'wallMs'>,
): Promise<StoredSealKey> => {
  if (sealP12 !== undefined) {
    const { file, passwordFile } = sealP12;
    const password = passwordFile === undefined ? '' : readFileSync(passwordFile, 'utf8').trim();
    return { is: 'p12', bytes: new Uint8Array(readFileSync(file)), password };
  }
  const make = async () => JSON.stringify(await newSealKey(publicName, clock.wallMs()));
  const text = await readOrMakePrivateFile(join(secretsDir, 'seal-key.json'), make);
  return { is: 'pem', ...Pair.parse(JSON.parse(text)) };
};

/** A new key, and a certificate of its own for ten years. Tests have smaller keys: the work grows with the cube of the bits. */
export const newSealKey = async (
  publicName: string,
  nowMs: number,
  modulusLength = MODULUS_BITS,
): Promise<z.infer<typeof Pair>> => {
  const x509 = await loadX509();
  const keys = await webcrypto.subtle.generateKey({ ...ALGORITHM, modulusLength }, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: Buffer.from(webcrypto.getRandomValues(new Uint8Array(16)))
      .toString('hex')
      .replace(/^./, '1'),
    name: [{ CN: [`Gatehouse seal of ${publicName}`.slice(0, 64)] }],
    notBefore: new Date(nowMs - Days(1)),
    notAfter: new Date(nowMs + VALID_FOR),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const keyPem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { keyPem, certificatePem: `${certificate.toString('pem')}\n` };
};

/** The key as it is used. Throws where the file is none, its password is wrong, or its key does not belong to its certificate. */
export const openSealKey = async (stored: StoredSealKey): Promise<SealKey> => {
  const { keyPem, chainPem } =
    stored.is === 'p12' ? await pemOf(stored) : { keyPem: stored.keyPem, chainPem: [stored.certificatePem] };
  const key = createPrivateKey(keyPem);
  const chain = chainPem.map((pem) => new X509Certificate(pem));
  const own = chain.find((certificate) => certificate.checkPrivateKey(key));
  if (key.asymmetricKeyType !== 'rsa') throw new Error('the key that seals documents must be an RSA key');
  if (own === undefined) throw new Error('the key that seals documents has no certificate beside it');
  const x509 = await loadX509();
  const parsed = new x509.X509Certificate(own.raw);
  return {
    key,
    certificates: [own.raw, ...chain.filter((other) => other !== own).map(({ raw }) => raw)],
    issuer: new Uint8Array(parsed.issuerName.toArrayBuffer()),
    serial: Buffer.from(own.serialNumber.length % 2 === 0 ? own.serialNumber : `0${own.serialNumber}`, 'hex'),
  };
};

const pemOf = async ({ bytes, password }: Extract<StoredSealKey, { is: 'p12' }>) => {
  const { default: forge } = await import('node-forge');
  const { oids } = forge.pki;
  const file = forge.pkcs12.pkcs12FromAsn1(
    forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('binary'))),
    password,
  );
  const bagsOf = (type: string | undefined) =>
    type === undefined ? [] : (file.getBags({ bagType: type })[type] ?? []);
  const [key] = [...bagsOf(oids.pkcs8ShroudedKeyBag), ...bagsOf(oids.keyBag)].flatMap(({ key: found }) => found ?? []);
  if (key === undefined) throw new Error('the file that seals documents has no key');
  const certificates = bagsOf(oids.certBag).flatMap(({ cert }) => cert ?? []);
  return {
    keyPem: forge.pki.privateKeyToPem(key),
    chainPem: certificates.map((certificate) => forge.pki.certificateToPem(certificate)),
  };
};
