import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Writes the licence texts of the packages that `inputs` (paths from the repository's root) come from. */
export const thirdPartyNotices = (folder: string, inputs: readonly string[]): void => {
  const packages = new Set(inputs.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []));
  const notices = [...packages].sort().flatMap((path) => {
    const at = join(ROOT, path);
    if (!existsSync(join(at, 'package.json'))) return [];
    const { name, version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    const files = readdirSync(at).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
    const texts = files.map((file) => readFileSync(join(at, file), 'utf8').trim());
    return [`${name} ${version} (${license})\n\n${texts.join('\n\n')}`];
  });
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), `${notices.join(`\n\n${'-'.repeat(78)}\n\n`)}\n`);
};
