import { z } from 'zod';
import { LONG } from './tags.ts';

/** How many checks passed and failed: what the last line of every run says. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report that is read here. */
const Report = z.object({
  numPassedTests: z.int().nonnegative(),
  numFailedTests: z.int().nonnegative(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string().default(''), tags: z.array(z.string()).default([]) }),
      ),
    }),
  ),
});

export interface Verdict extends Count {
  /** Of those that were to run. */
  readonly skipped: number;
  /** What failed, a line each: who sees only the end of a log still learns what to look at. */
  readonly names: readonly string[];
}

/**
 * Reads vitest's JSON report. A file that failed without a failing test in it (it did not load, or its hooks failed)
 * counts as one failure, and so does an exit code that nothing in the report explains, such as an unhandled error.
 * `only`: which tests were to run.
 */
export const readReport = (text: string, exitCode: number, only: 'short' | 'long' | 'both' = 'both'): Verdict => {
  const report = Report.parse(JSON.parse(text));
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length;
  const meant = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ tags }) => only === 'both' || tags.includes(LONG) === (only === 'long'));
  const failed = report.numFailedTests + brokenFiles;
  const names = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const tests = assertionResults.filter((assertion) => assertion.status === 'failed');
      return tests.length === 0 ? [name] : tests.map(({ fullName }) => `${name}: ${fullName}`);
    });
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: meant.filter(({ status }) => !['passed', 'failed'].includes(status)).length,
    names,
  };
};

export const countLine = ({ passed, failed }: Count): string => `${passed} passed, ${failed} failed`;
