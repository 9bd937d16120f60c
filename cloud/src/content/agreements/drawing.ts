import { z } from 'zod';

const POINTS_MAX = 5_000;
const NUMBERS_A_POINT = 3;

const pointsIn = (strokes: readonly (readonly number[])[]): number =>
  strokes.reduce((sum, stroke) => sum + stroke.length / NUMBERS_A_POINT, 0);

/** A signature as it was drawn: never an image, so there is nothing in it but the lines. */
export const Drawing = z.strictObject({
  width: z.int().min(1).max(10_000).describe('Of the field that it was drawn in, in its own units.'),
  height: z.int().min(1).max(10_000).describe('Of the same field.'),
  strokes: z
    .array(
      z
        .array(z.int().min(-10_000).max(3_600_000))
        .min(NUMBERS_A_POINT)
        .max(POINTS_MAX * NUMBERS_A_POINT)
        .refine((numbers) => numbers.length % NUMBERS_A_POINT === 0, 'must have three numbers for each point'),
    )
    .min(1)
    .max(500)
    .refine((strokes) => pointsIn(strokes) <= POINTS_MAX, `must have ${POINTS_MAX} points in all at most`)
    .describe(
      'Each line, point by point: x, y, and milliseconds since the first point, as whole numbers one after the other. 5,000 points in all at most.',
    ),
});
export type Drawing = z.output<typeof Drawing>;
export const A_DRAWING = { width: 600, height: 200, strokes: [[40, 120, 0, 64, 92, 16, 98, 131, 33]] };
