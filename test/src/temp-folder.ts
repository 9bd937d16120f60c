import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inMemory } from '@gatehouse/cloud/kit/db/test-memory.ts';

/** They take half of one together; what is short of room is itself a finding of some of them. */
const MEMORY_BYTES_MIN = 4 * 1024 ** 3;

const folders: string[] = [];

const newFolder = (within: string): string => {
  const folder = mkdtempSync(join(within, 'gatehouse-tests-'));
  chmodSync(folder, 0o711); // A test database that root may not run passes through it as somebody else.
  folders.push(folder);
  return folder;
};

/** Everything that the tests of one run put into the folder for temporary files lies in one folder, and goes with it. */
export const setup = (): void => {
  if (process.env.GATEHOUSE_TEST_RUN !== undefined) return; // Another project of this run has done it.
  const memory = inMemory(MEMORY_BYTES_MIN);
  if (memory !== undefined) process.env.GATEHOUSE_TEST_MEMORY = newFolder(memory);
  process.env.GATEHOUSE_TEST_RUN = newFolder(tmpdir());
  process.env.TMPDIR = process.env.GATEHOUSE_TEST_RUN;
};

export const teardown = (): void => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};
