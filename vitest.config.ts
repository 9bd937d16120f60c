import { defineConfig } from 'vitest/config';

/** Unit tests sit beside their source; what needs real processes, buses or browsers lives in test/. */
export default defineConfig({
  test: {
    testTimeout: 15_000,
    hookTimeout: 60_000,
    // Every core: one is left idle otherwise, which is half of a machine of two.
    maxWorkers: '100%',
    // As bin/launch.mjs has it, and why.
    execArgv: [`--wasm-wrapper-tiering-budget=${2 ** 31 - 1}`],
    globalSetup: ['test/src/temp-folder.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,edge,firmware-sim,cli,cloud,partner-client}/src/**/*.test.ts', 'test/src/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/{link,e2e,faults,browser}/**/*.test.ts'],
          testTimeout: 60_000,
          // They wait for locks and serial lines more than they work; more at once, and deadlines measure the machine.
          maxWorkers: 2,
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
