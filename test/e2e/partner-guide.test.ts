// @module-tag long
import { execFile, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { partnerEnv } from '@gatehouse/cli/demo/partner-env.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { differences, type GuideBlock, guideBlocks } from '../kit/guide-blocks.ts';
import { type Site, startSite } from '../kit/site.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = globSync(join(ROOT, 'docs/partner/*.md')).sort();
/** The line that the quick start tells its readers to type once. */
const API = `api() { curl -sS --cacert "$CA" -u "$KEY:" -H 'content-type: application/json' "$@"; }\n`;

let site: Site;
let environment: string;
let ownCurl: string;
beforeAll(async () => {
  site = await startSite();
  environment = join(site.dir, 'partner.env');
  writeFileSync(environment, partnerEnv(site.processes.cloud.ready));
  ownCurl = join(site.dir, 'bin');
  mkdirSync(ownCurl);
  const program = fileURLToPath(new URL('../kit/curl-in-node.ts', import.meta.url));
  writeFileSync(join(ownCurl, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 });
});
afterAll(() => site.close());
beforeEach(() => site.settled());

const curlIsHere = spawnSync('curl', ['--version']).status === 0;
/** Runs a block as a reader does who has followed the quick start, and resolves with what it printed. */
const output = async ({ command }: GuideBlock, withCurl = curlIsHere): Promise<string> => {
  const env = withCurl ? process.env : { ...process.env, PATH: `${ownCurl}:${process.env.PATH}` };
  const { stdout } = await run('sh', ['-ec', `. ${environment}\n${API}${command}`], { env, cwd: ROOT });
  return stdout;
};
const check = (block: GuideBlock, printed: string): void => {
  if (block.answer === undefined) expect(printed.trim(), 'it says something').not.toBe('');
  else expect(differences(block.answer, JSON.parse(printed)), printed).toEqual([]);
};

describe('the guide for partners is true', () => {
  it('and has commands enough for this to mean something', () =>
    expect(PAGES.flatMap(guideBlocks).length).toBeGreaterThanOrEqual(22));

  for (const page of PAGES)
    for (const block of guideBlocks(page))
      it(`${basename(page)}, line ${block.line}`, async () => check(block, await output(block)));

  it('and can be checked on a machine that has no curl', async () => {
    const [ping, ...more] = guideBlocks(PAGES.find((page) => page.endsWith('quick-start.md')) ?? '');
    for (const block of [ping, more.at(-1)]) if (block !== undefined) check(block, await output(block, false));
  });
});

describe('an answer that is not as shown would be noticed', () => {
  it.each([
    ['another value', { a: 1 }, { a: 2 }],
    ['a missing member', { a: { b: 'x' } }, { a: {} }],
    ['another beginning', { id: 'evt_…' }, { id: 'cmd_1' }],
    ['an empty list', { data: [{ a: 1 }] }, { data: [] }],
    ['a list that should be empty', { data: [] }, { data: [1] }],
    ['null in place of a text', { a: '…' }, { a: null }],
  ])('%s', (_what, shown, given) => expect(differences(shown, given)).not.toEqual([]));
  it('and one that has more than is shown is fine', () =>
    expect(differences({ a: ['…'], b: null }, { a: ['x', 'y'], b: null, c: 1 })).toEqual([]));
});
