import { join } from 'node:path';
import { buildWeb, hashOfSources } from './build.ts';
import { keepBuild } from './kept-build.ts';

/** Makes the consoles for an image that has no bundler: `npm run build:web`. */
const dist = join(import.meta.dirname, 'dist');
const built = await buildWeb(await hashOfSources());
await keepBuild(built, dist);
console.log(`${dist}: ${built.assets.size} files, ${built.hash}`);
