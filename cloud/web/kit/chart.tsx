import { useId, useRef } from 'preact/hooks';
import { chartWords } from '../words/charts-en.ts';
import { type ChartRow, columnsOf, MARGIN } from './chart-geometry.ts';
import { FiguresTable } from './figures-table.tsx';
import { useWidth } from './use-width.ts';

/** What a series is called, and how it is meant. */
export interface Series {
  readonly name: string;
  /** `plain`: what is meant in no way, such as the rest. */
  readonly tone: 'calm' | 'held' | 'alarm' | 'plain';
}

interface ChartProps {
  readonly title: string;
  /** What a column is, at the head of the table. */
  readonly column: string;
  readonly rows: readonly ChartRow[];
  readonly series: readonly Series[];
  /** How a number is written; whole numbers unless given. */
  readonly number?: (n: number) => string;
}

const HEIGHT = 220;

/** Stacked columns, and the same numbers as a table: a picture alone is for nobody who cannot see it. */
export const Chart = ({ title, column, rows, series, number = chartWords.number }: ChartProps) => {
  const id = useId();
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption>
        <span id={id} class="chart-title">
          {title}
        </span>
        <ul class="legend">
          {series.map(({ name, tone }) => (
            <li key={name} data-tone={tone}>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <Columns rows={rows} series={series} number={number} />
      <details>
        <summary>{chartWords.asTable}</summary>
        <ChartTable title={title} column={column} rows={rows} series={series} number={number} />
      </details>
    </figure>
  );
};

type Drawn = Required<ChartProps>;

const Columns = ({ rows, series, number }: Pick<Drawn, 'rows' | 'series' | 'number'>) => {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const { bars, lines, names } = columnsOf(rows, { width, height: HEIGHT });
  const totals = series.map(({ name }, at) => ({
    name,
    count: rows.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  }));
  return (
    <div class="chart-frame" ref={frame}>
      {width > 0 && (
        <svg role="img" aria-label={chartWords.summary(totals, number)} width={width} height={HEIGHT} direction="ltr">
          {lines.map(({ value, y }) => (
            <g key={value} class="chart-line">
              <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y} y2={y} />
              <text x={MARGIN.left - 8} y={y} dy="0.32em" text-anchor="end">
                {number(value)}
              </text>
            </g>
          ))}
          {bars.map(({ key, series: at, ...place }) => (
            <rect key={`${key}/${at}`} class="chart-bar" data-tone={series[at]?.tone} {...place} />
          ))}
          {names.map(({ key, label, x }) => (
            <text key={key} x={x} y={HEIGHT - 8} text-anchor="middle">
              {label}
            </text>
          ))}
        </svg>
      )}
    </div>
  );
};

const ChartTable = ({ title, column, rows, series, number }: Drawn) => (
  <FiguresTable
    title={title}
    columns={[column, ...series.map(({ name }) => name)]}
    rows={rows.map(({ key, label, values }) => ({ key, name: label, cells: values.map(number) }))}
  />
);
