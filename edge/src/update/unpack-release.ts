import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ReleaseManifest, ReleaseNote } from '@gatehouse/shared/release/release-note.ts';
import type { ReadEntry } from 'tar';

/** A release that cannot be used: the message says why, in words for staff. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';
}

/** Left free on the disk whatever happens: the journal is on it. */
const SPARE_BYTES = 64 * 1024 * 1024;

/** Rejects with `ReleaseRefused` where the disk has no room for `bytes` more and a reserve. */
export const checkRoom = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + SPARE_BYTES)
    throw new ReleaseRefused(`The disk has no room for ${bytes} bytes and the ${SPARE_BYTES} that must stay free.`);
};

/** Rejects with `ReleaseRefused` unless the file is, byte for byte, the archive that the manifest names. */
export const checkArchive = async (archive: string, manifest: ReleaseManifest): Promise<void> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(archive) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > manifest.archive.size) break;
    hash.update(chunk);
  }
  if (size !== manifest.archive.size || hash.digest('hex') !== manifest.archive.sha256)
    throw new ReleaseRefused('The archive is not the one that was signed.');
};

/**
 * Unpacks an archive into `folder` (made anew), and accepts nothing but the manifest's own regular files: their paths,
 * sizes, hashes and modes are the manifest's, whatever the archive says. Everything is synced before it resolves.
 * Rejects with `ReleaseRefused`, with the folder gone.
 */
export const unpackRelease = async (archive: string, folder: string, note: ReleaseNote): Promise<void> => {
  const { manifest } = note;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    await checkArchive(archive, manifest);
    await writeEntries(archive, folder, manifest);
    await writeFile(join(folder, 'release.json'), JSON.stringify(note), { mode: 0o444, flush: true });
    await settleFolder(folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};

const writeEntries = async (archive: string, folder: string, manifest: ReleaseManifest): Promise<void> => {
  const expected = new Map(manifest.files.map((file) => [file.path, file]));
  const { Parser } = await import('tar'); // Memory that a box without an update need not spend.
  const parser = new Parser({ strict: true, maxMetaEntrySize: 64 * 1024 });
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const written: Promise<void>[] = [];
  parser.on('entry', (entry: ReadEntry) => {
    const file = expected.get(entry.path);
    const refuse = (why: string): void => {
      failure.reject(new ReleaseRefused(why));
      entry.resume();
    };
    if (entry.type === 'Directory') return void entry.resume(); // Folders come from the files' own paths.
    if (entry.type !== 'File' && entry.type !== 'OldFile')
      return refuse(`The archive holds ${entry.type}: ${entry.path.slice(0, 80)}.`);
    if (file === undefined) return refuse(`The archive holds what was not signed: ${entry.path.slice(0, 80)}.`);
    if (entry.size !== file.size) return refuse(`${file.path} is not of its signed size.`);
    expected.delete(file.path);
    const done = writeEntry(entry, join(folder, file.path), file);
    done.catch((error: unknown) => failure.reject(error));
    written.push(done);
  });
  const halt = new AbortController();
  const reading = pipeline(createReadStream(archive), parser as unknown as NodeJS.WritableStream, {
    signal: halt.signal,
  }).catch((error: unknown) => {
    throw new ReleaseRefused(`The archive cannot be read: ${(error as Error).message}`);
  });
  try {
    await Promise.race([reading, failure.promise]);
    await Promise.race([Promise.all(written), failure.promise]);
  } finally {
    halt.abort();
    await Promise.allSettled(written);
  }
  const [missing] = expected.keys();
  if (missing !== undefined) throw new ReleaseRefused(`The archive lacks ${missing}.`);
};

/** Held in memory, which the manifest bounds, and written beside the parser: a sync must not keep the doors waiting. */
const writeEntry = async (entry: ReadEntry, path: string, file: ReleaseManifest['files'][number]): Promise<void> => {
  const bytes = await entry.concat();
  if (createHash('sha256').update(bytes).digest('hex') !== file.sha256)
    throw new ReleaseRefused(`${file.path} is not what was signed.`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true });
  await chmod(path, file.mode);
};

/** Syncs every folder below, deepest first, so that no name is lost in a power cut. */
const settleFolder = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder))
    if ((await lstat(join(folder, name))).isDirectory()) await settleFolder(join(folder, name));
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Rejects with `ReleaseRefused` unless every file of an unpacked release still is what the manifest says. */
export const checkUnpacked = async (folder: string, manifest: ReleaseManifest): Promise<void> => {
  for (const { path, size, sha256 } of manifest.files) {
    const hash = createHash('sha256');
    const stats = await lstat(join(folder, path)).catch(() => undefined);
    if (stats === undefined || !stats.isFile() || stats.size !== size)
      throw new ReleaseRefused(`${path} is missing or not of its size.`);
    for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) hash.update(chunk);
    if (hash.digest('hex') !== sha256) throw new ReleaseRefused(`${path} was changed.`);
  }
};
