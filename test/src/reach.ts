import { posix } from 'node:path';
import { importsOf } from '../architecture/source/imports.ts';
import { type sourceFile, sourceFiles } from '../architecture/source/source-file.ts';

/** Who imports whom at run time: from each file to those that import it. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>;

/** Of all sources of the project. What is imported for its types alone is the compiler's to check. */
export const importersOf = (files: readonly ReturnType<typeof sourceFile>[] = sourceFiles()): Importers => {
  const importers = new Map<string, Set<string>>();
  for (const file of files)
    for (const { target, typeOnly } of importsOf(file)) {
      if (target === undefined || typeOnly) continue;
      const of = importers.get(target) ?? new Set();
      importers.set(target, of.add(file.path));
    }
  return importers;
};

/** Started by name, in processes of their own, by `npm test` and `.ci/run`. */
const SYSTEM = /^test\/(link|e2e|faults|browser|gpio|uml|debian)\//;

/** Suites over every endpoint: hundreds of times the work of a test beside its source, and reached by nearly every change. */
const OVER_ALL = /\.contract\.test\.ts$/;

/**
 * The tests that a change can reach, the nearest first: by how many imports lie between, those in the folder of the change
 * before all others. A suite over every endpoint is among them only where it is the change.
 */
export const testsReached = (importers: Importers, changed: readonly string[]): string[] => {
  const distances = new Map(changed.map((path) => [path, 0]));
  // Those that are added while it runs are visited too, in the order of their distance.
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  const folders = new Set(changed.map((path) => posix.dirname(path)));
  const nearness = (path: string) => (folders.has(posix.dirname(path)) ? 0 : (distances.get(path) ?? 0));
  return [...distances.keys()]
    .filter((path) => path.endsWith('.test.ts') && !SYSTEM.test(path))
    .filter((path) => !OVER_ALL.test(path) || changed.includes(path))
    .sort((a, b) => nearness(a) - nearness(b) || (a < b ? -1 : 1));
};
