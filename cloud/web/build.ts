import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Metafile, Plugin } from 'esbuild';
import { pageOf } from './page-html.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** What the bundle is made of, and the lock file that says what packages are in it. */
const SOURCES = ['cloud/web', 'shared/src'];
const LOCK_FILE = 'package-lock.json';
const ENTRIES = {
  ops: 'cloud/web/ops/main.tsx',
  partner: 'cloud/web/partner/main.tsx',
  style: 'cloud/web/styles/ops.css',
};
/** No modules: one runs before the first paint, the other while no page is open. */
const SCRIPTS = { early: 'cloud/web/ops/early-look.ts', 'push-worker': 'cloud/web/ops/push-worker.ts' };
/** Where the browser finds what the page loads. */
export const ASSETS_PATH = '/ops/assets/';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

/** A file as it is sent: to whoever takes brotli, gzip, or neither. */
export interface WebFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

export interface WebBuild {
  /** Names what it was made of. */
  readonly hash: string;
  /** Of operators. */
  readonly page: WebFile;
  readonly partnerPage: WebFile;
  /** By the last part of the path. A name says what is in it: a file never changes under its name. */
  readonly assets: ReadonlyMap<string, WebFile>;
}

/** A hash over all that a build is made of: two that are equal make the same files. */
export const hashOfSources = async (): Promise<string> => {
  const hash = createHash('sha256');
  const listed = await Promise.all(SOURCES.map((folder) => sourcesUnder(join(ROOT, folder))));
  for (const path of [...listed.flat(), join(ROOT, LOCK_FILE)].sort()) {
    const bytes = await readFile(path);
    hash.update(`${relative(ROOT, path)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 32);
};

const sourcesUnder = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['dist', 'node_modules'].includes(entry.name) ? [] : sourcesUnder(path);
    return /\.(tsx?|js|css)$/.test(entry.name) && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
  return (await Promise.all(found)).flat();
};

/** Leaves out what nobody uses of query-core, and its client brings all the same: five kilobytes before the first view. */
const withoutUnused: Plugin = {
  name: 'without unused',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/(?:mutationCache|infiniteQueryBehavior)\.js$/ }, () => ({
      path: join(ROOT, 'cloud/web/kit/unused-query-core.ts'),
    })),
};

/** How both are bundled. */
const HOW = {
  outdir: 'cloud/web/dist',
  write: false,
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  tsconfigRaw: '{}',
  define: { 'process.env.NODE_ENV': '"production"' },
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  logLevel: 'silent',
} as const;

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
  const files = new Map<string, Buffer>();
  for (const { path, contents } of [...outputFiles, ...scripts.outputFiles])
    files.set(basename(path), Buffer.from(contents));
  const notices = Buffer.from(await noticesOf(metafile));
  const noticesName = `notices-${createHash('sha256').update(notices).digest('hex').slice(0, 8)}.txt`;
  files.set(noticesName, notices);
  const pageFor = (entry: string) =>
    fileOf(
      'page.html',
      Buffer.from(
        pageOf({
          ...loadedFirst(metafile, entry),
          early: scriptNamed('early', files.keys()),
          notices: noticesName,
          build: hash,
          path: ASSETS_PATH,
        }),
      ),
    );
  const named = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    hash,
    page: await pageFor(ENTRIES.ops),
    partnerPage: await pageFor(ENTRIES.partner),
    assets: new Map(await Promise.all(named.map(async ([name, bytes]) => [name, await fileOf(name, bytes)] as const))),
  };
};

/** The file of a script that pages name by what it is. */
export const scriptNamed = (script: keyof typeof SCRIPTS, names: Iterable<string>): string =>
  [...names].find((name) => name.startsWith(`${script}-`)) ?? '';

/** What a first view needs: the script, what that imports from the start, and the style. */
const loadedFirst = ({ outputs }: Metafile, main: string): { script: string; preloads: string[]; style: string } => {
  const outputOf = (entry: string) =>
    Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entry) as string;
  const script = outputOf(main);
  const preloads = new Set<string>();
  const follow = (path: string): void => {
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && !preloads.has(imported)) {
        preloads.add(imported);
        follow(imported);
      }
  };
  follow(script);
  return {
    script: basename(script),
    preloads: [...preloads].map((path) => basename(path)).sort(),
    style: basename(outputOf(ENTRIES.style)),
  };
};

/** The licences of the packages that are part of what browsers get. */
const noticesOf = async ({ inputs }: Metafile): Promise<string> => {
  const packages = Object.keys(inputs).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const texts = [...new Set(packages)].sort().map(async (name) => {
    const folder = join(ROOT, 'node_modules', name);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    return `${name}\n\n${file === undefined ? '' : await readFile(join(folder, file), 'utf8')}`;
  });
  return `The consoles contain these packages.\n\n${(await Promise.all(texts)).join('\n\n----\n\n')}\n`;
};

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Somebody waits for the first build: the best would be 6 % smaller, for twenty times the time. */
const BROTLI_QUALITY = 5;

const fileOf = async (name: string, plain: Buffer): Promise<WebFile> => {
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
  };
  const [small, smallest] = await Promise.all([gzipped(plain, { level: 9 }), brotlied(plain, { params })]);
  return { type: typeOf(name), plain, gzip: small, br: smallest };
};

export const typeOf = (name: string): string => TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
