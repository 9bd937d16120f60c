import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/** Everything that the tests of one run put into the folder for temporary files lies in one folder, and goes with it. */
export const setup = (): void => {
  if (process.env.GATEHOUSE_TEST_RUN !== undefined) return; // Another project of this run has done it.
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-tests-'));
  chmodSync(folder, 0o711); // A test database that root may not run passes through it as somebody else.
  process.env.GATEHOUSE_TEST_RUN = folder;
  process.env.TMPDIR = folder;
};

export const teardown = (): void => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};
