import PDFKit from 'pdfkit';
import { ARCHIVED, archive } from './archive.ts';
import type { PdfDocument } from './document.ts';
import { writeParts } from './draw-parts.ts';
import { runOf } from './draw-text.ts';
import type { Fonts } from './fonts.ts';
import { COLOURS, createPageWriter, PAGE } from './page-writer.ts';
import { makeRoomForSeal } from './seal/room-for-seal.ts';
import { noStructure, type Structure, taggedStructure } from './structure.ts';
import type { Face } from './text-lines.ts';

const FOOT = { size: 8, colour: COLOURS.quiet };
/** The foot stands so far below what is written. */
const FOOT_GAP = 22;

/** Makes the bytes of a PDF file (1.7). The same document and fonts give the same bytes. Takes the thread 50 ms and more. */
export const pdfOf = async (
  document: PdfDocument,
  fonts: Fonts,
  { roomForSeal = false }: { readonly roomForSeal?: boolean } = {},
): Promise<Uint8Array> => {
  const { title, author, language, madeAtMs, parts } = document;
  const made = new Date(madeAtMs);
  const pdf = new PDFKit({
    pdfVersion: '1.7',
    ...(document.archive && ARCHIVED),
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    // The file's id is made of these, and of nothing else.
    info: {
      Title: title,
      Author: author,
      Creator: 'Gatehouse',
      Producer: 'Gatehouse',
      CreationDate: made,
      ModDate: made,
    },
  });
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  for (const [face, bytes] of Object.entries(fonts.files) as [Face, Uint8Array][]) pdf.registerFont(face, bytes);
  const structure = document.archive === undefined ? noStructure : taggedStructure(pdf);
  const page = createPageWriter(pdf, fonts.shown, structure);
  writeParts(page, parts);
  writeFeet(pdf, page, structure, document.foot);
  if (document.archive !== undefined) archive(pdf, document, document.archive);
  if (roomForSeal) makeRoomForSeal(pdf, { name: author, madeAt: made });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
};

const writeFeet = (
  pdf: PDFKit.PDFDocument,
  page: ReturnType<typeof createPageWriter>,
  structure: Structure,
  foot: string,
): void => {
  const { count } = pdf.bufferedPageRange();
  const y = PAGE.height - PAGE.bottom + FOOT_GAP;
  const all = PAGE.width - 2 * PAGE.side;
  for (let at = 0; at < count; at++) {
    pdf.switchToPage(at);
    const [number] = page.linesOf([runOf(page, `${at + 1} / ${count}`, FOOT)], Number.POSITIVE_INFINITY);
    const [left] = page.linesOf([runOf(page, foot, FOOT)], all - 60);
    structure.decorates(() => {
      if (left !== undefined) page.drawPieces(left, PAGE.side, y);
      if (number !== undefined) page.drawPieces(number, PAGE.side + all - number.width, y);
    });
  }
};
