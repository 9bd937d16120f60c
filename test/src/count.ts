import { z } from 'zod';

/** How many checks passed and failed: what the last line of every run says. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report that is read here. */
const Report = z.object({
  numPassedTests: z.int().nonnegative(),
  numFailedTests: z.int().nonnegative(),
  numPendingTests: z.int().nonnegative(),
  testResults: z.array(
    z.object({ name: z.string(), status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

export interface Verdict extends Count {
  readonly skipped: number;
}

/**
 * Reads vitest's JSON report. A file that failed without a failing test in it (it did not load, or its hooks failed)
 * counts as one failure, and so does an exit code that nothing in the report explains, such as an unhandled error.
 */
export const readReport = (text: string, exitCode: number): Verdict => {
  const report = Report.parse(JSON.parse(text));
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests,
  };
};

export const countLine = ({ passed, failed }: Count): string => `${passed} passed, ${failed} failed`;
