import { describe, expect, it } from 'vitest';
import { type ChartRow, columnsOf, MARGIN } from './chart-geometry.ts';

const row = (key: number, ...values: number[]): ChartRow => ({ key: String(key), label: `at ${key}`, values });
const SIZE = { width: 400, height: 200 };
const FLOOR = SIZE.height - MARGIN.bottom;

describe('a chart of columns', () => {
  it('stacks the series of a column on each other, from the floor, as high as their numbers are', () => {
    const { bars } = columnsOf([row(1, 3, 1), row(2, 8, 0)], SIZE);
    const [first, second] = [bars.find(({ key }) => key === '1'), bars.find(({ series }) => series === 1)];
    expect(bars).toHaveLength(3);
    expect((first?.y ?? 0) + (first?.height ?? 0)).toBe(FLOOR);
    expect((second?.y ?? 0) + (second?.height ?? 0)).toBe(first?.y);
    expect(first?.height).toBeCloseTo(3 * (second?.height ?? 0));
  });
  it('has lines at whole numbers, the topmost above every column', () => {
    const { lines, bars } = columnsOf([row(1, 1), row(2, 2)], SIZE);
    expect(lines.map(({ value }) => value)).toEqual([0, 1, 2]);
    expect(Math.min(...lines.map(({ y }) => y))).toBeLessThanOrEqual(Math.min(...bars.map(({ y }) => y)));
  });
  it('names as many columns as there is room for, the first always', () => {
    const { names } = columnsOf(
      Array.from({ length: 48 }, (_, at) => row(at, at)),
      SIZE,
    );
    expect(names.length).toBeLessThanOrEqual(4);
    expect(names[0]?.label).toBe('at 0');
  });
  it('draws its lines and nothing else where nothing happened, or nothing is known', () => {
    expect(columnsOf([row(1, 0, 0)], SIZE)).toMatchObject({ bars: [], lines: [{ value: 0, y: FLOOR }, { value: 1 }] });
    expect(columnsOf([], SIZE).names).toEqual([]);
  });
});
