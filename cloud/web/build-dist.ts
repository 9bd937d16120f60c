import { buildWeb } from './build.ts';
import { buildExplorer } from './build-explorer.ts';
import { BROUGHT, BROUGHT_EXPLORER } from './built-pages.ts';
import { hashOfSources } from './bundling.ts';
import { keepBuild } from './kept-build.ts';

/** Makes the consoles and the explorer for an image that has no bundler: `npm run build:web`. */
const hash = await hashOfSources();
for (const [build, dist] of [
  [buildWeb, BROUGHT],
  [buildExplorer, BROUGHT_EXPLORER],
] as const) {
  const built = await build(hash);
  await keepBuild(built, dist);
  console.log(`${dist}: ${built.assets.size} files, ${hash}`);
}
