import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that only its owner can read, whole or not at all, also through a power cut: written beside, synced,
 * renamed. Folders that are missing are made, for the owner only.
 */
export const writePrivateFile = (path: string, text: string): void => {
  renameSync(writeDraft(path, text), path);
  syncing(openSync(dirname(path), 'r'), () => undefined);
};

/** The file's text, or `undefined` when there is none. */
export const readFileIfAny = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * The file's text; a file that is not there yet is first written with what `make` gives. Of several processes that make
 * it at once one wins, and all of them get its text.
 */
export const readOrMakePrivateFile = async (path: string, make: () => string | Promise<string>): Promise<string> => {
  const text = readFileIfAny(path);
  if (text !== undefined) return text;
  const draft = writeDraft(path, await make());
  try {
    linkSync(draft, path); // Unlike a rename it fails where the name is taken.
    syncing(openSync(dirname(path), 'r'), () => undefined);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8');
};

const writeDraft = (path: string, text: string): string => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.new`;
  syncing(openSync(draft, 'w', 0o600), (file) => writeSync(file, text));
  return draft;
};

const syncing = (file: number, use: (file: number) => void): void => {
  try {
    use(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
