import { noStructure, type Structure } from './structure.ts';
import type { Line, LinePiece, Run } from './text-lines.ts';
import { linesOf } from './text-lines.ts';

/** What is drawn on: as much of pdfkit as is needed. */
export type Sheet = Pick<
  PDFKit.PDFDocument,
  'addPage' | 'font' | 'fontSize' | 'fillColor' | 'strokeColor' | 'lineWidth' | 'text' | 'widthOfString'
> &
  Pick<
    PDFKit.PDFDocument,
    'rect' | 'fill' | 'moveTo' | 'lineTo' | 'stroke' | 'link' | 'lineCap' | 'lineJoin' | 'save'
  > &
  Pick<PDFKit.PDFDocument, 'restore'>;

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, side: 60, top: 60, bottom: 72 } as const;
export const COLOURS = {
  text: '#1c1c1e',
  quiet: '#5c5c61',
  rule: '#c7c7cc',
  shade: '#f2f2f4',
  added: '#0b6b2e',
  removed: '#a3140c',
} as const;

/**
 * Noto Sans draws an `ị` as an `i` and a dot, and pdfkit then says of each `i` of the file that it is an `ị`: who copies or
 * searches the text finds other words. Without that feature of the font it is a letter of its own.
 */
const looksOf = (text: string): PDFKit.Mixins.TextOptions =>
  // The types know the features that are put on, not those that are put off.
  DOTTED.test(text.normalize('NFD'))
    ? { features: { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[] }
    : {};
const DOTTED = /[ij]\p{M}/u;

export type PageWriter = ReturnType<typeof createPageWriter>;

/**
 * Writes from top to bottom, on the next page where this one is full. INVARIANT: between two calls `y` is on the page, and
 * nothing has been drawn below it.
 */
export const createPageWriter = (sheet: Sheet, shown: (text: string) => string, structure: Structure = noStructure) => {
  let y: number = PAGE.top;
  let indent = 0;
  /** Where quotes have their bars. */
  let bars: readonly number[] = [];
  let marker: Run | undefined;
  const floor = PAGE.height - PAGE.bottom;

  const measure = (text: string, { face, size }: Run): number =>
    sheet.font(face).fontSize(size).widthOfString(text, looksOf(text));
  const left = (): number => PAGE.side + indent;
  const width = (): number => PAGE.width - PAGE.side - left();

  const nextPage = (): void => {
    sheet.addPage();
    y = PAGE.top;
  };
  /** Goes to the next page unless so much fits here; what is higher than a page begins where it is. */
  const need = (height: number): void => {
    if (y + height > floor && y > PAGE.top && height <= floor - PAGE.top) nextPage();
  };
  const drawPiece = ({ run, text, width: wide }: LinePiece, x: number, at: number): void => {
    const { face, size, colour, line, link } = run;
    sheet
      .font(face)
      .fontSize(size)
      .fillColor(colour)
      .text(text, x, at, { lineBreak: false, ...looksOf(text) });
    if (line !== undefined) sheet.rect(x, at + size * (line === 'under' ? 1.22 : 0.75), wide, 0.6).fill(colour);
    if (link !== undefined) sheet.link(x, at, wide, size * 1.3, link);
  };
  const drawPieces = (line: Line, x: number, at: number): void => {
    let from = x;
    for (const piece of line.pieces) {
      drawPiece(piece, from, at);
      from += piece.width;
    }
  };
  const drawLine = (line: Line, x: number, at: number): void => structure.says(() => drawPieces(line, x, at));
  const drawRect = (colour: string, ...[x, top, wide, high]: readonly [number, number, number, number]): void =>
    structure.decorates(() => void sheet.rect(x, top, wide, high).fill(colour));

  return {
    sheet,
    shown,
    structure,
    left,
    width,
    y: () => y,
    need,
    nextPage,
    drawLine,
    /** A line that belongs to the paper, not to what is written. */
    drawPieces,
    /** A line, or a shade: what is drawn over it comes later. */
    drawRect,
    linesOf: (runs: readonly Run[], within: number): readonly Line[] => linesOf(runs, within, measure),
    /** Takes so much height of this page, or of the next one; resolves to where it begins. */
    take: (height: number): number => {
      if (y + height > floor && y > PAGE.top) nextPage();
      const from = y;
      y += height;
      for (const bar of bars) drawRect(COLOURS.rule, PAGE.side + bar, from, 2, height);
      return from;
    },
    /** Space below what was written; none at the top of a page. */
    space: (height: number): void => {
      if (y > PAGE.top) y = Math.min(floor, y + height);
    },
    /** Stands before the first line of what comes next. */
    markNext: (run: Run): void => {
      marker = run;
    },
    hasMarker: (): boolean => marker !== undefined,
    takeMarker: (): Run | undefined => {
      const found = marker;
      marker = undefined;
      return found;
    },
    indented: (by: number, write: () => void, bar = false): void => {
      const before = bars;
      if (bar) bars = [...bars, indent + by / 3];
      indent += by;
      write();
      indent -= by;
      bars = before;
    },
  };
};
