import type { List } from '../markdown/blocks.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import type { Part } from './document.ts';
import { writeDrawing, writeQr } from './draw-marks.ts';
import { writeFacts, writeTable } from './draw-table.ts';
import { BODY, runOf, runsOf, writeRedline, writeRuns } from './draw-text.ts';
import { COLOURS, type PageWriter } from './page-writer.ts';
import { redline } from './redline.ts';

const HEADINGS = [20, 15, 12.5, 11, 10, 10];
const GAP = 7;
const LIST_INDENT = 22;
const QUOTE_INDENT = 15;

export const writeParts = (page: PageWriter, parts: readonly Part[]): void => {
  for (const part of parts) {
    WRITERS[part.is](page, part as never);
    page.space(GAP_AFTER[part.is] ?? GAP);
  }
};

const GAP_AFTER: Partial<Record<Part['is'], number>> = {
  line: 0,
  quote: 0,
  list: GAP - 2,
  rule: 0,
  markdown: 0,
  heading: 4,
};

type Writers = { readonly [Is in Part['is']]: (page: PageWriter, part: Extract<Part, { readonly is: Is }>) => void };

const WRITERS: Writers = {
  heading: (page, { level, parts }) => {
    const size = HEADINGS[level - 1] ?? BODY.size;
    page.space(size * 0.7);
    page.need(size * 1.5 + 3 * BODY.size * 1.5); // Never alone at the foot of a page.
    writeRuns(page, runsOf(page, parts, { ...BODY, size, bold: true }));
  },
  paragraph: (page, { parts }) => writeRuns(page, runsOf(page, parts, BODY)),
  line: (page, { parts }) => writeRuns(page, runsOf(page, parts, BODY)),
  code: (page, { text }) =>
    page.indented(QUOTE_INDENT, () =>
      writeRuns(page, [runOf(page, text, { ...BODY, size: 9, colour: COLOURS.quiet })]),
    ),
  quote: (page, { blocks }) => page.indented(QUOTE_INDENT, () => writeParts(page, blocks), true),
  list: (page, list) => writeList(page, list),
  table: (page, table) => writeTable(page, table),
  rule: (page) => {
    const at = page.take(12);
    page.sheet.rect(page.left(), at + 6, page.width(), 0.6).fill(COLOURS.rule);
  },
  facts: (page, { facts }) => writeFacts(page, facts),
  markdown: (page, { text }) => writeParts(page, readMarkdown(text)),
  redline: (page, { before, after }) => writeRedline(page, redline(before, after)),
  drawing: (page, { drawing }) => writeDrawing(page, drawing),
  qr: (page, { text, caption }) => writeQr(page, text, caption),
  'page-break': (page) => page.nextPage(),
};

const writeList = (page: PageWriter, { from, items }: List): void => {
  for (const [at, { done, blocks }] of items.entries()) {
    const mark = from === undefined ? '•' : `${from + at}.`;
    page.indented(LIST_INDENT, () => {
      page.markNext(runOf(page, done === undefined ? mark : done ? '[x]' : '[ ]', BODY));
      writeParts(page, blocks);
      // An item without text still has its place in the list.
      if (page.hasMarker()) writeRuns(page, []);
    });
    page.space(2);
  }
};
