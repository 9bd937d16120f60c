import { PROBLEMS_MAX, type WindowProblem, type WindowProblemCode } from './window-problem.ts';

/** Collects problems: the first hundred in words, all of them by count, so that a hostile body costs no more memory than a careless one. */
export interface Report {
  readonly problems: readonly WindowProblem[];
  readonly count: number;
  /** `rule` goes on from the field's name: "must be before to". */
  add(path: string, code: WindowProblemCode, rule: string): void;
}

const NAME_MAX = 60;

/** The path of a property that anybody may have named. */
export const fieldPath = (path: string, name: string): string => {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,59}$/.test(name)) return `${path}.${name}`;
  const shown = name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name;
  return `${path}[${JSON.stringify(shown.toWellFormed())}]`;
};

export const createReport = (): Report => {
  const problems: WindowProblem[] = [];
  let count = 0;
  return {
    problems,
    get count() {
      return count;
    },
    add: (path, code, rule) => {
      count++;
      if (problems.length < PROBLEMS_MAX) problems.push({ path, code, message: `${path} ${rule}.` });
    },
  };
};
