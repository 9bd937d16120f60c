import { type Spread, shortSpread } from './statistics.ts';
import { table } from './table.ts';

/** A ratio that the product is held against, both of its sides measured in one and the same round. */
export interface Goal {
  readonly name: string;
  readonly what: string;
  readonly bound: { readonly atMost: number } | { readonly atLeast: number };
  /** `undefined` when this machine has nothing to compare with. */
  readonly value: Spread | undefined;
}

export const isMet = ({ bound, value }: Goal): boolean | undefined => {
  if (value === undefined) return undefined;
  return 'atMost' in bound ? value.median <= bound.atMost : value.median >= bound.atLeast;
};

const VERDICTS = { true: 'met', false: 'not met', undefined: 'not measured' } as const;

export const goalTable = (goals: readonly Goal[]): string =>
  table(
    ['goal', 'what', 'bound', 'measured', ''],
    goals.map((goal) => [
      goal.name,
      goal.what,
      'atMost' in goal.bound ? `≤ ${goal.bound.atMost}` : `≥ ${goal.bound.atLeast}`,
      goal.value === undefined ? '–' : shortSpread(goal.value),
      VERDICTS[`${isMet(goal)}`],
    ]),
  );

/** For a file of numbers. */
export const withVerdicts = (goals: readonly Goal[]) => goals.map((goal) => ({ ...goal, met: isMet(goal) }));
