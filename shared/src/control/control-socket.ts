import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';

/** A UNIX socket path must fit in 107 bytes (unix(7), sun_path). */
const PATH_MAX = 100;

/**
 * Where a process with this data folder takes orders from the command line of the same machine: a UNIX socket of mode
 * 0600 in the data folder, or, where that path is too long for one, in a folder of the user's own (0700).
 */
export const controlSocketPath = (dataDir: string): string => {
  const direct = join(resolve(dataDir), 'control.sock');
  if (Buffer.byteLength(direct) <= PATH_MAX) return direct;
  const folder = join(tmpdir(), `gatehouse-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  requireOwn(folder);
  return join(folder, `${createHash('sha256').update(direct).digest('hex').slice(0, 24)}.sock`);
};

/** Anybody may make folders in the temporary one: in one that another user made, they would give the orders. */
const requireOwn = (folder: string): void => {
  const { uid, mode } = lstatSync(folder);
  const isFolder = (mode & 0o170000) === 0o040000;
  if (isFolder && uid === userInfo().uid && (mode & 0o077) === 0) return;
  throw new Error(`${folder} must be a folder of your own that nobody else may enter (mode 0700, no link).`);
};
