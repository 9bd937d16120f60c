import { Bug } from '../fault/fault.ts';
import type { ZoneTables } from '../zones/zone-tables.ts';
import { acceptWindows } from './accept-windows.ts';
import { explainWindows } from './explain-windows.ts';
import { createReport } from './problem-report.ts';
import type { AccessWindow } from './window.ts';
import type { WindowProblem } from './window-problem.ts';
import { revisionProblem } from './window-rules.ts';

/** The two fields of a member, as they came. */
export interface WindowFields {
  readonly access_time_windows?: unknown;
  readonly access_time_windows_revision?: unknown;
}

export type WindowsVerdict =
  /** In normal form, in the order they came. */
  | { readonly windows: readonly AccessWindow[]; readonly revision: number }
  /** The first hundred, in the order of the document, and how many there are in all. */
  | { readonly problems: readonly WindowProblem[]; readonly count: number };

const NONE: ReadonlySet<string> = new Set();

/**
 * Judges a member's windows whole: shape, values and every rule over several fields. Undefined if the member carries no windows
 * (then what is stored stays); a revision without windows is judged and otherwise ignored. Total: takes values of any type, in
 * linear time. `notIntegers` are the paths, from the member down, of numbers that JSON did not write as plain integers, which a
 * parsed number no longer shows; `repeated` are those of keys that came twice in their object.
 */
export const checkWindows = (
  { access_time_windows: raw, access_time_windows_revision: revision }: WindowFields,
  zones: ZoneTables,
  {
    notIntegers = NONE,
    repeated = NONE,
  }: { readonly notIntegers?: ReadonlySet<string>; readonly repeated?: ReadonlySet<string> } = {},
): WindowsVerdict | undefined => {
  if (raw === undefined && revision === undefined) return undefined;
  const windows = raw === undefined ? [] : acceptWindows(raw, zones);
  const sound = windows !== undefined && revisionProblem(revision) === undefined;
  if (!sound || notIntegers.size > 0 || repeated.size > 0) {
    const report = createReport();
    explainWindows(raw, revision, { zones, notIntegers, repeated, report });
    if (report.count > 0) return { problems: report.problems, count: report.count };
    if (!sound) throw new Bug('windows were refused, and nothing is wrong with them');
  }
  return raw === undefined ? undefined : { windows: windows as readonly AccessWindow[], revision: revision as number };
};
