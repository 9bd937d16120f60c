import { ticks } from 'd3-array';
import { stack } from 'd3-shape';

/** One column of a chart: what it is called, and a number of each series, in their order. */
export interface ChartRow {
  readonly key: string;
  readonly label: string;
  readonly values: readonly number[];
}

interface Bar {
  readonly key: string;
  readonly series: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
interface Geometry {
  readonly bars: readonly Bar[];
  /** Lines across, by the number that each stands for. */
  readonly lines: readonly { readonly value: number; readonly y: number }[];
  /** As many names of columns as there is room for. */
  readonly names: readonly { readonly key: string; readonly label: string; readonly x: number }[];
}

/** Room for the numbers at the left, for the names below, and for half a line of text above. */
export const MARGIN = { left: 44, right: 8, top: 10, bottom: 28 } as const;
const A_NAME = 96;
const LINES = 4;
const GAP = 0.18;

/** Where everything of a chart of stacked columns stands, in pixels. */
export const columnsOf = (
  rows: readonly ChartRow[],
  size: { readonly width: number; readonly height: number },
): Geometry => {
  const inner = size.width - MARGIN.left - MARGIN.right;
  const floor = size.height - MARGIN.bottom;
  const highest = Math.max(1, ...rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0)));
  const values = ticks(0, highest, LINES).filter(Number.isInteger);
  // The highest column ends at a line, or a little below one.
  const step = (values[1] ?? 1) - (values[0] ?? 0);
  const top = Math.ceil(highest / step) * step;
  const y = (value: number): number => floor - (value / top) * (floor - MARGIN.top);
  const band = inner / Math.max(1, rows.length);
  const left = (place: number): number => MARGIN.left + place * band;
  const keys = (rows[0]?.values ?? []).map((_value, series) => series);
  const stacked = stack<ChartRow, number>()
    .keys(keys)
    .value((row, series) => row.values[series] ?? 0)([...rows]);
  const bars = stacked.flatMap((layer) =>
    layer.flatMap(([from, to], place): Bar[] => {
      const key = rows[place]?.key;
      if (key === undefined || to <= from) return [];
      const bar = { x: left(place) + (band * GAP) / 2, y: y(to), width: band * (1 - GAP), height: y(from) - y(to) };
      return [{ key, series: layer.key as unknown as number, ...bar }];
    }),
  );
  const every = Math.max(1, Math.ceil((rows.length * A_NAME) / Math.max(A_NAME, inner)));
  return {
    bars,
    lines: [...new Set([...values, top])].map((value) => ({ value, y: y(value) })),
    names: rows.flatMap(({ key, label }, place) =>
      place % every === 0 ? [{ key, label, x: left(place) + band / 2 }] : [],
    ),
  };
};
