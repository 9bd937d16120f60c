import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a file that only its owner can read, whole or not at all: written beside, synced, renamed. */
export const writePrivateFile = (path: string, text: string): void => {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const beside = join(folder, `.${process.pid}.new`);
  const file = openSync(beside, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
  const entry = openSync(folder, 'r');
  fsyncSync(entry);
  closeSync(entry);
};

/** The file's text, or `undefined` when there is none. */
export const readFileIfAny = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined;

/** The file's text; a file that is not there yet is first written with what `make` gives. */
export const readOrMakePrivateFile = async (path: string, make: () => string | Promise<string>): Promise<string> => {
  const text = readFileIfAny(path);
  if (text !== undefined) return text;
  const made = await make();
  writePrivateFile(path, made);
  return made;
};
