import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { readOrMakePrivateFile, writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { type KeyAndCertificate, newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import type { CommandKey } from '@gatehouse/shared/wire/device-api.ts';
import { exportPublicKey, importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import type { SigningKey } from '@gatehouse/shared/wire/jws.ts';
import { z } from 'zod';
import type { CloudConfig } from '../../config.ts';

/** What the keys of all audiences come from. Only the cloud has it. */
export interface TokenSecret {
  readonly kid: string;
  /** At least 32 bytes (RFC 7518 section 3.2). */
  readonly secret: Uint8Array;
}

/** What the cloud keeps secret, in files of mode 0600 in a folder of their own, made at first start. */
export interface Secrets {
  /** The certificate of the cloud's own authority, to hand to clients of the cloud, and the path it lies at. */
  readonly caPem: string;
  readonly caFile: string;
  readonly server: { readonly key: string; readonly cert: string };
  /** Signs unlock commands. Replicas of one installation share the file. */
  readonly commandKey: SigningKey;
  readonly commandKeys: readonly CommandKey[];
  /** Signs outage passes, and nothing else. Its name begins with `p`. */
  readonly passKey: SigningKey;
  /** What the keys of device tokens come from: those of the first sign, those of all verify. */
  readonly tokenSecrets: readonly TokenSecret[];
  /** Known to the push services of browsers (P-256); subscriptions are bound to it. */
  readonly pushKey: KeyObject;
  /** Seals the challenges that boxes sign; `claimKey` is derived of it. */
  readonly challengeSecret: Uint8Array;
  /** Hashes the codes that boxes show until they are claimed, and nothing else. */
  readonly claimKey: Uint8Array;
  /** Hashes members who were erased, and nothing else. */
  readonly erasureKey: Uint8Array;
  /** What codes, challenges and sealed secrets of the consoles come from. */
  readonly consoleSecret: Uint8Array;
}
const SecretText = z
  .base64url()
  .min(43)
  .transform((text) => Buffer.from(text, 'base64url'));
export const TokenSecrets = z
  .array(z.strictObject({ kid: z.string(), secret: SecretText }))
  .min(1)
  .max(2);
const CommandKeyFile = z.strictObject({ kid: z.string(), privateKeyPem: z.string() });

/** A certificate with less than this left is made anew at start. */
const RENEW_BEFORE = Days(30);

const newPushKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const newKid = () => randomBytes(6).toString('hex');

export const loadSecrets = async (
  config: Pick<CloudConfig, 'dataDir' | 'secretsDir' | 'publicNames' | 'tls'>,
  clock: Clock,
): Promise<Secrets> => {
  const at = (name: string) => join(config.secretsDir, name);
  const authority = KeyPair.parse(
    JSON.parse(
      await readOrMakePrivateFile(at('authority.json'), async () =>
        JSON.stringify(await newAuthority('Gatehouse local authority', clock.wallMs())),
      ),
    ),
  );
  const caFile = join(config.dataDir, 'ca.pem');
  writePrivateFile(caFile, authority.certificatePem);

  const command = CommandKeyFile.parse(
    JSON.parse(
      await readOrMakePrivateFile(at('command-key.json'), () =>
        JSON.stringify({ kid: newKid(), privateKeyPem: newDeviceKey().privateKeyPem }),
      ),
    ),
  );
  const commandKey = { kid: command.kid, privateKey: importPrivateKey(command.privateKeyPem) };
  const pass = CommandKeyFile.parse(
    JSON.parse(
      await readOrMakePrivateFile(at('pass-key.json'), () =>
        JSON.stringify({ kid: `p${newKid()}`, privateKeyPem: newDeviceKey().privateKeyPem }),
      ),
    ),
  );
  const tokenSecrets = TokenSecrets.parse(
    JSON.parse(
      await readOrMakePrivateFile(at('token-secrets.json'), () =>
        JSON.stringify([{ kid: newKid(), secret: randomBytes(32).toString('base64url') }]),
      ),
    ),
  );
  const challengeSecret = await randomSecret(at('challenge-secret'));
  return {
    caPem: authority.certificatePem,
    caFile,
    server: config.tls
      ? { key: readFileSync(config.tls.keyFile, 'utf8'), cert: readFileSync(config.tls.certFile, 'utf8') }
      : await serverCertificate(at('server.json'), authority, config.publicNames, clock.wallMs()),
    commandKey,
    commandKeys: [{ kid: command.kid, publicKey: exportPublicKey(commandKey.privateKey) }],
    passKey: { kid: pass.kid, privateKey: importPrivateKey(pass.privateKeyPem) },
    tokenSecrets,
    pushKey: createPrivateKey(await readOrMakePrivateFile(at('push-key.pem'), newPushKey)),
    challengeSecret,
    claimKey: createHmac('sha256', challengeSecret).update('claim codes').digest(),
    erasureKey: await randomSecret(at('erasure-key')),
    consoleSecret: await randomSecret(at('console-secret')),
  };
};

const randomSecret = async (file: string): Promise<Uint8Array> =>
  Buffer.from(await readOrMakePrivateFile(file, () => randomBytes(32).toString('base64url')), 'base64url');

export const KeyPair = z.strictObject({ keyPem: z.string(), certificatePem: z.string() });

const serverCertificate = async (
  file: string,
  authority: KeyAndCertificate,
  names: readonly string[],
  nowMs: number,
): Promise<{ key: string; cert: string }> => {
  const make = async () => JSON.stringify(await newServerCertificate(authority, names, nowMs));
  let pair = KeyPair.parse(JSON.parse(await readOrMakePrivateFile(file, make)));
  if (!stillFits(pair.certificatePem, authority.certificatePem, names, nowMs)) {
    pair = await newServerCertificate(authority, names, nowMs);
    writePrivateFile(file, JSON.stringify(pair));
  }
  return { key: pair.keyPem, cert: pair.certificatePem };
};

const stillFits = (pem: string, caPem: string, names: readonly string[], nowMs: number): boolean => {
  const certificate = new X509Certificate(pem);
  const covers = (name: string) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined;
  return (
    certificate.checkIssued(new X509Certificate(caPem)) &&
    Date.parse(certificate.validTo) - nowMs > RENEW_BEFORE &&
    names.every(covers)
  );
};
