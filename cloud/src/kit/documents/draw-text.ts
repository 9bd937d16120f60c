import type { Inline } from '../markdown/blocks.ts';
import { COLOURS, type PageWriter } from './page-writer.ts';
import type { Piece } from './redline.ts';
import type { Face, Run } from './text-lines.ts';

export interface Look {
  readonly size: number;
  readonly colour: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly line?: Run['line'];
}
export const BODY: Look = { size: 10, colour: COLOURS.text };
const MARKER_GAP = 5;

export const runOf = (page: PageWriter, text: string, look: Look, link?: string): Run => ({
  text: page.shown(text),
  face: faceOf(look),
  size: look.size,
  colour: look.colour,
  line: look.line,
  link,
});
const faceOf = ({ bold, italic }: Look): Face =>
  bold ? (italic ? 'bold-italic' : 'bold') : italic ? 'italic' : 'regular';

/** What was written in Markdown, as runs of text. */
export const runsOf = (page: PageWriter, parts: readonly Inline[], look: Look): readonly Run[] =>
  parts.flatMap((part) => runsOfOne(page, part, look));

const runsOfOne = (page: PageWriter, part: Inline, look: Look): readonly Run[] => {
  switch (part.is) {
    case 'text':
      return [runOf(page, part.text, look)];
    case 'code':
      return [runOf(page, part.text, { ...look, colour: COLOURS.quiet })];
    case 'break':
      return [runOf(page, '\n', look)];
    case 'image':
      return [runOf(page, part.instead, { ...look, italic: true })];
    case 'emphasis':
      return runsOf(page, part.parts, { ...look, italic: true });
    case 'strong':
      return runsOf(page, part.parts, { ...look, bold: true });
    case 'struck':
      return runsOf(page, part.parts, { ...look, line: 'through' });
    case 'link':
      return linkRuns(page, part, look);
  }
};

/** Who prints a document still sees where its links lead. */
const linkRuns = (page: PageWriter, { to, parts }: Extract<Inline, { is: 'link' }>, look: Look): readonly Run[] => {
  const runs = runsOf(page, parts, { ...look, line: 'under' }).map((run) => ({ ...run, link: to }));
  const address = to.replace(/^(?:mailto|tel):|\/$/g, '');
  if (runs.some(({ text }) => text.includes(address))) return runs;
  return [...runs, runOf(page, ` (${address})`, look, to)];
};

/** Writes lines of text below each other, the first with the marker that waits for it. */
export const writeRuns = (page: PageWriter, runs: readonly Run[]): void => {
  for (const line of page.linesOf(runs, page.width())) {
    const at = page.take(line.height);
    const marker = page.takeMarker();
    if (marker !== undefined) {
      const [mark] = page.linesOf([marker], Number.POSITIVE_INFINITY);
      if (mark !== undefined) page.drawLine(mark, page.left() - MARKER_GAP - mark.width, at);
    }
    page.drawLine(line, page.left(), at);
  }
};

const REDLINE: Readonly<Record<Piece['is'], Partial<Look>>> = {
  same: {},
  added: { colour: COLOURS.added, line: 'under' },
  removed: { colour: COLOURS.removed, line: 'through' },
};
export const writeRedline = (page: PageWriter, pieces: readonly Piece[]): void =>
  writeRuns(
    page,
    pieces.map(({ is, text }) => runOf(page, text, { ...BODY, ...REDLINE[is] })),
  );
