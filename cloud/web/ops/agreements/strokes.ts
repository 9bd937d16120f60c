/** The lines of a signature, as whoever draws it leaves them. */
export interface Line {
  /** `time` in milliseconds since any moment. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly time: number }[];
}
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** x, y, and milliseconds since the first point, one after the other. */
  readonly strokes: readonly (readonly number[])[];
}

const POINTS_MAX = 5_000;
const STROKES_MAX = 500;
const TIME_MAX = 3_600_000;
const PLACE_MAX = 10_000;

const within = (value: number, most: number, least = -most): number =>
  Math.min(most, Math.max(least, Math.round(value)));

/**
 * A drawing as the platform takes it; undefined where nothing is drawn. One of more points than that is made of every second,
 * third… of them: the first of each line stays.
 */
export const drawingOf = (lines: readonly Line[], width: number, height: number): Drawing | undefined => {
  const drawn = lines.filter(({ points }) => points.length > 0).slice(0, STROKES_MAX);
  const first = drawn[0]?.points[0];
  if (first === undefined) return undefined;
  const count = (every: number): number => drawn.reduce((sum, { points }) => sum + Math.ceil(points.length / every), 0);
  let every = 1;
  while (count(every) > POINTS_MAX) every += 1;
  const strokes = drawn.map(({ points }) =>
    points
      .filter((_point, at) => at % every === 0)
      .flatMap(({ x, y, time }) => [
        within(x, PLACE_MAX),
        within(y, PLACE_MAX),
        within(time - first.time, TIME_MAX, 0),
      ]),
  );
  return { width: within(width, PLACE_MAX, 1), height: within(height, PLACE_MAX, 1), strokes };
};
