import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import { type KeyAndCertificate, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { z } from 'zod';
import { KeyPair, TokenSecrets } from '../kit/secrets/secrets.ts';
import { type TokenKey, tokenKeys } from './device-tokens.ts';

/**
 * What a broker that is a process of its own is given, in a folder of its own: its certificate, and the keys of the tokens
 * that people log in to it with. Whoever takes the broker's machine has no key that signs a command, none of the cloud's
 * listeners, and none that opens the device or agent API.
 */
const TLS_FILE = 'server.json';
const KEYS_FILE = 'token-keys.json';
const AUDIENCES = ['mqtt', 'mqtt-cloud'] as const;
const BrokerKeys = z
  .array(
    z.strictObject({
      kid: z.string().min(1).max(200),
      audience: z.enum(AUDIENCES),
      secret: z
        .base64url()
        .min(43)
        .transform((text) => Buffer.from(text, 'base64url')),
    }),
  )
  .min(1)
  .max(4);

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Makes the folder, or its files anew, from the cloud's secrets. */
export const writeBrokerFolder = async (
  secretsDir: string,
  { dir, names }: { readonly dir: string; readonly names: readonly string[] },
  nowMs: number,
): Promise<void> => {
  if (resolve(dir) === resolve(secretsDir)) throw new TypeError('dir: must not be the folder of the cloud’s secrets');
  const authority: KeyAndCertificate = KeyPair.parse(read(join(secretsDir, 'authority.json')));
  const keys = tokenKeys(TokenSecrets.parse(read(join(secretsDir, 'token-secrets.json'))), AUDIENCES).map(
    ({ kid, audience, secret }) => ({ kid, audience, secret: Buffer.from(secret).toString('base64url') }),
  );
  writePrivateFile(join(dir, TLS_FILE), JSON.stringify(await newServerCertificate(authority, names, nowMs)));
  writePrivateFile(join(dir, KEYS_FILE), JSON.stringify(keys));
};

/** Refuses a folder that holds what a broker must not have. */
export const readBrokerFolder = (dir: string): { tls: KeyAndCertificate; tokenKeys: readonly TokenKey[] } => {
  const foreign = ['authority.json', 'command-key.json', 'token-secrets.json'].find((name) =>
    existsSync(join(dir, name)),
  );
  if (foreign !== undefined)
    throw new TypeError(
      `dir: ${dir} holds ${foreign}, which is the cloud’s alone; make one by gatehouse cloud broker-folder`,
    );
  return { tls: KeyPair.parse(read(join(dir, TLS_FILE))), tokenKeys: BrokerKeys.parse(read(join(dir, KEYS_FILE))) };
};
