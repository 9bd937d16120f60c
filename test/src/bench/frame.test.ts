import { describe, expect, it } from 'vitest';
import { figureOf, frameReport } from '../../bench/frame-figures.ts';
import { FRAME_GOAL_NAMES, goalsNamed } from '../../bench/frame-goals.ts';

const GOAL = { name: 'H', what: 'this', floor: 'that', unit: 'ms', atMost: 2 } as const;
const ROUNDS = [
  { own: 10, floor: 10 },
  { own: 30, floor: 15 },
  { own: 90, floor: 30 },
];

describe('a figure of the frame bench', () => {
  it('divides within each round, and only then takes the median', () => {
    const figure = figureOf({ ...GOAL, bounds: 'ratio' }, [
      { own: 10, floor: 10 },
      { own: 30, floor: 3 },
      { own: 40, floor: 20 },
    ]);
    expect(figure.own).toEqual({ median: 30, min: 10, max: 40 });
    expect(figure.beneath).toEqual({ median: 10, min: 3, max: 20 });
    expect(figure.ratio).toEqual({ median: 2, min: 1, max: 10 });
    expect(figure.met).toBe(true);
  });

  it('holds against its bound what that is of: the ratio, or the thing itself', () => {
    const met = (bounds: 'ratio' | 'itself', atMost: number) => figureOf({ ...GOAL, bounds, atMost }, ROUNDS).met;
    expect([met('ratio', 2), met('ratio', 1.9)]).toEqual([true, false]);
    expect([met('itself', 30), met('itself', 29)]).toEqual([true, false]);
  });

  it('is a row with everything in it, and what is not met says so', () => {
    const figures = [figureOf({ ...GOAL, bounds: 'ratio' }, ROUNDS), figureOf({ ...GOAL, bounds: 'itself' }, ROUNDS)];
    const [, , first = '', second = ''] = frameReport(figures).split('\n');
    const cells = (row: string) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1);
    expect(cells(first)).toEqual(['H', 'this', '30 (10..90) ms', 'that', '15 (10..30) ms', '2 (1..3)', '÷ ≤ 2', 'met']);
    expect(cells(second).slice(-2)).toEqual(['≤ 2 ms', 'not met']);
  });
});

describe('the goals that a run is asked for', () => {
  it('are all of them, some, or all parts of one', () => {
    expect(goalsNamed([])).toEqual(FRAME_GOAL_NAMES);
    expect(goalsNamed(['H4', 'H1'])).toEqual(['H1', 'H4']);
    expect(goalsNamed(['H6'])).toEqual(['H6-cloud', 'H6-agent']);
    expect(goalsNamed(['H7-push'])).toEqual(['H7-push']);
  });

  it('are none where one is unknown', () => {
    expect(goalsNamed(['H1', 'H9'])).toBeUndefined();
    expect(goalsNamed(['H'])).toBeUndefined();
  });
});
