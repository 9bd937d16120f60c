import { judgeDoc } from './judge-doc.ts';
import { judgeDocx } from './judge-docx.ts';
import { judgePdf } from './judge-pdf.ts';
import { refused, type Verdict } from './verdict.ts';

/** Readers of PDF look so far into a file for its beginning. */
const PDF_BEGINS_WITHIN = 1_024;
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** What a file is by its content, from its first byte to its last, whatever it is called. Takes its time and its memory. */
export const judgeAttachment = async (bytes: Buffer): Promise<Verdict> => {
  const pdfAt = bytes.subarray(0, PDF_BEGINS_WITHIN + 5).indexOf('%PDF-');
  if (pdfAt === 0) return judgePdf(bytes);
  const isWord = bytes.subarray(0, 8).equals(COMPOUND_FILE);
  const isZip = bytes.length >= 4 && bytes.readUInt32LE(0) === 0x0403_4b50;
  if (!isWord && !isZip) return { is: 'unknown' };
  const verdict = isWord ? judgeDoc(bytes) : judgeDocx(bytes);
  return verdict.is === 'accepted' && pdfAt > 0 ? refused('polyglot') : verdict;
};
