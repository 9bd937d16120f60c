import { appendFile, open, rm, stat } from 'node:fs/promises';
import type { ReleaseManifest } from '@gatehouse/shared/release/release-note.ts';
import { ReleasePart } from '@gatehouse/shared/wire/releases.ts';
import type { CloudHttps } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import { checkArchive, checkRoom, ReleaseRefused } from './unpack-release.ts';

export interface DownloadDeps {
  readonly cloud: Pick<CloudHttps, 'send'>;
  readonly tokens: Pick<Tokens, 'current'>;
  /** Asked before each part: `false` ends the download, which goes on from there the next time. */
  readonly goOn: () => boolean;
  readonly onProgress: (bytes: number) => void;
}

/**
 * Brings the archive that `manifest` names to `path`, going on where an earlier try ended, and checks all of it. Resolves
 * with `false` when it was told to end. Rejects with `ReleaseRefused` (nothing is kept then), or as `CloudHttps.send`.
 */
export const downloadRelease = async (
  path: string,
  manifest: ReleaseManifest,
  deps: DownloadDeps,
): Promise<boolean> => {
  const { archive, version } = manifest;
  let at = await sizeOf(path);
  if (at > archive.size) {
    await rm(path);
    at = 0;
  }
  while (at < archive.size) {
    if (!deps.goOn()) return false;
    const { token } = await deps.tokens.current('edge');
    const answer = await deps.cloud.send({
      method: 'GET',
      path: `/edge/v1/releases/${version}/file?from=${at}`,
      token,
    });
    const part = ReleasePart.parse(answer.body);
    const bytes = Buffer.from(part.bytes, 'base64');
    if (part.from !== at || part.size !== archive.size || bytes.length === 0 || at + bytes.length > archive.size)
      throw new ReleaseRefused('The cloud sent a part that does not belong here.');
    await appendFile(path, bytes, { mode: 0o600 });
    at += bytes.length;
    deps.onProgress(at);
  }
  await sync(path);
  try {
    await checkArchive(path, manifest);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return true;
};

/** Rejects with `ReleaseRefused` unless archive and unpacked release both have room beside what is there. */
export const checkRoomFor = (folder: string, { archive, files }: ReleaseManifest): Promise<void> =>
  checkRoom(folder, archive.size + files.reduce((sum, { size }) => sum + size, 0));

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
};

const sync = async (path: string): Promise<void> => {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};
