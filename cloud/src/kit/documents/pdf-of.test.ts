import { beforeAll, describe, expect, it } from 'vitest';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { threadCpuMs } from '../thread-cpu.ts';
import type { Part, PdfDocument } from './document.ts';
import { type Fonts, loadFonts } from './fonts.ts';
import { pdfOf } from './pdf-of.ts';
import { archiveIn } from './testing/archive-in.ts';
import { textOfPdf } from './testing/text-of-pdf.ts';

const aDocument = (parts: readonly Part[]): PdfDocument => ({
  title: 'Terms',
  author: 'Iron Gym',
  language: 'en-AU',
  madeAtMs: Date.UTC(2026, 10, 26, 9),
  foot: 'Iron Gym · Terms, version 2',
  parts,
});

const NAMES = 'Łukasz Żółć, Ελένη Παπαδοπούλου, Дмитрий Ёлкин, Zoë Nguyễn Thị Ánh, Íñigo, Ǿ ẞ Œ, “quoted” – €';
const MARKDOWN = `# One

A **b** *c* ~~d~~ \`e\` [o](https://p.example/q) [c](javascript:d) <script>

${NAMES}

李小龙 signed 🏋, שלום

3. f
4. g
   - h

- [x] i

> j

| k | l |
| --- | --: |
| m | n |

\`\`\`
r
  s
\`\`\`
`;
const DRAWING = {
  width: 300,
  height: 100,
  strokes: [
    [{ x: 5, y: 5 }],
    [
      { x: -9, y: 0 },
      { x: 900, y: 90 },
    ],
  ],
};
const EVERYTHING = aDocument([
  ...readMarkdown(MARKDOWN),
  { is: 'redline', before: 'You pay 30 days ahead.', after: 'You pay 14 days ahead.' },
  { is: 'facts', facts: [{ name: 'Signed by', value: 'Łukasz' }] },
  { is: 'drawing', drawing: DRAWING },
  { is: 'qr', text: 'https://localhost:8443/verify', caption: 'Check this document' },
]);

describe('a document as PDF', () => {
  let fonts: Fonts;
  let file: Uint8Array;
  let read: Awaited<ReturnType<typeof textOfPdf>>;
  beforeAll(async () => {
    fonts = loadFonts();
    file = await pdfOf(EVERYTHING, fonts);
    read = await textOfPdf(file);
  });
  const shown = async (text: string) => textOfPdf(await pdfOf(aDocument(readMarkdown(text)), fonts));

  it('shows every letter of names of any Latin, Greek or Cyrillic script', () => expect(read.text).toContain(NAMES));
  it('shows what its font lacks by its code point, and drops nothing', () =>
    expect(read.text).toContain('[U+674E][U+5C0F][U+9F99] signed [U+1F3CB], [U+05E9][U+05DC][U+05D5][U+05DD]'));
  it('has headings, lists, quotes, tables and code', () =>
    expect(read.text.replace(/\s+/g, ' ')).toMatch(/One A b c d e o .* 3\. f 4\. g • h \[x\] i j k l m n r s /));
  it('shows what was put in and what was taken out, facts, and a QR code with its text', () =>
    expect(read.text.replace(/\s+/g, ' ')).toContain(
      'You pay 3014 days ahead. Signed by Łukasz Check this document https://localhost:8443/verify',
    ));
  it('follows nothing but the links that were judged, says where they lead, and runs nothing', () => {
    expect(read.text).toContain('o (https://p.example/q) c <script>');
    expect(new Set(read.links)).toEqual(new Set(['https://p.example/q']));
    expect(Buffer.from(file).toString('latin1')).not.toMatch(/\/JavaScript|\/JS|\/Launch|\/EmbeddedFile/);
  });
  it('is the same to the byte whenever it is made, and says the time that it was given', async () => {
    expect(Buffer.compare(await pdfOf(EVERYTHING, loadFonts()), file)).toBe(0);
    expect(Buffer.from(file).toString('latin1')).toContain('(D:20261126090000Z)');
  });
  it('for an archive says what its parts are, in their order, and holds the files that belong to it', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `| row ${at} | ${at} |`).join('\n');
    const document: PdfDocument = {
      ...aDocument([...readMarkdown(`# Terms\n\nText\n\n- item\n\n| Name | Number |\n| --- | --- |\n${rows}`)]),
      ...{ title: 'Terms & <conditions>', author: 'Iron “Gym” & Söhne' },
      archive: {
        files: [
          { name: 'a.xml', type: 'text/xml', text: '<a>é</a>', description: 'The same', relationship: 'Alternative' },
        ],
        metadata: ['<rdf:Description rdf:about="" xmlns:x="urn:x#"><x:y>z</x:y></rdf:Description>'],
      },
    };
    const made = await pdfOf(document, fonts);
    expect(Buffer.compare(await pdfOf(document, loadFonts()), made)).toBe(0);
    const read = await archiveIn(made);
    expect(read.files).toEqual([['a.xml', '<a>é</a>']]);
    expect(read.title).toBe('Terms & <conditions>');
    expect(read.tags.slice(0, 6)).toEqual(['Root', 'Document', 'H1', 'P', 'L', 'LI']);
    expect(read.tags.filter((tag) => tag === 'TD').length).toBe(120);
    const { pages } = await textOfPdf(made);
    expect(read.tags.filter((tag) => tag === 'TH').length, 'the head is repeated').toBe(2 * pages);
    expect(Buffer.from(made).toString('latin1')).toContain('<x:y>z</x:y>');
    expect(Buffer.from(file).toString('latin1'), 'other files are not').not.toContain('/StructTreeRoot');
  });
  it('goes on on further pages, with their numbers, and repeats the head of a table', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `| row ${at} | ${at} |`).join('\n');
    const { text, pages } = await shown(`| Name | Number |\n| --- | --- |\n${rows}`);
    expect(pages).toBe(2);
    expect(text.match(/Name\s+Number/g)).toHaveLength(2);
    expect(text).toContain('2 / 2');
    for (let at = 0; at < 60; at++) expect(text).toContain(`row ${at}`);
  });
  it('breaks words that are wider than a line, and rows that are higher than a page, and loses nothing', async () => {
    const word = 'abcdefghij'.repeat(40);
    const { text, pages } = await shown(`${word}\n\n| a | b |\n| --- | --- |\n| c | ${word.repeat(12)} |`);
    expect(text.replace(/[^a-j]/g, '').match(/(?:abcdefghij)/g)?.length).toBeGreaterThan(510);
    expect(pages).toBeGreaterThan(1);
  });
  it('takes a page of a terse hostile text no longer than its length says', async () => {
    const from = threadCpuMs();
    await pdfOf(
      aDocument(
        readMarkdown(`${'> '.repeat(300)}a\n\n|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n|${'b|'.repeat(200)}`),
      ),
      fonts,
    );
    expect(threadCpuMs() - from).toBeLessThan(2_000);
  });
});
