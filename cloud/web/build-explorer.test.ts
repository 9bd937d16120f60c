import { beforeAll, describe, expect, it } from 'vitest';
import { buildExplorer, EXPLORER_ASSETS, EXPLORER_PAGE } from './build-explorer.ts';
import type { WebBuild } from './bundling.ts';

let first: WebBuild;
let second: WebBuild;
beforeAll(async () => {
  first = await buildExplorer('one');
  second = await buildExplorer('one');
}, 60_000);
const html = (): string => first.pages.get(EXPLORER_PAGE)?.plain.toString() ?? '';
const gzipOf = (name: string): number => first.assets.get(name)?.gzip.length ?? Number.NaN;

describe('a build of the explorer', () => {
  it('is the same to the byte each time', () => {
    expect(second.pages).toEqual(first.pages);
    expect([...second.assets.keys()]).toEqual([...first.assets.keys()]);
    for (const [name, file] of first.assets) expect(second.assets.get(name)?.plain.equals(file.plain), name).toBe(true);
  });

  it('has at most 3 MB compressed in all, and 40 kB of script before the page can be used', () => {
    const all = [...first.assets.keys()].reduce((sum, name) => sum + gzipOf(name), 0);
    expect(all).toBeGreaterThan(1_000_000);
    expect(all).toBeLessThanOrEqual(3_000_000);
    const loaded = [...html().matchAll(/(?:src|href)="[^"]*\/([^/"]+\.js)"/g)].map(([, name = '']) => name);
    const firstView = loaded.reduce((sum, name) => sum + gzipOf(name), 0);
    expect(firstView).toBeGreaterThan(5_000);
    expect(firstView).toBeLessThanOrEqual(40_000);
  });

  it('has no script inline, and names nothing that is not there', () => {
    expect(html()).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
    const named = [...html().matchAll(/(?:src|href|data-[\w-]+)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    const parts = named.filter((path) => path.startsWith(EXPLORER_ASSETS));
    expect(parts.length).toBeGreaterThanOrEqual(7);
    for (const path of parts) expect(first.assets.has(path.slice(EXPLORER_ASSETS.length)), path).toBe(true);
  });

  it('has its workers as scripts of their own, which load nothing', () => {
    const workers = [...first.assets].filter(([name]) => name.startsWith('worker-'));
    expect(workers.map(([name]) => name.split('-')[1]).sort()).toEqual(['editor', 'graphql', 'json']);
    for (const [name, { plain }] of workers) expect(plain.toString(), name).not.toMatch(/importScripts\(\s*["'`]http/);
  });

  it('loads no typeface and no picture from elsewhere', () => {
    for (const [name, { plain }] of first.assets)
      if (name.endsWith('.css')) expect(plain.toString(), name).not.toMatch(/url\(\s*["']?(?:https?:|\/\/)/);
  });

  it('carries the licences of what is in it', () => {
    const notices = [...first.assets].find(([name]) => name.startsWith('notices-'))?.[1].plain.toString() ?? '';
    for (const name of ['graphiql', 'monaco-editor', 'react', 'graphql', 'preact'])
      expect(notices, name).toMatch(new RegExp(`^${name}\\n\\n`, 'm'));
  });
});
