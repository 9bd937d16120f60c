import { accessSync, constants, readdirSync, statSync } from 'node:fs';

/** Whatever an agent leaves in its data folder, except its lock: that is taken before anything is known. */
const OWN =
  /^(identity\.json|box\.db|access\.db|access-roster\.json|journal\.|journal-|doors-kept-|panel-|broker-tls\.json|metrics-token)/;
/** Files that are written beside and renamed: a first start that was cut off leaves some, and nothing rests on them. */
const DRAFT = /\.(new|begun)$/;

/**
 * Whether no agent has ever kept anything in this folder. Only then is a file that is missing one that was never there: in
 * any other folder it was lost. Ask before the first file is made.
 */
export const isFirstStart = (dataDir: string): boolean => {
  try {
    return !readdirSync(dataDir).some((name) => OWN.test(name) && !DRAFT.test(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
};

/** Somebody else's, or no file at all: neither comes right by trying again, nor by making room. */
const NOT_OURS = ['EACCES', 'EPERM', 'EISDIR', 'ELOOP', 'ENOTDIR'];

/**
 * Why a file of this box is not what it left there, as far as can be seen without reading it: SQLite and others take an
 * empty file for a new one. Undefined where nothing is wrong, and where only its contents can tell.
 */
export const lossOf = (path: string, isFirst: boolean): string | undefined => {
  try {
    const found = statSync(path);
    if (!found.isFile()) return 'it is no file';
    if (found.size === 0) return 'it was emptied';
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return isFirst ? undefined : 'it was missing';
    if (NOT_OURS.includes(code)) return `it is not this agent’s to read and write (${code})`;
    return undefined;
  }
};
