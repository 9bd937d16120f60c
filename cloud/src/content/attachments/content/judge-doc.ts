import cfb from 'cfb';
import { accepted, DOC, refused, type Verdict } from './verdict.ts';

/** The flag of the file's own header that says that it is encrypted ([MS-DOC] 2.5.2). */
const FLAGS_AT = 10;
const ENCRYPTED = 0x0100;
const WORD = 0xa5ec;
const FIELD_BEGINS = '\u0013';
const FETCHING_FIELD = new RegExp(`${FIELD_BEGINS}\\s*(?:DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK)\\b`, 'i');

/** A document of Word 97 to 2003: streams in a compound file ([MS-CFB], [MS-DOC]). */
export const judgeDoc = (bytes: Buffer): Verdict => {
  let file: ReturnType<typeof cfb.read>;
  try {
    file = cfb.read(bytes, { type: 'buffer' });
  } catch {
    return refused('broken');
  }
  const names = file.FullPaths.map((path) => path.replace(/^[^/]*\//, '').toLowerCase());
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/^(?:encryptedpackage|encryptioninfo)$/)) return refused('encrypted');
  const content = file.FileIndex.find(({ name }) => name.toLowerCase() === 'worddocument')?.content;
  if (content === undefined) return { is: 'unknown' };
  const document = Buffer.from(content as Uint8Array);
  if (document.length < 32 || document.readUInt16LE(0) !== WORD) return refused('broken');
  if ((document.readUInt16LE(FLAGS_AT) & ENCRYPTED) !== 0) return refused('encrypted');
  if (has(/(?:^|\/)(?:macros|_vba_project(?:_cur)?|vba)(?:\/|$)/)) return refused('macro');
  if (has(/^objectpool\/.|ole10native|^package$/)) return refused('embedded');
  if (fetches(document)) return refused('external');
  return bytes.length > endOfSectors(bytes) ? refused('polyglot') : accepted(DOC, null);
};

/** Text is there as one byte or as two bytes a character. */
const fetches = (document: Buffer): boolean =>
  document.includes(FIELD_BEGINS) &&
  (FETCHING_FIELD.test(document.toString('latin1')) ||
    FETCHING_FIELD.test(document.toString('utf16le')) ||
    FETCHING_FIELD.test(document.subarray(1).toString('utf16le')));

/** No compound file is longer than what its allocation table can name: what is behind that belongs to something else. */
const endOfSectors = (bytes: Buffer): number => {
  const sector = 2 ** bytes.readUInt16LE(30);
  const tables = bytes.readUInt32LE(44);
  return sector + tables * (sector / 4) * sector;
};
