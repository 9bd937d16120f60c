import { describe, expect, it } from 'vitest';
import { drawingOf, type Line } from './strokes.ts';

const line = (points: number, from = 0): Line => ({
  points: Array.from({ length: points }, (_, at) => ({ x: at + 0.4, y: 10.6, time: 1_000_000 + from + at * 16.5 })),
});

describe('a drawn signature', () => {
  it('is whole numbers, with times since the first point', () =>
    expect(drawingOf([line(2), line(1, 500)], 600.5, 176)).toEqual({
      width: 601,
      height: 176,
      strokes: [
        [0, 11, 0, 1, 11, 17],
        [0, 11, 500],
      ],
    }));

  it('is none where nothing was drawn', () => {
    expect(drawingOf([], 600, 176)).toBeUndefined();
    expect(drawingOf([{ points: [] }], 600, 176)).toBeUndefined();
  });

  it('never has more points than are taken, nor leaves what may be said', () => {
    const drawing = drawingOf([line(9_000), line(3), ...Array.from({ length: 700 }, () => line(1, 9e9))], 600, 176);
    expect(drawing?.strokes.flat().length).toBeLessThanOrEqual(15_000);
    expect(drawing?.strokes).toHaveLength(500);
    expect(Math.max(...(drawing?.strokes.flat() ?? []))).toBe(3_600_000);
  });
});
