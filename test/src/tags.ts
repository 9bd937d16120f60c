import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool.ts';

/** The tag of tests that only `.ci/run` has the time for. */
export const LONG = 'long';
/** The tag of long files that wait far more than they work, for buses, locks and time-outs: they run beside the others. */
export const WAITING = 'waiting';
/** The tag of files that have nothing to prove on SQLite. */
export const POSTGRES = 'postgres';
/** The tag of files that try one thing to its last case: `npm run check` leaves them to `npm test`. */
export const EXHAUSTIVE = 'exhaustive';

/** Of which of a file's tests it is asked whether they have a tag. */
export type Among = 'all' | 'some';

/** Whether tests of a file have this tag: `all` say so in one of the first lines, which vitest reads too. */
export const isTagged = (text: string, tag: string, among: Among): boolean =>
  /^(?:\/\/ @module-tag \S+\n)*/.exec(text)?.[0].includes(`// @module-tag ${tag}\n`) === true ||
  (among === 'some' && text.includes(`tags: '${tag}'`));

/** The test files of which all tests, or some, have this tag. */
export const filesTagged = (tag: string, among: Among): string[] =>
  globSync('{shared,edge,cloud,firmware-sim,cli,partner-client,stand-ins,test}/**/*.test.ts', {
    cwd: ROOT,
    exclude: ['**/node_modules'],
  }).filter((path) => isTagged(readFileSync(join(ROOT, path), 'utf8'), tag, among));
