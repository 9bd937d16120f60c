import { isMet } from './goal.ts';
import { type Spread, short, shortSpread, spreadOf } from './statistics.ts';
import { table } from './table.ts';

/** What one round found of a goal of the frame: the thing itself, and the floor that it stands on, measured beside it. */
export interface Pair {
  readonly own: number;
  readonly floor: number;
}

/** A goal of the frame. Where it bounds the ratio or the difference, both sides of that are of one and the same round. */
export interface FrameGoal {
  readonly what: string;
  readonly floor: string;
  readonly unit: string;
  readonly bounds: 'ratio' | 'difference' | 'itself';
  readonly atMost: number;
}

export interface Figure extends FrameGoal {
  readonly name: string;
  readonly own: Spread;
  readonly beneath: Spread;
  readonly ratio: Spread;
  readonly difference: Spread;
  readonly met: boolean;
}

export const figureOf = (goal: FrameGoal & { readonly name: string }, rounds: readonly Pair[]): Figure => {
  const [own, beneath, ratio, difference] = [
    spreadOf(rounds.map((pair) => pair.own)),
    spreadOf(rounds.map((pair) => pair.floor)),
    spreadOf(rounds.map((pair) => pair.own / pair.floor)),
    spreadOf(rounds.map((pair) => pair.own - pair.floor)),
  ];
  const value = { ratio, difference, itself: own }[goal.bounds];
  const { name, what, atMost } = goal;
  return { ...goal, own, beneath, ratio, difference, met: isMet({ name, what, bound: { atMost }, value }) === true };
};

const SIGNS = { ratio: '÷ ', difference: '− ', itself: '' } as const;
const boundOf = ({ bounds, atMost, unit }: Figure): string =>
  `${SIGNS[bounds]}≤ ${short(atMost)}${bounds === 'ratio' ? '' : ` ${unit}`}`;

/** Medians over the rounds, and (lowest..highest). */
export const frameReport = (figures: readonly Figure[]): string =>
  table(
    ['goal', 'what', 'measured', 'floor', 'of the floor', '÷ floor, or −', 'bound', ''],
    figures.map((figure) => [
      figure.name,
      figure.what,
      `${shortSpread(figure.own)} ${figure.unit}`,
      figure.floor,
      `${shortSpread(figure.beneath)} ${figure.unit}`,
      shortSpread(figure.bounds === 'difference' ? figure.difference : figure.ratio),
      boundOf(figure),
      figure.met ? 'met' : 'not met',
    ]),
  );
