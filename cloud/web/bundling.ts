import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Metafile, OutputFile } from 'esbuild';

export const ROOT = resolve(import.meta.dirname, '../..');
/** What the bundles are made of, and the lock file that says what packages are in them. */
const SOURCES = ['cloud/web', 'shared/src'];
const FILES = [
  'cloud/src/unified/graphql/worst-cost.ts',
  'cloud/src/kit/documents/redline.ts',
  ...['blocks', 'bounded-lexer', 'link-address', 'read-markdown', 'shown-text'].map(
    (name) => `cloud/src/kit/markdown/${name}.ts`,
  ),
  ...['segments', 'sms-templates', 'sms-text'].map((name) => `cloud/src/content/sms/${name}.ts`),
  'package-lock.json',
];

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ttf: 'font/ttf',
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
  /** What is not kept by browsers, by its name. */
  readonly pages: ReadonlyMap<string, WebFile>;
  /** By the last part of the path. A name says what is in it: a file never changes under its name. */
  readonly assets: ReadonlyMap<string, WebFile>;
}

/** A hash over all that a build is made of: two that are equal make the same files. */
export const hashOfSources = async (): Promise<string> => {
  const hash = createHash('sha256');
  const listed = await Promise.all(SOURCES.map((folder) => sourcesUnder(join(ROOT, folder))));
  const paths = [...listed.flat(), ...FILES.map((file) => join(ROOT, file))].sort();
  // Some hundred small files: one after the other they would be waited for twice as long.
  const all = await Promise.all(paths.map((path) => readFile(path)));
  for (const [at, bytes] of all.entries())
    hash.update(`${relative(ROOT, paths[at] as string)}\0${bytes.length}\0`).update(bytes);
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

/** How everything is bundled. */
export const HOW = {
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

/** What a bundler made, by file name, with the licences of what is in it. */
export const filesOf = async (
  outputs: readonly (readonly OutputFile[])[],
  metafiles: readonly Metafile[],
): Promise<{ readonly files: Map<string, Buffer>; readonly notices: string }> => {
  const files = new Map<string, Buffer>();
  for (const { path, contents } of outputs.flat()) files.set(basename(path), Buffer.from(contents));
  const text = Buffer.from(await noticesOf(metafiles));
  const notices = `notices-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.txt`;
  return { files: files.set(notices, text), notices };
};

/** Files that are compressed at once: each takes some megabytes meanwhile, and memory that is used again is quicker than new. */
const AT_ONCE = 8;

/** Each compressed, in the order of their names. */
export const assetsOf = async (files: ReadonlyMap<string, Buffer>): Promise<ReadonlyMap<string, WebFile>> => {
  const waiting = files.entries();
  const made: [string, WebFile][] = [];
  const one = async (): Promise<void> => {
    for (const [name, bytes] of waiting) made.push([name, await fileOf(name, bytes)]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return new Map(made.sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** The licences of the packages that are part of what browsers get. */
const noticesOf = async (metafiles: readonly Metafile[]): Promise<string> => {
  const paths = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const packages = paths.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const texts = [...new Set(packages)].sort().map(async (name) => {
    const folder = join(ROOT, 'node_modules', name);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    return `${name}\n\n${file === undefined ? '' : await readFile(join(folder, file), 'utf8')}`;
  });
  return `These pages contain these packages.\n\n${(await Promise.all(texts)).join('\n\n----\n\n')}\n`;
};

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Somebody waits for the first build: the best would be 6 % smaller, for twenty times the time. */
const BROTLI_QUALITY = 5;

export const fileOf = async (name: string, plain: Buffer): Promise<WebFile> => {
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
  };
  const [small, smallest] = await Promise.all([gzipped(plain, { level: 9 }), brotlied(plain, { params })]);
  return { type: typeOf(name), plain, gzip: small, br: smallest };
};

export const typeOf = (name: string): string => TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

/** What a first view needs: the script, what that and further ones that it will load import from the start, and the style. */
export const loadedFirst = (
  { outputs }: Metafile,
  [main, ...further]: readonly [string, ...string[]],
  style: string,
): { script: string; preloads: string[]; style: string } => {
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
  for (const path of [script, ...further.map(outputOf)]) {
    if (path !== script) preloads.add(path);
    follow(path);
  }
  return {
    script: basename(script),
    preloads: [...preloads].map((path) => basename(path)).sort(),
    style: basename(outputOf(style)),
  };
};
