import { describe, expect, it } from 'vitest';
import { countLine, readReport } from './count.ts';

const report = (over: object) => JSON.stringify({ numPassedTests: 3, numFailedTests: 0, testResults: [], ...over });
const file = (status: string, ...assertions: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: assertions.map((one) => ({ status: one })),
});

describe('the closing count', () => {
  it('is what the report says', () =>
    expect(readReport(report({ numFailedTests: 2, testResults: [file('passed', 'skipped')] }), 1)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 1,
      names: [],
    }));
  it('does not call skipped what was not to run', () => {
    const assertionResults = [{ status: 'skipped', tags: ['long'] }, { status: 'passed' }, { status: 'skipped' }];
    const text = report({ testResults: [{ ...file('passed'), assertionResults }] });
    expect((['short', 'long', 'both'] as const).map((only) => readReport(text, 0, only).skipped)).toEqual([1, 1, 2]);
  });
  it('counts a file that did not load as a failure', () =>
    expect(readReport(report({ testResults: [file('failed')] }), 1).failed).toBe(1));
  it('does not count a failing test twice', () =>
    expect(readReport(report({ numFailedTests: 1, testResults: [file('failed', 'passed', 'failed')] }), 1).failed).toBe(
      1,
    ));
  it('names what failed: each test, and a file that did not load', () => {
    const assertionResults = [
      { status: 'failed', fullName: 'a door opens' },
      { status: 'passed', fullName: 'a door closes' },
    ];
    const testResults = [
      { ...file('failed'), assertionResults },
      { ...file('failed'), name: 'b.test.ts' },
      file('passed'),
    ];
    expect(readReport(report({ testResults }), 1).names).toEqual(['a.test.ts: a door opens', 'b.test.ts']);
  });
  it('never says that nothing failed when the exit code says that something did', () =>
    expect(readReport(report({}), 1).failed).toBe(1));
  it('refuses a report that it cannot read', () => {
    expect(() => readReport('{}', 0)).toThrow();
    expect(() => readReport('', 0)).toThrow();
  });
  it('is one plain line', () => expect(countLine({ passed: 12, failed: 0 })).toBe('12 passed, 0 failed'));
});
