/** Objects and lists of an answer, as they are filled in. */
export type Holder = { [key: string | number]: unknown };

/** Where in an answer something is written, and what that is within. */
export interface Place {
  readonly holder: Holder | unknown[];
  readonly key: string | number;
  /** Nothing may not stand there: then there is nothing above either. */
  readonly required: boolean;
  readonly above: Place | undefined;
  /** There is nothing, because of an error there or within. */
  hasFallen?: true;
}

/** Writes nothing at a place for an error there, or above it, as far up as nothing may not stand. */
export const nullify = (place: Place): void => {
  let fallen = place;
  while (fallen.required && fallen.above !== undefined) fallen = fallen.above;
  (fallen.holder as Holder)[fallen.key] = null;
  fallen.hasFallen = true;
};

/** Whether what is written there is still part of the answer. */
export const hasFallen = (place: Place): boolean => {
  for (let at: Place | undefined = place; at !== undefined; at = at.above) if (at.hasFallen === true) return true;
  return false;
};

/** From the root, which has no name of its own. */
export const pathOf = (place: Place): readonly (string | number)[] => {
  const path: (string | number)[] = [];
  for (let at = place; at.above !== undefined; at = at.above) path.unshift(at.key);
  return path;
};

/** The same in numbers: which of the names of its object, or of the items of its list, each step is. */
export const stepsTo = (place: Place): readonly number[] => {
  const steps: number[] = [];
  for (let at = place; at.above !== undefined; at = at.above)
    steps.unshift(typeof at.key === 'number' ? at.key : Object.keys(at.holder).indexOf(at.key));
  return steps;
};

/** Which of two places comes first in an answer. */
export const compareSteps = (one: readonly number[], other: readonly number[]): number => {
  for (const [at, step] of one.entries()) {
    const difference = step - (other[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
};
