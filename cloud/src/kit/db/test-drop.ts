import { afterAll } from 'vitest';
import { dropTestDatabases } from './engines.ts';

// Run before each test file, in files that share a process too: what is registered as a module loads counts for one file only.
afterAll(dropTestDatabases);
