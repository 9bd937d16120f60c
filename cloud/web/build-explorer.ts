import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { withBundler } from './bundler.ts';
import { assetsOf, fileOf, filesOf, HOW, loadedFirst, ROOT, type WebBuild } from './bundling.ts';
import { explorerHtml } from './explorer-html.ts';

const ENTRIES = {
  explorer: 'cloud/web/explorer/main.tsx',
  style: 'cloud/web/styles/explorer.css',
  'editor-style': 'cloud/web/styles/explorer-editor.css',
};
/** The editor does its thinking beside the page. Their names are what the editor calls them. */
const WORKERS = {
  'worker-editor': 'monaco-editor/esm/vs/editor/editor.worker.js',
  'worker-json': 'monaco-editor/esm/vs/language/json/json.worker.js',
  'worker-graphql': 'monaco-graphql/esm/graphql.worker.js',
};
/** The one page of a build. */
export const EXPLORER_PAGE = 'explorer.html';
/** Where the browser finds what the page loads. */
export const EXPLORER_ASSETS = '/explorer/assets/';

/** The editor's styles come as one sheet that the page names: a piece of script that loads later would bring its own, which nobody links. */
const stylesOnce: Plugin = {
  name: 'styles once',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /\.css$/ }, ({ kind, path }) =>
      kind === 'entry-point' || kind === 'import-rule' ? undefined : { path, namespace: 'elsewhere' },
    );
    onLoad({ filter: /.*/, namespace: 'elsewhere' }, () => ({ contents: '', loader: 'js' }));
    // Two typefaces of 350 kB, of which the page uses neither.
    onLoad({ filter: /graphiql\/dist\/style\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/@font-face\s*\{[^}]*\}/g, ''),
      loader: 'css',
    }));
  },
};

/** What is mended in the editor as it comes: in which file, what, and how. */
const MENDED: readonly (readonly [file: RegExp, is: string, shall: string])[] = [
  // Its tabs are buttons within tabs, which nobody reaches who does not see them: so they are a list of buttons.
  [/@graphiql\/react\/dist\/components\/tabs\/index\.js$/, '"aria-selected": isActive', '"aria-current": isActive'],
  [/@graphiql\/react\/dist\/components\/tabs\/index\.js$/, 'role: "tab",', ''],
  [/@graphiql\/react\/dist\/components\/tabs\/index\.js$/, 'role: "tablist",', ''],
  [
    /graphiql\/dist\/GraphiQL\.js$/,
    'role: "tabpanel", id: "graphiql-session"',
    'role: "group", id: "graphiql-session"',
  ],
  // What the button says is its name; what it does is its description already.
  [
    /@graphiql\/plugin-history\/dist\/components\.js$/,
    '"aria-label": "Set active", children: displayName',
    'children: displayName',
  ],
];

/** Fails the build where what is mended is there no more: then it is looked at again. */
const mended: Plugin = {
  name: 'mended',
  setup: ({ onLoad }) =>
    onLoad({ filter: /graphiql.*\.js$/ }, async ({ path }) => {
      const own = MENDED.filter(([file]) => file.test(path));
      if (own.length === 0) return undefined;
      let contents = await readFile(path, 'utf8');
      for (const [, is, shall] of own) {
        if (!contents.includes(is)) return { errors: [{ text: `${path} has no ${is} to mend` }] };
        contents = contents.replace(is, shall);
      }
      return { contents, loader: 'js' };
    }),
};

/** Bundles the explorer: apart from the consoles, of which it is fifteen times the size. */
export const buildExplorer = async (hash: string): Promise<WebBuild> => {
  const how = { ...HOW, absWorkingDir: ROOT, assetNames: '[name]-[hash]', loader: { '.ttf': 'file' } } as const;
  const [page, workers] = await withBundler(({ build }) =>
    Promise.all([
      build({ ...how, entryPoints: ENTRIES, format: 'esm', splitting: true, plugins: [stylesOnce, mended] }),
      build({ ...how, entryPoints: WORKERS, format: 'iife' }),
    ]),
  );
  const { files, notices } = await filesOf([page.outputFiles, workers.outputFiles], [page.metafile, workers.metafile]);
  const nameOf = ({ outputs }: Metafile, entry: string) =>
    basename(Object.keys(outputs).find((path) => outputs[path]?.entryPoint?.endsWith(entry)) ?? '');
  const html = explorerHtml({
    ...loadedFirst(page.metafile, [ENTRIES.explorer], ENTRIES.style),
    editorStyle: nameOf(page.metafile, ENTRIES['editor-style']),
    workers: Object.entries(WORKERS).map(([name, entry]) => [name, nameOf(workers.metafile, entry)] as const),
    notices,
    path: EXPLORER_ASSETS,
  });
  const pages = new Map([[EXPLORER_PAGE, await fileOf(EXPLORER_PAGE, Buffer.from(html))]]);
  return { hash, pages, assets: await assetsOf(files) };
};
