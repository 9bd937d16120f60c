import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that run for minutes, in the order in which they are begun: what works most first, what waits for locks last. */
const LONGER_THAN_THEIR_SIZE = ['.contract', 'ingest-crash', 'adding-an-endpoint', 'every-statement', 'scenarios'];
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONGER_THAN_THEIR_SIZE.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
  return place === -1 ? LONGER_THAN_THEIR_SIZE.length : place;
};

/** The largest file is begun first. One that runs for minutes, begun last, would keep one core busy and the others idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

/** Unit tests sit beside their source; what needs real processes, buses or browsers lives in test/. */
export default defineConfig({
  test: {
    // What a run has made of our TypeScript, the next one (after `npm test`, the long tests) does not make again.
    fsModuleCache: true,
    testTimeout: 15_000,
    hookTimeout: 60_000,
    // Far beyond what it takes, for machines that are busy: as it comes, a poll gives up after one second.
    expect: { poll: { timeout: 10_000 } },
    // One more than cores: a file in three waits for a database, a process or a timer.
    maxWorkers: availableParallelism() + 1,
    // As bin/launch.mjs has it, and why.
    execArgv: [`--wasm-wrapper-tiering-budget=${2 ** 31 - 1}`],
    globalSetup: ['test/src/temp-folder.ts'],
    setupFiles: ['test/src/compile-cache.ts'],
    sequence: { sequencer: LongestFirst },
    tags: [
      {
        name: 'long',
        description: 'Only `.ci/run` has the time for it. A file of them begins with `// @module-tag long`.',
      },
      {
        name: 'waiting',
        description:
          'Long files that wait far more than they work, tagged by a second line, `// @module-tag waiting`: `.ci/run` has them run beside the others.',
      },
      {
        name: 'postgres',
        description:
          'Files that have nothing to prove on SQLite, begun with `// @module-tag postgres`: `npm run check` leaves them out.',
      },
      {
        name: 'exhaustive',
        description:
          'Files that try one thing to its last case (every role at every endpoint, thousands of random inputs, every point to be killed at), begun with `// @module-tag exhaustive`: `npm run check` leaves them to `npm test`.',
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{shared,edge,firmware-sim,cli,partner-client,stand-ins}/src/**/*.test.ts',
            'cloud/web/**/*.test.ts',
            'test/src/**/*.test.ts',
          ],
          setupFiles: ['test/src/memory-folder.ts'],
          // As the cloud's: a process a file would take longer to start than most files to run.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'cloud',
          include: ['cloud/src/**/*.test.ts'],
          globalSetup: ['cloud/src/kit/db/test-databases.ts'],
          setupFiles: ['cloud/src/kit/db/test-drop.ts'],
          // A worker loads the cloud once, which takes longer than most files: nothing in a kit may be kept from one file for another.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/{link,e2e,faults,browser}/**/*.test.ts'],
          // As the cloud's.
          isolate: false,
          globalSetup: ['cloud/src/kit/db/test-databases.ts'],
          setupFiles: ['test/src/memory-folder.ts'],
          testTimeout: 60_000,
          // They wait for locks and serial lines more than they work; more at once, and deadlines measure the machine.
          maxWorkers: 2,
          sequence: { groupOrder: 1 }, // Projects of another number of workers run at another time.
        },
      },
      // Need GPIO lines: `test/gpio/run` serves some by FUSE, `test/uml/run` boots a kernel that has its own.
      ...['gpio', 'uml', 'uml/paced'].map((folder) => ({
        extends: true as const,
        test: {
          name: folder.replace('/', '-'),
          include: [`test/${folder}/*.test.ts`],
          testTimeout: 60_000,
          maxWorkers: 1,
        },
      })),
      // Needs programs of Debian: `.ci/run` installs them.
      {
        extends: true,
        test: { name: 'debian', include: ['test/debian/**/*.test.ts'], testTimeout: 60_000, maxWorkers: 1 },
      },
    ],
  },
});
