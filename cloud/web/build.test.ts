import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ASSETS_PATH, buildWeb, PAGE, PARTNER_PAGE, pageOfRoute, scriptNamed } from './build.ts';
import { hashOfSources, type WebBuild, type WebFile } from './bundling.ts';

let hash: string;
let first: WebBuild;
let second: WebBuild;
beforeAll(async () => {
  hash = await hashOfSources();
  first = await buildWeb(hash);
  second = await buildWeb(hash);
});
const pageOf = (name: string): WebFile => first.pages.get(name) as WebFile;
const named = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, name = '']) => name);

/** A script, and everything that it imports before it runs. */
const loadedWith = (name: string, before: readonly string[] = []): readonly string[] => {
  if (before.includes(name)) return before;
  const text = first.assets.get(name)?.plain.toString() ?? '';
  const imported = named(text, /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g);
  return imported.reduce<readonly string[]>((found, next) => loadedWith(next, found), [...before, name]);
};

/** All that scripts may ever load, now or once it is wanted. */
const loadedEver = (names: readonly string[]): ReadonlySet<string> => {
  const found = new Set(names);
  for (const name of found)
    for (const next of named(first.assets.get(name)?.plain.toString() ?? '', /"\.\/([^"]+\.js)"/g)) found.add(next);
  return found;
};

describe('a build of the consoles', () => {
  it('is the same to the byte each time', async () => {
    expect(await hashOfSources()).toBe(hash);
    expect([...second.assets.keys()]).toEqual([...first.assets.keys()]);
    for (const [name, file] of first.assets) expect(second.assets.get(name), name).toEqual(file);
    expect(second.pages).toEqual(first.pages);
  });

  it('comes compressed both ways, and is the same in each', () => {
    for (const { plain, gzip, br } of [...first.pages.values(), ...first.assets.values()]) {
      expect(gunzipSync(gzip).equals(plain)).toBe(true);
      expect(brotliDecompressSync(br).equals(plain)).toBe(true);
    }
  });

  it('names every file by what is in it, and the page names files that are there', () => {
    for (const name of first.assets.keys()) expect(name).toMatch(/^[a-z-]+-[0-9A-Za-z]{8}\.(js|css|txt)$/);
    const html = pageOf(PAGE).plain.toString();
    const loaded = named(html, /(?:src|href)="(\/[^"]+)"/g);
    expect(loaded.length).toBeGreaterThanOrEqual(3);
    for (const path of loaded) expect(first.assets.has(path.slice(ASSETS_PATH.length)), path).toBe(true);
  });

  it('has nothing inline: the policy of its content forbids that', () => {
    const html = pageOf(PAGE).plain.toString();
    expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  it.each([PAGE, PARTNER_PAGE])('asks for at most 40 kB of script before the first view: %s', (of) => {
    const html = pageOf(of).plain.toString();
    const size = (name: string) => first.assets.get(name)?.gzip.length ?? Number.NaN;
    const scripts = named(html, /(?:src|href)="[^"]*\/([^/"]+\.js)"/g);
    const firstView = scripts.reduce((sum, name) => sum + size(name), 0);
    expect(firstView).toBeGreaterThan(10_000);
    expect(firstView).toBeLessThanOrEqual(40_000);
  });

  it('has what runs before the first paint, and while no page is open, in scripts that load nothing else', () => {
    for (const name of ['early', 'push-worker'] as const) {
      const file = first.assets.get(scriptNamed(name, first.assets.keys()));
      expect(file?.gzip.length, name).toBeLessThan(1_000);
      expect(file?.plain.toString(), name).not.toMatch(/\bimport\b|importScripts|\bfetch\b/);
    }
    expect(pageOf(PAGE).plain.toString()).toMatch(/<script src="\/ops\/assets\/early-[0-9A-Za-z]{8}\.js"><\/script>/);
  });

  const scriptsOf = (of: string) => named(pageOf(of).plain.toString(), /(?:src|href)="[^"]*\/([^/"]+\.js)"/g);
  const pagesNamed = (names: Iterable<string>) => [...names].filter((name) => name.includes('-page-'));

  it('asks for at most 60 kB before any page', () => {
    const size = (name: string) => first.assets.get(name)?.gzip.length ?? Number.NaN;
    const ofConsole = [PAGE, PARTNER_PAGE].map((of) => ({
      view: scriptsOf(of),
      pages: pagesNamed(loadedEver(scriptsOf(of))),
    }));
    const all = ofConsole.flatMap(({ pages }) => pages);
    expect([...new Set(all)].sort()).toEqual(pagesNamed(first.assets.keys()).sort());
    for (const { view, pages } of ofConsole) {
      expect(pages.length).toBeGreaterThan(5);
      for (const page of pages) {
        const loaded = [...new Set([...view, ...loadedWith(page)])];
        expect(
          loaded.reduce((sum, name) => sum + size(name), 0),
          page,
        ).toBeLessThanOrEqual(60_000);
      }
    }
  });

  it('asks for what most opened pages are made of with the first script, and for nothing beyond that', () => {
    for (const [route, page] of [
      ['doors', 'doors-page-'],
      ['door', 'door-page-'],
      ['members', 'members-page-'],
      ['member', 'member-page-'],
    ] as const) {
      const name = [...first.assets.keys()].find((asset) => asset.startsWith(page)) as string;
      const needed = new Set([...scriptsOf(PAGE), ...loadedWith(name)]);
      expect(new Set(scriptsOf(pageOfRoute(route))), route).toEqual(needed);
    }
  });

  it('carries the licences of what is in it', () => {
    const notices = [...first.assets].find(([name]) => name.startsWith('notices-'))?.[1].plain.toString() ?? '';
    for (const name of ['preact', '@preact/signals', '@tanstack/query-core', 'preact-iso'])
      expect(notices).toMatch(new RegExp(`^${name}\\n\\n[\\s\\S]{0,200}MIT License`, 'm'));
  });
});
