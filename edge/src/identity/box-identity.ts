import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readFileIfAny, writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { exportPublicKey, importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import type { SigningKey } from '@gatehouse/shared/wire/jws.ts';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { setAside } from '../store/database.ts';

const IdentityFile = z.strictObject({ boxId: BoxId, privateKeyPem: z.string().min(1).max(2_000) });

export interface BoxIdentity {
  readonly boxId: BoxId;
  readonly publicKey: string;
  /** Its `kid` is the box's id. */
  readonly signingKey: SigningKey;
}

/**
 * Who this box is: made at its first boot, never leaves it. A file that cannot be read is set aside and the box is a
 * new one, to be claimed again: its doors must come up either way.
 */
export const loadIdentity = (dataDir: string, { nowMs, log }: { nowMs: number; log: Log }): BoxIdentity => {
  const path = join(dataDir, 'identity.json');
  const text = readFileIfAny(path);
  if (text !== undefined) {
    try {
      return open(IdentityFile.parse(JSON.parse(text)));
    } catch (error) {
      log.error({ err: error, keptAs: setAside(path, nowMs) }, 'The identity file is damaged: this is now a new box.');
    }
  }
  const made = { boxId: BoxId.parse(randomUUID()), privateKeyPem: newDeviceKey().privateKeyPem };
  writePrivateFile(path, `${JSON.stringify(made)}\n`);
  return open(made);
};

const open = ({ boxId, privateKeyPem }: z.infer<typeof IdentityFile>): BoxIdentity => {
  const privateKey = importPrivateKey(privateKeyPem);
  return { boxId, publicKey: exportPublicKey(privateKey), signingKey: { kid: boxId, privateKey } };
};
