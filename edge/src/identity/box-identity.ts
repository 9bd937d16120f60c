import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { exportPublicKey, importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import type { SigningKey } from '@gatehouse/shared/wire/jws.ts';
import { z } from 'zod';
import { boxIdIn } from '../journal/journal-store.ts';
import type { Log } from '../log.ts';
import { setAside } from '../store/database.ts';
import { isFirstStart, lossOf } from '../store/first-start.ts';

const IdentityFile = z.strictObject({ boxId: BoxId, privateKeyPem: z.string().min(1).max(2_000) });

export interface BoxIdentity {
  readonly boxId: BoxId;
  readonly publicKey: string;
  /** Its `kid` is the box's id. */
  readonly signingKey: SigningKey;
  /**
   * Why the box has its key no more, if it has not: the one here proves nothing to anybody. It then asks its cloud for
   * nothing, and never to be claimed, because a box that lost its key is not a new one: its doors go on.
   */
  readonly lost?: string | undefined;
}

export interface IdentityOptions {
  readonly nowMs: number;
  readonly log: Log;
  /** Whether there was nothing yet in the folder: only then is an identity made. Looked at now unless told. */
  readonly isFirst?: boolean;
}

/** What a box is called that has lost even its name. */
const NAMELESS = BoxId.parse('00000000-0000-4000-8000-000000000000');

/**
 * Who this box is: made at its first start, and never again. Where the file is lost or cannot be read the box goes on
 * under its name without its key, until the file is restored or somebody begins a new box in an empty folder.
 */
export const loadIdentity = (dataDir: string, { nowMs, log, ...options }: IdentityOptions): BoxIdentity => {
  const path = join(dataDir, 'identity.json');
  const { isFirst = isFirstStart(dataDir) } = options;
  const lost = lossOf(path, isFirst) ?? (isFirst ? undefined : read(path));
  if (typeof lost === 'object') return open(lost);
  if (lost === undefined) {
    const made = { boxId: BoxId.parse(randomUUID()), privateKeyPem: newDeviceKey().privateKeyPem };
    writePrivateFile(path, `${JSON.stringify(made)}\n`);
    return open(made);
  }
  const keptAs = existsSync(path) ? setAside(path, nowMs) : undefined;
  log.error(
    { why: lost, keptAs },
    'The identity of this box is lost. Its doors go on; nothing is said to the cloud until it is restored from a backup with the key, or this box is begun anew in an empty data folder and claimed.',
  );
  return {
    ...open({ boxId: boxIdIn(join(dataDir, 'journal.db')) ?? NAMELESS, privateKeyPem: newDeviceKey().privateKeyPem }),
    lost,
  };
};

/** The identity, or why it cannot be read. */
const read = (path: string): z.infer<typeof IdentityFile> | string => {
  try {
    const found = IdentityFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    importPrivateKey(found.privateKeyPem);
    return found;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'it is damaged';
  }
};

const open = ({ boxId, privateKeyPem }: z.infer<typeof IdentityFile>): BoxIdentity => {
  const privateKey = importPrivateKey(privateKeyPem);
  return { boxId, publicKey: exportPublicKey(privateKey), signingKey: { kid: boxId, privateKey } };
};
