import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ASSETS_PATH, buildWeb, hashOfSources, type WebBuild } from './build.ts';

let hash: string;
let first: WebBuild;
let second: WebBuild;
beforeAll(async () => {
  hash = await hashOfSources();
  first = await buildWeb(hash);
  second = await buildWeb(hash);
});
const named = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, name = '']) => name);

describe('a build of the consoles', () => {
  it('is the same to the byte each time', async () => {
    expect(await hashOfSources()).toBe(hash);
    expect([...second.assets.keys()]).toEqual([...first.assets.keys()]);
    for (const [name, file] of first.assets) expect(second.assets.get(name), name).toEqual(file);
    expect(second.page).toEqual(first.page);
  });

  it('comes compressed both ways, and is the same in each', () => {
    for (const { plain, gzip, br } of [first.page, ...first.assets.values()]) {
      expect(gunzipSync(gzip).equals(plain)).toBe(true);
      expect(brotliDecompressSync(br).equals(plain)).toBe(true);
    }
  });

  it('names every file by what is in it, and the page names files that are there', () => {
    for (const name of first.assets.keys()) expect(name).toMatch(/^[a-z-]+-[0-9A-Za-z]{8}\.(js|css|txt)$/);
    const html = first.page.plain.toString();
    const loaded = named(html, /(?:src|href)="(\/[^"]+)"/g);
    expect(loaded.length).toBeGreaterThanOrEqual(3);
    for (const path of loaded) expect(first.assets.has(path.slice(ASSETS_PATH.length)), path).toBe(true);
  });

  it('has nothing inline: the policy of its content forbids that', () => {
    const html = first.page.plain.toString();
    expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  it('asks for at most 40 kB of script before the first view, and 60 kB before any page', () => {
    const html = first.page.plain.toString();
    const size = (name: string) => first.assets.get(name)?.gzip.length ?? Number.NaN;
    const scripts = named(html, /(?:src|href)="[^"]*\/([^/"]+\.js)"/g);
    const firstView = scripts.reduce((sum, name) => sum + size(name), 0);
    expect(firstView).toBeGreaterThan(10_000);
    expect(firstView).toBeLessThanOrEqual(40_000);
    // A page comes with what it imports, and what the first view has brought is there already.
    const there = new Set(scripts);
    const broughtBy = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
      if (there.has(name) || seen.has(name)) return seen;
      seen.add(name);
      const text = first.assets.get(name)?.plain.toString() ?? '';
      for (const other of named(text, /(?:from|import)\s*"[^"]*?([^/"]+\.js)"/g)) broughtBy(other, seen);
      return seen;
    };
    for (const name of [...first.assets.keys()].filter((one) => one.endsWith('.js'))) {
      const page = [...broughtBy(name)].reduce((sum, one) => sum + size(one), 0);
      expect(firstView + page, name).toBeLessThanOrEqual(60_000);
    }
  });

  it('carries the licences of what is in it', () => {
    const notices = [...first.assets].find(([name]) => name.startsWith('notices-'))?.[1].plain.toString() ?? '';
    for (const name of ['preact', '@preact/signals', '@tanstack/query-core', 'preact-iso'])
      expect(notices).toMatch(new RegExp(`^${name}\\n\\n[\\s\\S]{0,200}MIT License`, 'm'));
  });
});
