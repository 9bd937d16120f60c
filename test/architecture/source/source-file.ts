import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf } from './code-of.ts';

/** A file of the project as the rules see it. Paths are relative to the repository and use forward slashes. */
export interface SourceFile {
  readonly path: string;
  /** As written. */
  readonly text: string;
  /** Without comments, and with the contents of texts and patterns blanked. Same length and lines as `text`. */
  readonly code: string;
  /** Without comments only. Same length and lines as `text`. */
  readonly statements: string;
}

export const ROOT = resolve(import.meta.dirname, '../../..');
export const WORKSPACES = [
  'shared',
  'cloud',
  'edge',
  'firmware-sim',
  'cli',
  'partner-client',
  'stand-ins',
  'test',
] as const;
export type Workspace = (typeof WORKSPACES)[number];

/** Neither written by us nor part of the project. */
const SKIPPED_FOLDERS = new Set(['node_modules', '.git', 'coverage', 'dist']);

/** Every file under `folder` (relative to the repository) whose path fits, sorted. */
export const pathsUnder = (folder: string, fits: (path: string) => boolean = () => true): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) || path === 'data' ? [] : pathsUnder(path, fits);
      return entry.isFile() && fits(path) ? [path] : [];
    })
    .sort();

export const readProjectFile = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** A file from its path and text; planted ones are made here as well. */
export const sourceFile = (path: string, text: string): SourceFile => ({ path, text, ...codeOf(text) });

let all: readonly SourceFile[] | undefined;

/** Every TypeScript and JavaScript file of the workspaces, and the launcher. Read once. */
export const sourceFiles = (): readonly SourceFile[] => {
  all ??= ['bin', ...WORKSPACES]
    .flatMap((folder) => pathsUnder(folder, (path) => /\.(tsx?|mjs|js|cjs)$/.test(path)))
    .map((path) => sourceFile(path, readProjectFile(path)));
  return all;
};

export const workspaceOf = (path: string): Workspace | undefined =>
  WORKSPACES.find((name) => path.startsWith(`${name}/`));

/** What exists for tests only: tests, and the kits, fakes and benches that they share. */
export const isTestCode = (path: string): boolean =>
  path.startsWith('test/') ||
  /\.test\.ts$/.test(path) ||
  /\/(testing|fakes|test-kit)\//.test(path) ||
  /[/.-](kit|test-kit)\.ts$|\/(test|memory|fake)-[a-z-]+\.ts$/.test(path) ||
  TEST_BENCHES.has(path);

/** Test code that its name does not give away. */
export const TEST_BENCHES: ReadonlySet<string> = new Set([
  'cloud/src/kit/db/engines.ts',
  'cloud/src/kit/http/endpoint-contract.ts',
  'edge/src/drivers/contract.ts',
  'edge/src/drivers/serial/pty.ts',
  'edge/src/drivers/modbus-rtu/scripted-board.ts',
]);

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
