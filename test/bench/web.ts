import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import { buildWeb, PAGE } from '@gatehouse/cloud/web/build.ts';
import { hashOfSources } from '@gatehouse/cloud/web/bundling.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Browser, Page } from 'playwright-core';
import { serveConsole } from '../browser/ops.kit.ts';
import { FACILITY } from '../browser/ops-gym.kit.ts';
import { openBrowser, openPage } from '../kit/browser.ts';
import { newCertificate } from './certificate.ts';
import { cloudAlone } from './cloud-side.ts';
import { type PaintedRound, paintedRound, startWatchers, type WatchedRound } from './watchers.ts';
import { STATIC_PATH, serveRecorded } from './web-listener.ts';
import { giveSocket, painted, watchPaint } from './web-page.ts';

/** What one round found. */
export interface WebRound extends WatchedRound, PaintedRound {
  /** 500 doors, from the first byte asked for until they are painted: of the console, and of a page that has them as HTML. */
  readonly paintedMs: number;
  readonly staticMs: number;
  /** Tasks of more than 50 ms while 100 doors changed a second, and the longest of them. */
  readonly longTasks: number;
  readonly longestTaskMs: number;
  /** What the page holds before and after 10,000 changes. */
  readonly heapBefore: number;
  readonly heapAfter: number;
  readonly bundleMs: number;
  readonly cliMs: number;
}

