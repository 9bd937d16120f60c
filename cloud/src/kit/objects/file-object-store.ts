import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { checkKey, type ObjectStore, ObjectStoreError } from './object-store.ts';

interface FileObjectStoreDeps {
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** Not a key: keys begin with a letter or a digit. */
const DRAFTS = '.drafts';
const DRAFT_AGE_MAX = Hours(1);
const PLACE_TRIES = 5;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Objects as files below one folder, for its owner only. A file is written beside, synced and renamed, and the folder
 * synced after it, so that a power cut leaves the old object, the new one or none, never half of one. What a process
 * that died has left unfinished is cleared away at the next start, an hour later at the soonest: replicas may share the
 * folder.
 */
export const openFileObjectStore = async (
  folder: string,
  { clock, random }: FileObjectStoreDeps,
): Promise<ObjectStore> => {
  const drafts = join(folder, DRAFTS);
  await mkdir(drafts, { recursive: true, mode: FOLDER_MODE });
  await clearDrafts(drafts, clock);
  const pathOf = (key: string) => join(folder, checkKey(key));

  return {
    put: (key, { bytes }) =>
      reporting(async () => {
        const path = pathOf(key);
        const draft = join(drafts, Buffer.from(random(16)).toString('hex'));
        try {
          await closing(await open(draft, 'wx', FILE_MODE), async (file) => {
            await file.writeFile(bytes);
            await file.sync();
          });
          await place(draft, path);
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
        await syncFolder(dirname(path));
      }),

    get: (key) =>
      reporting(async () => {
        const file = await ifThere(open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW));
        return file && closing(file, async () => new Uint8Array(await readFile(file)));
      }),

    remove: (key) =>
      reporting(async () => {
        const path = pathOf(key);
        await rm(path, { force: true });
        await removeEmpty(resolve(folder), resolve(dirname(path)));
      }),

    list: (below) =>
      reporting(async () => {
        const found = await ifThere(readdir(pathOf(below), { recursive: true, withFileTypes: true }));
        return (found ?? [])
          .filter((one) => one.isFile())
          .map((one) => relative(folder, join(one.parentPath, one.name)));
      }),
  };
};

/** Puts a finished draft where it belongs. A folder may go as empty between its making and the renaming: then again. */
const place = async (draft: string, path: string): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await makeFolder(dirname(path));
      await rename(draft, path);
      return;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || tries === PLACE_TRIES) throw error;
    }
  }
};

/** Removes the folder, and those above it up to the store's own, as far as nothing is in them: they would only add up. */
const removeEmpty = async (top: string, path: string): Promise<void> => {
  for (let at = path; at.length > top.length; at = dirname(at))
    try {
      await rmdir(at);
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return;
      throw error;
    }
};

/** Makes the folders that are missing, and syncs the folder above each. */
const makeFolder = async (path: string): Promise<void> => {
  const first = await mkdir(path, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
};

const syncFolder = async (path: string): Promise<void> => closing(await open(path, 'r'), (folder) => folder.sync());

const closing = async <T>(file: FileHandle, use: (file: FileHandle) => Promise<T>): Promise<T> => {
  try {
    return await use(file);
  } finally {
    await file.close();
  }
};

const clearDrafts = async (drafts: string, clock: Clock): Promise<void> => {
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name);
    const known = await ifThere(stat(path));
    if (known !== undefined && known.mtimeMs < clock.wallMs() - DRAFT_AGE_MAX) await rm(path, { force: true });
  }
};

const ifThere = async <T>(result: Promise<T>): Promise<T | undefined> => {
  try {
    return await result;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** A disk that is full or broken is not the caller's business, nor a bug of ours. */
const reporting = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new ObjectStoreError(`the folder of objects failed: ${code}`, { cause: error });
  }
};

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
