import { accessSync, constants, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type Source = readonly [path: string, mtimeMs: number, size: number];

/** What a file was made of, and where: it names the places of its sources, and is of no use where they were copied to. */
interface MadeOf {
  readonly root: string;
  /** By their paths from there. */
  readonly sources: readonly Source[];
}

/**
 * A program of ours (its main file) as one file of JavaScript, packages left out: to find, read and link the 1,500 files of the cloud
 * takes a third of its start. It lies among the packages of its workspace, which it finds as its sources do, and is made anew as
 * soon as a source differs. Where it cannot be made, the program itself: a source with an error says so as it starts. So is one
 * that is none of ours, such as the agent of a release.
 */
export const asOneFile = (program: string): Promise<string> => {
  let made = ofThisProcess.get(program);
  if (made === undefined) {
    made = makeOneFile(program, ROOT);
    ofThisProcess.set(program, made);
  }
  return made;
};
/** Looked at once: what a process has started runs on, whatever becomes of its sources. */
const ofThisProcess = new Map<string, Promise<string>>();

/** The same for a program below another root, looked at anew. */
export const makeOneFile = (program: string, root: string): Promise<string> => make(program, root).catch(() => program);

const make = async (program: string, root: string): Promise<string> => {
  const path = relative(root, program);
  const [workspace = ''] = path.split('/');
  if (workspace === '..' || !path.endsWith('.ts')) return program;
  const folder = join(root, workspace, 'node_modules', '.cache', 'programs');
  const name = path.replaceAll('/', '-').replace(/\.ts$/, '');
  const [file, list] = [join(folder, `${name}.mjs`), join(folder, `${name}.json`)];
  if (isOf(list, root)) return file;
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);
  const { build } = await import('esbuild');
  // Looked at before it is read: what is written meanwhile counts the next time.
  const seen = new Map<string, Source>();
  const see = (input: string) => void (seen.has(input) || seen.set(input, lookAt(input, root)));
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [program],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [inPlace(program, (source) => see(relative(root, source)))],
  });
  // Whoever starts it meanwhile finds the old one or the new one, whole.
  const put = (to: string, content: string | Uint8Array) => {
    writeFileSync(`${to}.${process.pid}`, content);
    renameSync(`${to}.${process.pid}`, to);
  };
  for (const { contents } of outputFiles) put(file, contents);
  for (const input of [...Object.keys(metafile.inputs), relative(root, OWN)]) see(input);
  put(list, JSON.stringify({ root, sources: [...seen.values()] } satisfies MadeOf));
  return file;
};

/** How it is made is a source, too. */
const OWN = import.meta.filename;

const lookAt = (path: string, root: string): Source => {
  const { mtimeMs, size } = statSync(join(root, path));
  return [path, mtimeMs, size];
};

const isOf = (list: string, root: string): boolean => {
  try {
    const made = JSON.parse(readFileSync(list, 'utf8')) as MadeOf;
    const isAsItWas = ([path, mtimeMs, size]: Source): boolean => {
      const now = lookAt(path, root);
      return now[1] === mtimeMs && now[2] === size;
    };
    return made.root === root && made.sources.every(isAsItWas);
  } catch {
    return false; // There is none yet, or a source is gone.
  }
};

/** Every source still finds what lies beside it, such as workers, pages and migrations: it is told where it was. */
const inPlace = (program: string, reading: (path: string) => void): Plugin => ({
  name: 'in-place',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      path.startsWith('@gatehouse/') ? undefined : { path, external: true },
    );
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      reading(path);
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const told: Readonly<Record<string, unknown>> = {
        url: pathToFileURL(path).href,
        dirname: dirname(path),
        filename: path,
        main: path === resolve(program),
      };
      const contents = text.replace(/\bimport\.meta\.(url|dirname|filename|main)\b/g, (_all, what: string) =>
        JSON.stringify(told[what]),
      );
      return { contents, loader: 'ts' };
    });
  },
});
