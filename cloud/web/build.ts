import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { withBundler } from './bundler.ts';
import { assetsOf, fileOf, filesOf, HOW, loadedFirst, ROOT, type WebBuild, type WebFile } from './bundling.ts';
import type { ROUTES } from './ops/routes.ts';
import { pageOf } from './page-html.ts';

const STYLE = 'cloud/web/styles/ops.css';
const OPS = { ops: 'cloud/web/ops/main.tsx', style: STYLE };
/** Apart from the other: what both have is then in fewer pieces, and nobody opens both. */
const PARTNER = { partner: 'cloud/web/partner/main.tsx', style: STYLE };
/** No modules: one runs before the first paint, the other while no page is open. */
const SCRIPTS = { early: 'cloud/web/ops/early-look.ts', 'push-worker': 'cloud/web/ops/push-worker.ts' };
/** The pages of a build: that of operators, and that of partners. */
export const PAGE = 'page.html';
export const PARTNER_PAGE = 'partner.html';
/** Pages that whoever works there opens most, by their route: what they are made of is asked for with the first script, not after it. */
const OPENED_MOST = {
  doors: 'cloud/web/ops/doors/doors-page.tsx',
  door: 'cloud/web/ops/doors/door-page.tsx',
  members: 'cloud/web/ops/members/members-page.tsx',
  member: 'cloud/web/ops/members/member-page.tsx',
} satisfies Partial<Record<keyof typeof ROUTES, string>>;
/** The document of a route, where it has one of its own. */
export const pageOfRoute = (route: string): string => `ops-${route}.html`;
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
  const [ops, partner, scripts] = await withBundler(({ build }) => {
    const built = (entryPoints: Readonly<Record<string, string>>, format: 'esm' | 'iife') =>
      build({
        ...HOW,
        absWorkingDir: ROOT,
        entryPoints,
        format,
        splitting: format === 'esm',
        plugins: [withoutUnused],
      });
    return Promise.all([built(OPS, 'esm'), built(PARTNER, 'esm'), built(SCRIPTS, 'iife')]);
  });
  const { files, notices } = await filesOf(
    [ops.outputFiles, partner.outputFiles, scripts.outputFiles],
    [ops.metafile, partner.metafile],
  );
  const early = scriptNamed('early', files.keys());
  const pageFor = async (
    name: string,
    { metafile }: typeof ops,
    entries: readonly [string, ...string[]],
  ): Promise<readonly [string, WebFile]> => {
    const first = { ...loadedFirst(metafile, entries, STYLE), early, notices };
    return [name, await fileOf(name, Buffer.from(pageOf({ ...first, build: hash, path: ASSETS_PATH })))];
  };
  const opened = Object.entries(OPENED_MOST);
  const pages = new Map(
    await Promise.all([
      pageFor(PAGE, ops, [OPS.ops]),
      pageFor(PARTNER_PAGE, partner, [PARTNER.partner]),
      ...opened.map(([route, page]) => pageFor(pageOfRoute(route), ops, [OPS.ops, page])),
    ]),
  );
  return { hash, pages, assets: await assetsOf(files) };
};

/** The file of a script that pages name by what it is. */
export const scriptNamed = (script: keyof typeof SCRIPTS, names: Iterable<string>): string =>
  [...names].find((name) => name.startsWith(`${script}-`)) ?? '';
