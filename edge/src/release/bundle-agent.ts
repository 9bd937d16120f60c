import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { WEB_FILE_NAMES, webFileUrl } from '@gatehouse/shared/web/web-files.ts';
import { build, type Plugin } from 'esbuild';
import { addNativePackages, NATIVE_PACKAGES } from './native-packages.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

export const ROOT = resolve(import.meta.dirname, '../../..');

/** `require` for the CommonJS packages inside an ES module. */
const BANNER =
  "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);";
/** A source file that is started by its URL, such as a worker: an entry of its own in the bundle. */
const BY_URL = /new URL\((['"])(\.{1,2}\/[\w./-]+)\.ts\1,\s*import\.meta\.url\)/g;

const typescriptFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'testing', 'fakes', 'release'].includes(entry.name) ? [] : typescriptFiles(path);
    return /\.ts$/.test(entry.name) && !/\.(test|kit)\.ts$/.test(entry.name) ? [path] : [];
  });

/** Every file of edge and shared that another starts by its URL. */
const filesByUrl = (): string[] => {
  const found = ['edge/src', 'shared/src'].flatMap((folder) =>
    typescriptFiles(join(ROOT, folder)).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(BY_URL)].map((match) => resolve(file, '..', `${match[2]}.ts`)),
    ),
  );
  return [...new Set(found)];
};

/** Gives the agent its version, and has it find what it starts by URL beside itself. */
const fitting = (version: string): Plugin => ({
  name: 'fitting',
  setup: (bundle) => {
    bundle.onLoad({ filter: /\/edge\/package\.json$/ }, () => ({
      contents: JSON.stringify({ version }),
      loader: 'json',
    }));
    // The agent's messages are English; the library's other languages are a quarter of a megabyte for nothing.
    bundle.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
    bundle.onLoad({ filter: /\/(edge|shared)\/src\/.*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (text.search(BY_URL) < 0) return undefined;
      const contents = text.replace(
        BY_URL,
        (_all, _quote, file: string) => `new URL('./${basename(file)}.mjs', import.meta.url)`,
      );
      return { contents, loader: 'ts' };
    });
  },
});

/**
 * Writes the whole agent to `folder` (which is there and empty) as it runs on a box with nothing but Node: one module,
 * one more for each worker, the files of the panel and of all pages, and the native packages beside.
 */
export const bundleAgent = async (
  folder: string,
  version: string,
): Promise<{ readonly missing: readonly string[] }> => {
  const workers = Object.fromEntries(filesByUrl().map((file) => [basename(file, '.ts'), file]));
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { agent: join(ROOT, 'edge/src/main.ts'), ...workers },
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    outExtension: { '.js': '.mjs' },
    banner: { js: BANNER },
    external: NATIVE_PACKAGES.map(({ name }) => name),
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'error',
    plugins: [fitting(version)],
  });
  cpSync(join(ROOT, 'edge/src/panel/static'), join(folder, 'static'), { recursive: true });
  for (const name of WEB_FILE_NAMES) cpSync(webFileUrl(name), join(folder, name));
  mkdirSync(join(folder, 'bin'));
  cpSync(join(ROOT, 'edge/bin/supervise.mjs'), join(folder, 'bin/supervise.mjs'));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const natives = await addNativePackages(folder);
  thirdPartyNotices(folder, [...Object.keys(metafile.inputs), ...natives.inputs]);
  return { missing: natives.missing };
};
