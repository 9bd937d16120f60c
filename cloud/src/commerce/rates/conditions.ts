import type { MeteredKey } from './charge-keys.ts';
import type { Condition } from './rate-bodies.ts';

/** What is known of a facility on a day. */
export interface DayFacts {
  /** Thousandths, by charge. What nothing meters is left out. */
  readonly quantities: Readonly<Partial<Record<MeteredKey, number>>>;
  readonly facilitiesOfOrganisation: number;
  /** ISO 3166, in capitals; empty where nobody has said. */
  readonly country: string;
  /** Days since the first one that was billed. */
  readonly ageDays: number;
}

const COUNTED = {
  doors: 'pricePerDoorDay',
  members: 'pricePerMemberDay',
  devices: 'pricePerDeviceDay',
  cameras: 'pricePerCameraDay',
} as const satisfies Readonly<Record<string, MeteredKey>>;

const factOf = (field: Condition['field'], day: string, facts: DayFacts): number | string => {
  switch (field) {
    case 'country':
      return facts.country;
    case 'month':
      return Number(day.slice(5, 7));
    case 'facilitiesOfOrganisation':
    case 'ageDays':
      return facts[field];
    default:
      return (facts.quantities[COUNTED[field]] ?? 0) / 1_000;
  }
};

type Compare = (fact: number | string, value: number | string) => boolean;
const COMPARED: Readonly<Record<Exclude<Condition['op'], 'in'>, Compare>> = {
  eq: (fact, value) => fact === value,
  ne: (fact, value) => fact !== value,
  lt: (fact, value) => fact < value,
  lte: (fact, value) => fact <= value,
  gt: (fact, value) => fact > value,
  gte: (fact, value) => fact >= value,
};

/** Whether all of these hold on that day. Without any, it always does. */
export const holds = (conditions: readonly Condition[], day: string, facts: DayFacts): boolean =>
  conditions.every(({ field, op, value }) => {
    const fact = factOf(field, day, facts);
    if (op === 'in') return [value].flat().includes(fact);
    return COMPARED[op](fact, value as number | string);
  });
