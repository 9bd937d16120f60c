import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { assetsOf, fileOf, filesOf, HOW, loadedFirst, ROOT, type WebBuild, type WebFile } from './bundling.ts';
import { pageOf } from './page-html.ts';

const ENTRIES = {
  ops: 'cloud/web/ops/main.tsx',
  partner: 'cloud/web/partner/main.tsx',
  style: 'cloud/web/styles/ops.css',
};
/** No modules: one runs before the first paint, the other while no page is open. */
const SCRIPTS = { early: 'cloud/web/ops/early-look.ts', 'push-worker': 'cloud/web/ops/push-worker.ts' };
/** The pages of a build: that of operators, and that of partners. */
export const PAGE = 'page.html';
export const PARTNER_PAGE = 'partner.html';
/** Where the browser finds what the page loads. */
export const ASSETS_PATH = '/ops/assets/';

/** Leaves out what nobody uses of query-core, and its client brings all the same: five kilobytes before the first view. */
const withoutUnused: Plugin = {
  name: 'without unused',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/(?:mutationCache|infiniteQueryBehavior)\.js$/ }, () => ({
      path: join(ROOT, 'cloud/web/kit/unused-query-core.ts'),
    })),
};

/** Bundles the consoles: esbuild works in a process of its own, what is compressed is so beside this thread. */
export const buildWeb = async (hash: string): Promise<WebBuild> => {
  // Loaded here: an image that brings what was built has no bundler.
  const { build, stop } = await import('esbuild');
  const built = (entryPoints: Readonly<Record<string, string>>, format: 'esm' | 'iife') =>
    build({
      ...HOW,
      absWorkingDir: ROOT,
      entryPoints,
      format,
      splitting: format === 'esm',
      plugins: [withoutUnused],
    });
  // Its process would stay as long as this one.
  const [{ outputFiles, metafile }, scripts] = await Promise.all([
    built(ENTRIES, 'esm'),
    built(SCRIPTS, 'iife'),
  ]).finally(stop);
  const { files, notices } = await filesOf([outputFiles, scripts.outputFiles], [metafile]);
  const pageFor = (entry: string): Promise<WebFile> => {
    const first = {
      ...loadedFirst(metafile, entry, ENTRIES.style),
      early: scriptNamed('early', files.keys()),
      notices,
    };
    return fileOf(PAGE, Buffer.from(pageOf({ ...first, build: hash, path: ASSETS_PATH })));
  };
  const pages = new Map([
    [PAGE, await pageFor(ENTRIES.ops)],
    [PARTNER_PAGE, await pageFor(ENTRIES.partner)],
  ]);
  return { hash, pages, assets: await assetsOf(files) };
};

/** The file of a script that pages name by what it is. */
export const scriptNamed = (script: keyof typeof SCRIPTS, names: Iterable<string>): string =>
  [...names].find((name) => name.startsWith(`${script}-`)) ?? '';
