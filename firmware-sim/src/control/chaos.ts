import { createDice, type Dice, seededRandom } from '../seeded-random.ts';
import type { ChaosUse, Target } from './command.ts';
import type { Step } from './step.ts';

/** Something that chaos may do to one part of a building. */
export interface ChaosChoice {
  readonly target: Target;
  readonly name: string;
  readonly command: string;
  readonly use: ChaosUse;
}

export interface ChaosWish {
  /** Equal wishes give equal lists. */
  readonly seed: string;
  readonly seconds: number;
  /** From one fault to the next, on average. */
  readonly everyMs: number;
  readonly choices: readonly ChaosChoice[];
}

/** A step, and the place in the list of the one that it ends. */
export type ChaosStep = Step & { readonly ends?: number };

/** How often each kind of part is hit. The building as a whole rarely: a power cut hides every other fault. */
const WEIGHTS: Readonly<Record<Target, number>> = {
  door: 5,
  wire: 4,
  bus: 3,
  reader: 3,
  controller: 2,
  board: 2,
  site: 1,
};
const SHORTEST_FAULT_MS = 200;
const LONGEST_FAULT_MS = 8_000;

interface Drawn {
  readonly begin: Step;
  readonly end: Step | undefined;
}

/**
 * A list of faults over the parts of a building, by ascending time. Every fault that does not end by itself is ended within
 * the list, and no fault is put on a part that still suffers one with the same end.
 */
export const chaosSchedule = ({ seed, seconds, everyMs, choices }: ChaosWish): readonly ChaosStep[] => {
  const dice = createDice(seededRandom(`chaos ${seed}`));
  const endMs = seconds * 1_000;
  const busyUntil = new Map<string, number>();
  const drawn: Drawn[] = [];
  const hat = sorted(choices);
  for (let atMs = dice.between(0, everyMs); atMs < endMs; atMs += dice.between(1, 2 * everyMs)) {
    const one = draw(dice, hat, atMs, endMs, busyUntil);
    if (one !== undefined) drawn.push(one);
  }
  return inOrder(drawn);
};

/** What is drawn from, sorted once: each target as often as it weighs, its parts, and what may be done to each. */
interface Hat {
  readonly targets: readonly Target[];
  readonly parts: ReadonlyMap<Target, readonly (readonly ChaosChoice[])[]>;
}

const sorted = (choices: readonly ChaosChoice[]): Hat => {
  const parts = [...Map.groupBy(choices, ({ target }) => target)].map(
    ([target, all]) => [target, [...Map.groupBy(all, ({ name }) => name).values()]] as const,
  );
  return {
    targets: parts.flatMap(([target]) => Array.from({ length: WEIGHTS[target] }, () => target)),
    parts: new Map(parts),
  };
};

const draw = (
  dice: Dice,
  { targets, parts }: Hat,
  atMs: number,
  endMs: number,
  busyUntil: Map<string, number>,
): Drawn | undefined => {
  if (targets.length === 0) return undefined;
  const target = dice.pick(targets);
  const { name, command, use } = dice.pick(dice.pick(parts.get(target) ?? []));
  const body = dice.pick(use.bodies ?? [{}]);
  const lastsMs = dice.between(SHORTEST_FAULT_MS, LONGEST_FAULT_MS);
  const begin: Step = { atMs, target, name, command, body: { ...body } };
  if (use.undo === undefined) return { begin, end: undefined };
  const key = `${target} ${name} ${use.undo.name}`;
  if ((busyUntil.get(key) ?? -1) >= atMs) return undefined;
  const untilMs = Math.min(endMs, atMs + lastsMs);
  busyUntil.set(key, untilMs);
  return { begin, end: { atMs: untilMs, target, name, command: use.undo.name, body: { ...use.undo.body } } };
};

const inOrder = (drawn: readonly Drawn[]): ChaosStep[] => {
  const steps = drawn.flatMap(({ begin, end }) => (end === undefined ? [begin] : [begin, end]));
  const inTime = [...steps].sort((a, b) => a.atMs - b.atMs);
  const places = new Map(inTime.map((step, at) => [step, at]));
  const begins = new Map(
    drawn.flatMap(({ begin, end }) => (end === undefined ? [] : [[end, places.get(begin)] as const])),
  );
  return inTime.map((step) => {
    const ends = begins.get(step);
    return ends === undefined ? step : { ...step, ends };
  });
};
