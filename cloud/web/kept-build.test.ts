import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebBuild, WebFile } from './bundling.ts';
import { earlierAsset, keepBuild, openBuild, readBuild } from './kept-build.ts';

const file = (text: string, type = 'text/javascript; charset=utf-8'): WebFile => ({
  type,
  plain: Buffer.from(text),
  gzip: Buffer.from(`gzip of ${text}`),
  br: Buffer.from(`br of ${text}`),
});
const made = (hash: string): WebBuild => ({
  hash,
  pages: new Map([
    ['page.html', file('<!doctype html>', 'text/html; charset=utf-8')],
    ['partner.html', file('<!doctype html><!-- partner -->', 'text/html; charset=utf-8')],
  ]),
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
  const open = (hash = 'one', more: Partial<Parameters<typeof openBuild>[0]> = {}) =>
    openBuild({ brought: join(folder, 'dist'), kept: kept(), nowMs: 0, hash: async () => hash, build, ...more });
  return { build, open };
};
const kept = () => join(folder, 'kept');

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
    mkdirSync(join(kept(), 'one.abc.new'));
    await open('two');
    expect(build).toHaveBeenCalledTimes(2);
    expect(readdirSync(kept())).toEqual(['one', 'two']);
    await open('two', { nowMs: Days(1) });
    expect(readdirSync(kept())).toEqual(['two']);
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
    expect(await earlierAsset({ kept: kept(), present: 'two', nowMs: 1 }, 'ops-1.js')).toEqual(
      made('one').assets.get('ops-1.js'),
    );
  });

  it('is not needed to serve: where the folder cannot be written, it is made anew next time', async () => {
    writeFileSync(join(folder, 'kept'), 'a file where a folder should be');
    const { open } = setup();
    expect(await open()).toEqual(made('one'));
  });
});

describe('the parts of a build that was replaced', () => {
  const earlier = (name: string, nowMs: number, present: string) =>
    earlierAsset({ kept: kept(), present, nowMs }, name);
  const part = (nowMs: number, present = 'two') => earlier('ops-1.js', nowMs, present);

  it('are there for a day, for pages that were open as it was', async () => {
    const { open } = setup();
    await open('one');
    expect(await part(0, 'one')).toBeUndefined();
    await open('two', { nowMs: Days(40) });
    await open('two', { nowMs: Days(40) + Hours(3) });
    expect(await part(Days(41) - 1)).toEqual(made('one').assets.get('ops-1.js'));
    expect(await earlier('page.html', Days(40), 'two')).toBeUndefined();
    expect(await earlier('../one/ops-1.js', Days(40), 'two')).toBeUndefined();
    expect(await part(Days(41))).toBeUndefined();
  });

  it('are of the present again where its sources come back', async () => {
    const { build, open } = setup();
    for (const [hash, nowMs] of [
      ['one', 0],
      ['two', 1],
      ['one', 2],
    ] as const)
      await open(hash, { nowMs });
    expect(build).toHaveBeenCalledTimes(2);
    await open('one', { nowMs: Days(2) });
    expect(readdirSync(kept())).toEqual(['one']);
  });

  it('are there as well where the disk has no room for the build that replaced it', async () => {
    const { open } = setup();
    await open('one');
    const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    expect(await open('two', { nowMs: Days(40), write: full })).toEqual(made('two'));
    expect(await part(Days(41) - 1)).toEqual(made('one').assets.get('ops-1.js'));
    expect(await part(Days(41))).toBeUndefined();
    rmSync(join(kept(), 'one', 'replaced'));
    expect(await part(Days(41))).toEqual(made('one').assets.get('ops-1.js'));
  });

  it('are none where nothing was kept', async () => {
    expect(await part(0)).toBeUndefined();
  });
});

describe('a disk that is full while a build is written', () => {
  const files = 3 * (made('one').pages.size + made('one').assets.size) + 1;

  it.each(Array.from({ length: files }, (_, at) => at))(
    'after %i files costs nobody the page, and nothing stays half written',
    async (room) => {
      const { build, open } = setup();
      let written = 0;
      const write = async (path: string, text: string | Buffer): Promise<void> => {
        written += 1;
        writeFileSync(path, written > room ? '' : text);
        if (written > room) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      };
      expect(await open('one', { write: write as typeof writeFile })).toEqual(made('one'));
      expect(existsSync(kept()) ? readdirSync(kept()) : []).toEqual([]);
      expect(await open()).toEqual(made('one'));
      expect(await open()).toEqual(made('one'));
      expect(build).toHaveBeenCalledTimes(2);
    },
  );
});
