// @module-tag long
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { follow, guideFiles } from '../kit/guide-files.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');
const GUIDE = guideFiles(join(ROOT, 'docs/adding-an-endpoint.md'));
const NOT_COPIED = ['.git', 'data', 'node_modules'].map((name) => join(ROOT, name));
const LONG = Minutes(10);
/** Without what this run tells its own processes: the copy's is a run of its own. */
const OUTSIDE = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(vitest|node_env|gatehouse)/i.test(name)),
);

interface TestFile {
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

let root: string;
const inCopy = (...args: string[]) =>
  run(process.execPath, [join(root, 'bin/launch.mjs'), ...args], { cwd: root, env: OUTSIDE, maxBuffer: 2 ** 26 }).catch(
    ({ stdout, stderr }) => expect.fail(`${args.join(' ')}: ${stdout}${stderr}`),
  );
/** What npm has installed is looked at where it is; our own packages are the copy's. */
const linkPackages = (): void => {
  const installed = join(ROOT, 'node_modules');
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(installed)) {
    const target = join(root, 'node_modules', name);
    if (name === '@gatehouse') cpSync(join(installed, name), target, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(installed, name), target);
  }
};
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-guide-'));
  cpSync(ROOT, root, { recursive: true, verbatimSymlinks: true, filter: (path) => !NOT_COPIED.includes(path) });
  linkPackages();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('D8 the guide to adding an endpoint, followed from nothing', () => {
  it('makes a module with a table and one without', () => {
    for (const block of GUIDE) follow(root, block);
    expect(readdirSync(join(root, 'cloud/src/sites'))).toContain('door-notes');
    expect(readdirSync(join(root, 'cloud/src/access'))).toContain('server-time');
  });

  it('writes the documents', { timeout: LONG }, async () => {
    const { stdout } = await inCopy('cloud/src/documents/main.ts', '--write');
    expect(stdout).toContain('cloud/openapi/partner.json');
  });

  it('is of the right types, and formatted', { timeout: LONG }, async () => {
    const touched = GUIDE.filter(({ path }) => path.endsWith('.ts'));
    // The tests of other modules are what they were.
    const only = {
      extends: './tsconfig.json',
      files: touched.filter(({ path }) => path.endsWith('.test.ts')).map(({ path }) => path),
      include: ['cloud/src'],
      exclude: ['**/node_modules', '**/*.test.ts'],
    };
    writeFileSync(join(root, 'tsconfig.guide.json'), JSON.stringify(only));
    await inCopy('--bin', 'tsc', '-p', 'tsconfig.guide.json');
    const written = touched.filter(({ isChange, path }) => !isChange && !path.includes('NNNN')).map(({ path }) => path);
    await inCopy('--bin', 'biome', 'check', ...written);
  });

  it('keeps the contract, in a module with a table and in one without', { timeout: LONG }, async () => {
    const report = join(root, 'report.json');
    const options = ['--reporter=json', `--outputFile.json=${report}`, '--project=cloud', '--project=architecture'];
    const files = [
      'cloud/src/testing/endpoints.contract.test.ts',
      'cloud/src/documents/examples.test.ts',
      'cloud/src/documents/documents.test.ts',
      'test/architecture/cloud-modules.test.ts',
      'test/architecture/tables.test.ts',
    ];
    // It says by its report what failed.
    await inCopy('--bin', 'vitest', 'run', ...options, ...files).catch(() => undefined);
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { readonly testResults: readonly TestFile[] };
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    const failed = results.filter(({ status }) => status === 'failed');
    expect(failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join()}`)).toEqual([]);
    const names = results.map(({ fullName }) => fullName);
    for (const id of ['door_notes.put', 'server_time.read'])
      expect(names.filter((name) => name.includes(id)).length, id).toBeGreaterThanOrEqual(5);
  });
});
