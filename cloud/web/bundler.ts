import type { build } from 'esbuild';

export interface Bundler {
  readonly build: typeof build;
}

let users = 0;

/** Has the bundler for as long as this runs. It works in a process of its own, one for all who bundle at that time. */
export const withBundler = async <T>(run: (bundler: Bundler) => Promise<T>): Promise<T> => {
  // Loaded here: an image that brings what was built has no bundler.
  const { build, initialize, stop } = await import('esbuild');
  if (users === 0) startedWith(SHORT_LIVED, () => initialize({}));
  users += 1;
  try {
    return await run({ build });
  } finally {
    users -= 1;
    // Its process would stay as long as this one.
    if (users === 0) await stop();
  }
};

/**
 * For a Go program that ends soon: it collects garbage only once it holds that much. The bundler's own command line never does; by
 * what Go does otherwise a build takes a third longer and spares 30 MB of 140.
 */
const SHORT_LIVED = { GOGC: 'off', GOMEMLIMIT: '512MiB' } as const;

/** Runs this, which starts a process at once, with further variables of the environment for that. */
const startedWith = (further: Readonly<Record<string, string>>, start: () => unknown): void => {
  const before = { ...process.env };
  Object.assign(process.env, further);
  try {
    start();
  } finally {
    for (const name of Object.keys(further)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
};
