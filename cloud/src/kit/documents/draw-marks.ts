import { encode } from 'uqr';
import type { Drawing, Part, Point } from './document.ts';
import { BODY, runOf } from './draw-text.ts';
import { COLOURS, type PageWriter } from './page-writer.ts';

const DRAWING_WIDTH = 240;
const DRAWING_HEIGHT_MAX = 160;
const PEN = 1.6;
const QR_SIDE = 96;
const QR_GAP = 14;
const HAIR = 0.15;

type Qr = Extract<Part, { readonly is: 'qr' }>;

/** Strokes in a frame, as large as fits into it. */
export const writeDrawing = (page: PageWriter, { width, height, strokes }: Drawing): void => {
  const { sheet, structure } = page;
  const scale = Math.min(DRAWING_WIDTH / width, DRAWING_HEIGHT_MAX / height);
  const high = height * scale;
  const top = page.take(high + 2);
  const left = page.left();
  const within = (of: number, most: number) => Math.min(most, Math.max(0, of)) * scale;
  const place = ({ x, y }: Point): [number, number] => [left + within(x, width), top + within(y, height)];
  structure.says(() => {
    sheet.save().lineWidth(PEN).lineCap('round').lineJoin('round').strokeColor(COLOURS.text);
    for (const [first, ...rest] of strokes) {
      if (first === undefined) continue;
      sheet.moveTo(...place(first));
      for (const point of rest) sheet.lineTo(...place(point));
      // A point alone is a dot: a line that is too short to be seen, with round ends.
      if (rest.length === 0) sheet.lineTo(place(first)[0] + 0.01, place(first)[1]);
      sheet.stroke();
    }
    sheet.restore();
  });
  page.drawRect(COLOURS.quiet, left, top + high, width * scale, 0.6);
};

export const writeQr = (page: PageWriter, { text, caption, words = text }: Qr): void => {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const side = QR_SIDE / size;
  const top = page.take(QR_SIDE);
  const { sheet, structure } = page;
  structure.says(() => {
    for (const [row, cells] of data.entries()) {
      const bars = cells.map((dark) => (dark ? '1' : '0')).join('');
      // A hair wider, or readers of PDF show lines between neighbours.
      for (const { 0: bar, index } of bars.matchAll(/1+/g))
        sheet.rect(page.left() + index * side, top + row * side, bar.length * side + HAIR, side + HAIR);
    }
    sheet.fill('#000000');
  });
  const runs = [runOf(page, caption, BODY), runOf(page, `\n${words}`, { ...BODY, size: 8, colour: COLOURS.quiet })];
  let at = top + side * 2;
  for (const line of page.linesOf(runs, page.width() - QR_SIDE - QR_GAP)) {
    page.drawLine(line, page.left() + QR_SIDE + QR_GAP, at);
    at += line.height;
  }
};
