import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

const MODULES = resolve(import.meta.dirname, '../../../node_modules');
export const PLATFORMS = ['linux-x64', 'linux-arm64'] as const;
type Platform = (typeof PLATFORMS)[number];

interface NativePackage {
  readonly name: string;
  /** Its CommonJS entry, bundled with all that it needs but the binary. */
  readonly entry: string;
  /** Files of node_modules with the binary for a platform, for glibc. */
  readonly binaries: (platform: Platform) => readonly string[];
}

/** Packages with a compiled part: these stay packages, since they find their binary by where they are. */
export const NATIVE_PACKAGES: readonly NativePackage[] = [
  {
    name: 'better-sqlite3',
    entry: 'lib/index.js',
    binaries: (platform) => [`better-sqlite3/prebuilds/${platform}.node`],
  },
  {
    name: '@serialport/bindings-cpp',
    entry: 'dist/index.js',
    binaries: (platform) => [
      `@serialport/bindings-cpp/prebuilds/${platform}/@serialport+bindings-cpp.${platform === 'linux-arm64' ? 'armv8.' : ''}glibc.node`,
    ],
  },
  {
    name: 'koffi',
    entry: 'index.cjs',
    binaries: (platform) => [
      `@koromix/koffi-${platform}/index.js`,
      `@koromix/koffi-${platform}/package.json`,
      `@koromix/koffi-${platform}/${platform.replace('-', '_')}/koffi.node`,
    ],
  },
];

/**
 * Adds the native packages to a bundle. `missing` names the binaries that npm has not installed here: on that platform
 * the release runs without what they are for.
 */
export const addNativePackages = async (
  folder: string,
): Promise<{ readonly missing: readonly string[]; readonly inputs: readonly string[] }> => {
  const missing: string[] = [];
  const inputs: string[] = [];
  for (const { name, entry, binaries } of NATIVE_PACKAGES) {
    const { metafile } = await build({
      absWorkingDir: dirname(MODULES),
      entryPoints: [join(MODULES, name, entry)],
      outfile: join(folder, 'node_modules', name, entry),
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: 'node24',
      external: ['*.node', '@koromix/*'],
      minifyWhitespace: true,
      legalComments: 'none',
      metafile: true,
      logLevel: 'error',
    });
    inputs.push(...Object.keys(metafile.inputs));
    const { version, license } = JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8'));
    writeFileSync(
      join(folder, 'node_modules', name, 'package.json'),
      JSON.stringify({ name, version, license, type: 'commonjs', main: `./${entry}` }),
    );
    for (const file of PLATFORMS.flatMap((platform) => binaries(platform))) {
      const target = join(folder, 'node_modules', file);
      mkdirSync(dirname(target), { recursive: true });
      if (existsSync(join(MODULES, file))) cpSync(join(MODULES, file), target);
      else missing.push(file);
    }
  }
  return { missing, inputs };
};
