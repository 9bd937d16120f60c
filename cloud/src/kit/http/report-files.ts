import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ERRORS_FOLDER, OPENAPI_FOLDER } from './reports.ts';

/** Paths of reports that are missing, differ, or belong to something that is gone. Empty when all is up to date. */
export const outdatedReports = (root: string, reports: Readonly<Record<string, string>>): string[] => [
  ...Object.keys(reports).filter((path) => read(join(root, path)) !== reports[path]),
  ...leftOver(root, reports),
];

/** Writes the reports that differ and removes those that belong to something that is gone. Returns what it touched. */
export const writeReports = (root: string, reports: Readonly<Record<string, string>>): string[] => {
  const outdated = outdatedReports(root, reports);
  for (const path of outdated) {
    const text = reports[path];
    if (text === undefined) rmSync(join(root, path));
    else {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  }
  return outdated;
};

const leftOver = (root: string, reports: Readonly<Record<string, string>>): string[] =>
  [OPENAPI_FOLDER, ERRORS_FOLDER]
    .flatMap((folder) => list(join(root, folder)).map((file) => `${folder}/${file}`))
    .filter((path) => reports[path] === undefined);

const missing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (missing(error)) return undefined;
    throw error;
  }
};

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (missing(error)) return [];
    throw error;
  }
};
