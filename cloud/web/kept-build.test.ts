import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebBuild, WebFile } from './build.ts';
import { keepBuild, openBuild, readBuild } from './kept-build.ts';

const file = (text: string, type = 'text/javascript; charset=utf-8'): WebFile => ({
  type,
  plain: Buffer.from(text),
  gzip: Buffer.from(`gzip of ${text}`),
  br: Buffer.from(`br of ${text}`),
});
const made = (hash: string): WebBuild => ({
  hash,
  page: file('<!doctype html>', 'text/html; charset=utf-8'),
  partnerPage: file('<!doctype html><!-- partner -->', 'text/html; charset=utf-8'),
  assets: new Map([['ops-1.js', file(`// ${hash}`)]]),
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-web-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The whole way, with a builder that counts instead of the bundler. */
const setup = () => {
  const build = vi.fn(async (hash: string) => made(hash));
  const open = (hash = 'one') =>
    openBuild({ brought: join(folder, 'dist'), kept: join(folder, 'kept'), hash: async () => hash, build });
  return { build, open };
};

describe('a build that is kept', () => {
  it('is made once, and found by every later start', async () => {
    const { build, open } = setup();
    expect(await open()).toEqual(made('one'));
    expect(await open()).toEqual(made('one'));
    expect(build).toHaveBeenCalledOnce();
  });

  it('is made anew of other sources, and what is of no use any more is removed', async () => {
    const { build, open } = setup();
    await open('one');
    mkdirSync(join(folder, 'kept', 'one.abc.new'));
    await open('two');
    expect(build).toHaveBeenCalledTimes(2);
    expect(readdirSync(join(folder, 'kept'))).toEqual(['two']);
  });

  it.each([
    ['a file is damaged', (at: string) => appendFileSync(join(at, 'ops-1.js.br'), '!')],
    ['a file is missing', (at: string) => rmSync(join(at, 'page.html'))],
    ['its list is half written', (at: string) => writeFileSync(join(at, 'build.json'), '{"hash":"one","fi')],
    ['its list is gone', (at: string) => rmSync(join(at, 'build.json'))],
  ])('is made anew where %s', async (_what, damage) => {
    const { build, open } = setup();
    await open();
    damage(join(folder, 'kept', 'one'));
    expect(await open()).toEqual(made('one'));
    expect(build).toHaveBeenCalledTimes(2);
    expect(await open()).toEqual(made('one'));
    expect(build).toHaveBeenCalledTimes(2);
  });

  it('gives way to the one that an image brings, if that is of the same sources', async () => {
    const { build, open } = setup();
    await keepBuild(made('one'), join(folder, 'dist'));
    expect(await open('one')).toEqual(made('one'));
    expect(build).not.toHaveBeenCalled();
    await open('two');
    expect(build).toHaveBeenCalledOnce();
    expect(await readBuild(join(folder, 'dist'), 'one')).toEqual(made('one'));
  });

  it('is not needed to serve: where the folder cannot be written, it is made anew next time', async () => {
    writeFileSync(join(folder, 'kept'), 'a file where a folder should be');
    const { open } = setup();
    expect(await open()).toEqual(made('one'));
  });
});