export interface WebSizes {
  /** Compressed, in kB: before the first view, and before the largest page. */
  readonly firstViewKb: number;
  readonly largestPageKb: number;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PATH = `/ops/facilities/${FACILITY}`;
const WIDTH = 1280;
const CHANGES = 10_000;
const WATCHED_FOR_MS = 4_000;
const ROOT = resolve(import.meta.dirname, '../..');

type Served = Awaited<ReturnType<typeof serveConsole>>;

const watched = (browser: Browser, url: string) => openPage(browser, url, WIDTH, { before: watchPaint });

/** What the console has painted, as a page without a script: the same cards under the same style sheet. */
const staticPage = async (browser: Browser, url: string): Promise<string> => {
  const { page, close } = await watched(browser, url);
  await painted(page);
  const wall = await page.locator('.wall').evaluate((wall) => wall.outerHTML);
  const style = await page.locator('link[rel=stylesheet]').first().getAttribute('href');
  await close();
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Doors</title><link rel="stylesheet" href="${style}"></head><body><main id="content"><h1>Doors</h1>${wall}</main></body></html>`;
};

/** Until the doors of a page are painted, in a browser that has nothing of it yet. */
const paintedAt = async (browser: Browser, url: string): Promise<number> => {
  const { page, close } = await watched(browser, url);
  const ms = await painted(page);
  await close();
  return ms;
};

interface Heap {
  send(method: 'HeapProfiler.collectGarbage' | 'Runtime.getHeapUsage'): Promise<unknown>;
}
const A_WHILE = 'new Promise((done) => setTimeout(done, 500))';

/** What the page holds, once it has come to rest: what its last turn still needed is garbage a moment later. */
const heapOf = async (page: Page, session: Heap): Promise<number> => {
  await session.send('HeapProfiler.collectGarbage');
  await page.evaluate(A_WHILE);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { readonly usedSize: number };
  return usedSize;
};

const livePage = async (console: Served, seconds: number) => {
  // By way of another page: its doors are known as the wall is drawn first.
  const { page, close } = await console.open(`${PATH}/events`, WIDTH, {
    before: async (page) => {
      await watchPaint(page);
      await giveSocket(page);
    },
  });
  await page.locator('nav.tabs a').first().click();
  await painted(page);
  const session = await page.context().newCDPSession(page);
  await page.evaluate('tellChanges(1000, 10)');
  const heapBefore = await heapOf(page, session);
  await page.evaluate('longTasks.length = 0');
  await page.evaluate(`tellChanges(${seconds * 100}, 1)`);
  const tasks = (await page.evaluate('longTasks')) as number[];
  await page.evaluate(`tellChanges(${CHANGES}, 10)`);
  const heapAfter = await heapOf(page, session);
  await close();
  return { longTasks: tasks.length, longestTaskMs: Math.max(0, ...tasks), heapBefore, heapAfter };
};

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const began = systemClock.monoMs();
  await run();
  return systemClock.monoMs() - began;
};

/** The same bundle by the bundler's own command line. */
const byCommandLine = async (): Promise<void> => {
  const outdir = mkdtempSync(join(tmpdir(), 'gatehouse-bundle-'));
  const options = '--bundle --splitting --format=esm --platform=browser --target=es2022 --minify --jsx=automatic';
  const args = [
    ...['cloud/web/ops/main.tsx', 'cloud/web/styles/ops.css', `--outdir=${outdir}`, ...options.split(' ')],
    ...['--jsx-import-source=preact', '--tsconfig-raw={}', '--log-level=error'],
    ...['--define:process.env.NODE_ENV="production"'],
  ];
  const child = spawn(join(ROOT, 'node_modules/.bin/esbuild'), args, { cwd: ROOT, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  rmSync(outdir, { recursive: true, force: true });
  if (code !== 0) throw new Error(`the bundler ended with ${code}`);
};

const sizes = async (): Promise<WebSizes> => {
  const { pages, assets } = await buildWeb(await hashOfSources());
  const kb = (name: string) => (assets.get(name)?.gzip.length ?? Number.NaN) / 1_000;
  const html = pages.get(PAGE)?.plain.toString() ?? '';
  const first = [...html.matchAll(/(?:src|href)="[^"]*\/([^/"]+\.js)"/g)].map(([, name = '']) => name);
  const firstViewKb = first.reduce((sum, name) => sum + kb(name), 0);
  const reached = new Set(first);
  for (const name of reached)
    for (const [, next = ''] of (assets.get(name)?.plain.toString() ?? '').matchAll(/"\.\/([^"]+\.js)"/g))
      reached.add(next);
  const others = [...reached].filter((name) => !first.includes(name)).map(kb);
  return { firstViewKb, largestPageKb: firstViewKb + Math.max(0, ...others) };
};

export interface WebBenchOptions {
  readonly rounds: number;
  /** How long 100 doors change a second. */
  readonly forMs: number;
  readonly say: (text: string) => void;
}

/** What the console costs a browser and the cloud that bundles it, each beside its floor. */
export const runWebBench = async ({ rounds, forMs, say }: WebBenchOptions) => {
  const browser: Browser = await openBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-web-bench-'));
  const db = await openDatabase(`sqlite:${join(folder, 'cloud.db')}`, { clock: systemClock, log: silent });
  await db.migrate();
  const console = await serveConsole(browser, db);
  const certificate = await newCertificate(folder);
  const cloud = await cloudAlone(certificate, folder, { webFolder: join(folder, 'web') });
  const recorded = await serveRecorded(certificate, await buildWeb(await hashOfSources()));
  const watchers = await startWatchers(cloud, certificate);
  const measured: WebRound[] = [];
  try {
    const wall = `${recorded.origin}${PATH}`;
    const floor = `${recorded.origin}${STATIC_PATH}`;
    await recorded.setStatic(await staticPage(browser, wall));
    await paintedAt(browser, floor);
    for (let round = 1; round <= rounds; round++) {
      say(`round ${round} of ${rounds} …`);
      const staticMs = await paintedAt(browser, floor);
      const paintedMs = await paintedAt(browser, wall);
      const live = await livePage(console, forMs / 1_000);
      const hash = await hashOfSources();
      const cliMs = await timed(byCommandLine);
      const bundleMs = await timed(() => buildWeb(hash));
      const reported = await paintedRound(browser, cloud, watchers.echoPort);
      const watched = await watchers.round(WATCHED_FOR_MS);
      measured.push({ ...live, ...reported, ...watched, paintedMs, staticMs, cliMs, bundleMs });
    }
    return { rounds: measured, sizes: await sizes() };
  } finally {
    await browser.close();
    await watchers.stop();
    await cloud.stop();
    await console.close();
    await recorded.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
export type WebResult = Awaited<ReturnType<typeof runWebBench>>;
