import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** What a release has of its own here, and what it has in common with this one. */
const OWN = ['cloud/src', 'cloud/web', 'cloud/package.json'];
const COMMON = ['cloud/node_modules', 'cloud/openapi', 'cloud/graphql', 'shared', 'node_modules', 'package-lock.json'];

/** The cloud of another release: this one, in a folder of its own, with another word on the pages of the console. */
export const otherRelease = (words: string, from: string, to: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
  mkdirSync(join(folder, 'cloud'));
  for (const path of OWN) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  for (const path of COMMON) symlinkSync(join(ROOT, path), join(folder, path));
  const file = join(folder, 'cloud/web/words', words);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${words} has no "${from}"`);
  writeFileSync(file, text.replace(from, to));
  return {
    program: join(folder, 'cloud/src/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
