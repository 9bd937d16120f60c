import type { StepVerdict, Verdict } from './run-scenario.ts';
import { describeDuration } from './words.ts';

const SIGNS: Readonly<Record<StepVerdict['verdict'], string>> = { passed: 'ok  ', failed: 'FAIL', 'not run': '-   ' };

/** One line a step; why it failed on the next. */
export const stepLine = ({ number, verb, says, verdict, tookMs, why }: StepVerdict): string => {
  const line = `  ${SIGNS[verdict]} ${String(number).padStart(3)}  ${verb} ${says}${verdict === 'not run' ? '' : `  (${describeDuration(tookMs)})`}`;
  return why === undefined ? line : `${line}\n            ${why}`;
};

/** The last line of a scenario. */
export const verdictLine = ({ passed, steps, tookMs }: Verdict): string => {
  const [failed] = steps.filter(({ verdict }) => verdict === 'failed');
  return passed
    ? `  PASSED: ${steps.length} steps in ${describeDuration(tookMs)}`
    : `  FAILED at step ${failed?.number ?? 0} after ${describeDuration(tookMs)}`;
};

/** The last line of several. */
export const summaryLine = (verdicts: readonly Verdict[]): string => {
  const failed = verdicts.filter(({ passed }) => !passed);
  const count = `${verdicts.length - failed.length} of ${verdicts.length} scenarios passed`;
  return failed.length === 0 ? `${count}.` : `${count}; these did not: ${failed.map(({ file }) => file).join(', ')}`;
};
