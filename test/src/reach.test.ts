import { describe, expect, it } from 'vitest';
import { pathsUnder, readProjectFile, sourceFile } from '../architecture/source/source-file.ts';
import { importersOf, testsReached } from './reach.ts';

const importers = importersOf([
  sourceFile('cloud/src/a/a.ts', "import type { B } from '../b/b.ts';"),
  sourceFile('cloud/src/a/a.test.ts', "import { a } from './a.ts';"),
  sourceFile('cloud/src/b/b.ts', "import { a } from '../a/a.ts';"),
  sourceFile('cloud/src/b/b.test.ts', "import { b } from './b.ts';"),
  sourceFile('cloud/src/b/other.test.ts', 'export {};'),
  sourceFile('test/e2e/a.test.ts', "import { a } from '@gatehouse/cloud/a/a.ts';"),
  sourceFile('cloud/src/testing/all.contract.test.ts', "import { a } from '../a/a.ts';"),
  sourceFile('cli/src/a.test.ts', "import { a } from '@gatehouse/cloud/a/a.ts';"),
]);

describe('the tests that a change can reach', () => {
  it('are those that import it, however far away, the nearest first', () =>
    expect(testsReached(importers, ['cloud/src/a/a.ts'])).toEqual([
      'cloud/src/a/a.test.ts',
      'cli/src/a.test.ts',
      'cloud/src/b/b.test.ts',
    ]));
  it('are not those that know its types alone', () =>
    expect(testsReached(importers, ['cloud/src/b/b.ts'])).toEqual(['cloud/src/b/b.test.ts']));
  it('are itself, where it is one', () =>
    expect(testsReached(importers, ['cloud/src/b/other.test.ts'])).toEqual(['cloud/src/b/other.test.ts']));
  it('are none that start processes', () =>
    expect(testsReached(importers, ['cloud/src/a/a.ts'])).not.toContain('test/e2e/a.test.ts'));
  it('are suites over every endpoint only where those are what changed', () => {
    const suite = 'cloud/src/testing/all.contract.test.ts';
    expect(testsReached(importers, ['cloud/src/a/a.ts'])).not.toContain(suite);
    expect(testsReached(importers, [suite])).toEqual([suite]);
  });
  it('are found in this project', () => {
    const files = pathsUnder('test/src', (path) => path.endsWith('.ts'));
    const found = importersOf(files.map((path) => sourceFile(path, readProjectFile(path))));
    expect(testsReached(found, ['test/src/count.ts'])).toContain('test/src/count.test.ts');
  });
});
