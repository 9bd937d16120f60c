import type { Table } from '../markdown/blocks.ts';
import type { Fact } from './document.ts';
import { BODY, type Look, runOf, runsOf } from './draw-text.ts';
import { COLOURS, type PageWriter } from './page-writer.ts';
import type { Line, Run } from './text-lines.ts';

const PADDING = 5;
/** What a column has at least, where there is room for it. */
const COLUMN_MIN = 28;
const CELL: Look = { ...BODY, size: 9 };
const FACT_NAME = { ...CELL, colour: COLOURS.quiet };

type Cell = readonly Run[];

interface Grid {
  readonly head: readonly Cell[] | undefined;
  readonly rows: readonly (readonly Cell[])[];
  readonly ends: readonly ('start' | 'middle' | 'end')[];
  readonly widths: readonly number[];
}

export const writeTable = (page: PageWriter, { columns, head, rows }: Table): void => {
  const cells = (row: Table['head'], look: Look) => row.map((parts) => runsOf(page, parts, look));
  const heads = cells(head, { ...CELL, bold: true });
  const bodies = rows.map((row) => cells(row, CELL));
  writeGrid(page, { head: heads, rows: bodies, ends: columns, widths: widthsOf(page, [heads, ...bodies]) });
};

export const writeFacts = (page: PageWriter, facts: readonly Fact[]): void => {
  const rows = facts.map(({ name, value }) => [[runOf(page, name, FACT_NAME)], [runOf(page, value, CELL)]]);
  const names = page.width() * 0.3;
  writeGrid(page, { head: undefined, rows, ends: ['start', 'start'], widths: [names, page.width() - names] });
};

/** Each column as wide as it would like to be, or as much narrower as all have to be; none below its least share. */
const widthsOf = (page: PageWriter, rows: readonly (readonly Cell[])[]): readonly number[] => {
  const all = page.width();
  const count = rows[0]?.length ?? 0;
  const least = Math.min(COLUMN_MIN, all / Math.max(1, count));
  const wanted = Array.from({ length: count }, (_, at) =>
    Math.max(
      least,
      ...rows.map((row) => 2 * PADDING + 1 + widest(page.linesOf(row[at] ?? [], Number.POSITIVE_INFINITY))),
    ),
  );
  const sum = wanted.reduce((total, width) => total + width, 0);
  if (sum <= all) return wanted;
  // Narrow columns keep what they need; the others share what is left in proportion.
  const fair = all / count;
  const narrow = wanted.filter((width) => width <= fair).reduce((total, width) => total + width, 0);
  const share = (all - narrow) / (sum - narrow);
  return wanted.map((width) => (width <= fair ? width : width * share));
};
const widest = (lines: readonly Line[]): number => Math.max(0, ...lines.map(({ width }) => width));

const writeGrid = (page: PageWriter, grid: Grid): void => {
  const header = grid.head && linesOfRow(page, grid.head, grid.widths);
  if (header !== undefined) writeRow(page, header, grid, true);
  for (const row of grid.rows) {
    const cells = linesOfRow(page, row, grid.widths);
    const before = page.y();
    page.need(heightOf(cells));
    if (header !== undefined && page.y() < before) writeRow(page, header, grid, true);
    writeRow(page, cells, grid, false);
  }
};

const linesOfRow = (page: PageWriter, row: readonly Cell[], widths: readonly number[]): readonly (readonly Line[])[] =>
  row.map((cell, at) => page.linesOf(cell, Math.max(1, (widths[at] ?? 0) - 2 * PADDING)));

const heightOf = (cells: readonly (readonly Line[])[]): number =>
  2 * PADDING + Math.max(0, ...cells.map((lines) => lines.reduce((sum, { height }) => sum + height, 0)));

/** Line by line over all of its cells, so that a row that is higher than a page goes on on the next one. */
const writeRow = (
  page: PageWriter,
  cells: readonly (readonly Line[])[],
  { ends, widths }: Grid,
  isHead: boolean,
): void => {
  const { structure } = page;
  const full = widths.reduce((sum, width) => sum + width, 0);
  const elements: ReturnType<typeof structure.open>[] = [];
  structure.inside(structure.open('TR'), () => {
    for (const _cell of cells) elements.push(structure.open(isHead ? 'TH' : 'TD'));
  });
  const levels = Math.max(1, ...cells.map((lines) => lines.length));
  const strip = (height: number): number => {
    const at = page.take(height);
    if (isHead) page.drawRect(COLOURS.shade, page.left(), at, full, height);
    return at;
  };
  strip(PADDING);
  for (let level = 0; level < levels; level++) {
    const at = strip(Math.max(...cells.map((lines) => lines[level]?.height ?? 0), 1));
    let x = page.left();
    for (const [column, lines] of cells.entries()) {
      const width = widths[column] ?? 0;
      const line = lines[level];
      const slack = line === undefined ? 0 : Math.max(0, width - 2 * PADDING - line.width);
      const shift = { start: 0, middle: slack / 2, end: slack }[ends[column] ?? 'start'];
      const from = x + PADDING + shift;
      if (line !== undefined) structure.inside(elements[column], () => page.drawLine(line, from, at));
      x += width;
    }
  }
  const end = strip(PADDING) + PADDING;
  page.drawRect(COLOURS.rule, page.left(), end - 0.6, full, 0.6);
};
