import type { List } from '../markdown/blocks.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import type { Part } from './document.ts';
import { writeDrawing, writeQr } from './draw-marks.ts';
import { writeFacts, writeTable } from './draw-table.ts';
import { BODY, runOf, runsOf, writeRedline, writeRuns } from './draw-text.ts';
import { COLOURS, type PageWriter } from './page-writer.ts';
import { redline } from './redline.ts';
import type { Tag } from './structure.ts';

const HEADINGS = [20, 15, 12.5, 11, 10, 10];
const GAP = 7;
const LIST_INDENT = 22;
const QUOTE_INDENT = 15;

export const writeParts = (page: PageWriter, parts: readonly Part[]): void => {
  for (const part of parts) {
    const write = () => WRITERS[part.is](page, part as never);
    const tag = TAGS[part.is]?.(part as never);
    if (tag === undefined) write();
    else page.structure.inside(page.structure.open(tag, altOf(part)), write);
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

/** What a part is to whoever has a file read out. A part without is what its own parts are, or shows only. */
const TAGS: { readonly [Is in Part['is']]?: (part: Extract<Part, { readonly is: Is }>) => Tag } = {
  heading: ({ level }) => `H${Math.min(6, Math.max(1, level)) as 1 | 2 | 3 | 4 | 5 | 6}`,
  paragraph: () => 'P',
  line: () => 'P',
  code: () => 'P',
  quote: () => 'BlockQuote',
  list: () => 'L',
  table: () => 'Table',
  facts: () => 'Table',
  redline: () => 'P',
  drawing: () => 'Figure',
  qr: () => 'Figure',
};
const altOf = (part: Part): string | undefined =>
  part.is === 'qr' ? part.caption : part.is === 'drawing' ? 'A drawing' : undefined;

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
    page.drawRect(COLOURS.rule, page.left(), at + 6, page.width(), 0.6);
  },
  facts: (page, { facts }) => writeFacts(page, facts),
  markdown: (page, { text }) => writeParts(page, readMarkdown(text)),
  redline: (page, { before, after }) => writeRedline(page, redline(before, after)),
  drawing: (page, { drawing }) => writeDrawing(page, drawing),
  qr: (page, part) => writeQr(page, part),
  'page-break': (page) => page.nextPage(),
};

const writeList = (page: PageWriter, { from, items }: List): void => {
  const { structure } = page;
  for (const [at, { done, blocks }] of items.entries()) {
    const mark = from === undefined ? '•' : `${from + at}.`;
    page.indented(LIST_INDENT, () => {
      page.markNext(runOf(page, done === undefined ? mark : done ? '[x]' : '[ ]', BODY));
      structure.inside(structure.open('LI'), () =>
        structure.inside(structure.open('LBody'), () => {
          writeParts(page, blocks);
          // An item without text still has its place in the list.
          if (page.hasMarker()) writeRuns(page, []);
        }),
      );
    });
    page.space(2);
  }
};
