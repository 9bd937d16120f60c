import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeOneFile } from './one-file.ts';

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};
const run = (file: string) => spawnSync(process.execPath, [file], { encoding: 'utf8' });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'one-file-'));
  write('house/src/main.ts', "import { said } from './part.ts';\nconsole.log(said, import.meta.main);");
  write('house/src/part.ts', "export const said: string = [import.meta.url, import.meta.main].join(' ');");
});
afterEach(() => rmSync(root, { recursive: true }));
const main = () => join(root, 'house/src/main.ts');
const part = () => pathToFileURL(join(root, 'house/src/part.ts')).href;

describe('a program as one file', () => {
  it('needs no source to run, finds what lies beside them, and packages where its sources do', async () => {
    write('house/node_modules/brick/index.js', "module.exports = 'a brick';");
    write(
      'house/src/part.ts',
      `import brick from 'brick'; export const said: string = [brick, import.meta.url].join();`,
    );
    const file = await makeOneFile(main(), root);
    expect(file).toBe(join(root, 'house/node_modules/.cache/programs/house-src-main.mjs'));
    rmSync(join(root, 'house/src'), { recursive: true });
    expect(run(file).stdout).toBe(`a brick,${part()} true\n`);
  });

  it('is made anew when a source differs, and not before', async () => {
    const file = await makeOneFile(main(), root);
    expect(run(file).stdout).toBe(`${part()} false true\n`);
    writeFileSync(file, "console.log('as it was');");
    expect(await makeOneFile(main(), root)).toBe(file);
    expect(run(file).stdout).toBe('as it was\n');
    write('house/src/part.ts', "export const said: string = 'something else';");
    expect(await makeOneFile(main(), root)).toBe(file);
    expect(run(file).stdout).toBe('something else true\n');
    expect(readdirSync(join(file, '..')).sort()).toEqual(['house-src-main.json', 'house-src-main.mjs']);
  });

  it('is made anew where all of it was copied to', async () => {
    await makeOneFile(main(), root);
    const copy = join(root, 'copy');
    cpSync(join(root, 'house'), join(copy, 'house'), { recursive: true, preserveTimestamps: true });
    const file = await makeOneFile(join(copy, 'house/src/main.ts'), copy);
    expect(run(file).stdout).toBe(`${pathToFileURL(join(copy, 'house/src/part.ts')).href} false true\n`);
  });

  it('is the program itself where it cannot be made: it says why', async () => {
    write('house/src/part.ts', 'export const said: string = ;');
    expect(await makeOneFile(main(), root)).toBe(main());
    expect(run(main()).stderr).toMatch(/part\.ts/);
    write('house/src/part.ts', "export const said: string = 'said';");
    rmSync(join(root, 'house/node_modules'), { recursive: true, force: true });
    write('house/node_modules', 'no folder');
    expect(await makeOneFile(main(), root)).toBe(main());
  });

  it('is the program itself where that is none of the root, or one file already', async () => {
    write('house/src/made.mjs', "console.log('made');");
    for (const file of [join(root, 'house/src/made.mjs'), main()])
      expect(await makeOneFile(file, file === main() ? join(root, 'another') : root)).toBe(file);
    expect(readdirSync(root)).toEqual(['house']);
  });

  it('is whole for whoever starts it while it is made', async () => {
    const files = await Promise.all(Array.from({ length: 8 }, () => makeOneFile(main(), root)));
    expect(new Set(files).size).toBe(1);
    expect(run(files[0] ?? '').stdout).toBe(`${part()} false true\n`);
  });
});
