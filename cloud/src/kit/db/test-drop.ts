import { afterAll, beforeEach, onTestFinished } from 'vitest';
import { closeWhatTestOpened, dropTestDatabases, testBegins } from './engines.ts';

// Run before each test file, in files that share a process too: what is registered as a module loads counts for one file only.
beforeEach(() => {
  testBegins();
  onTestFinished(closeWhatTestOpened); // After all that the test itself leaves to its end.
});
afterAll(dropTestDatabases);
