import { inflateSync } from 'node:zlib';
import { accepted, PDF, type Reason, refused, type Verdict } from './verdict.ts';
import { zipEndOf } from './zip-parts.ts';

const UNPACKED_MAX = 300 * 1024 * 1024;
const PAGES_MAX = 5_000;
/** So far back from the end a file may end: some writers leave line ends or zeros behind. */
const TAIL_MAX = 1_024;

/**
 * What a document of words has no use for, by name (ISO 32000-2). Names of fewer letters turn up in compressed data by chance;
 * what they stand for does not go without one of these, or is asked of the reader below.
 */
const NAMES: Readonly<Record<string, Reason>> = {
  Encrypt: 'encrypted',
  JavaScript: 'script',
  Rendition: 'script',
  EmbeddedFile: 'embedded',
  EmbeddedFiles: 'embedded',
  FileAttachment: 'embedded',
  RichMedia: 'embedded',
  Launch: 'external',
  GoToR: 'external',
  GoToE: 'external',
  SubmitForm: 'external',
  ImportData: 'external',
  FFilter: 'external',
};

/** Reads a PDF twice: its bytes, for names that tell, and by a reader that shows what that reader would show. */
export const judgePdf = async (bytes: Buffer): Promise<Verdict> => {
  const text = bytes.toString('latin1');
  const end = text.lastIndexOf('%%EOF');
  if (end === -1) return refused('broken');
  const tail = text.slice(end + 5);
  if (tail.length > TAIL_MAX || /[^\s\0]/.test(tail) || zipEndOf(bytes) !== undefined) return refused('polyglot');
  const found = namedIn(text) ?? inStreams(bytes, text);
  return found === undefined ? asShown(bytes) : refused(found);
};

const NAME = /\/((?:[A-Za-z0-9]|#[0-9A-Fa-f]{2}){5,60})/g;
const namedIn = (text: string): Reason | undefined => {
  for (const [, written = ''] of text.matchAll(NAME)) {
    const name = written.includes('#') ? plain(written) : written;
    if (Object.hasOwn(NAMES, name)) return NAMES[name];
  }
  return undefined;
};
/** Any character of a name may be written by its number (7.3.5). */
const plain = (written: string): string =>
  written.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const STREAM = /\bstream\r?\n/g;
const DICTIONARY_MAX = 4_096;

/** Objects may lie in compressed streams (7.5.7), which have a `First`. All others are unpacked for their size alone. */
const inStreams = (bytes: Buffer, text: string): Reason | undefined => {
  let left = UNPACKED_MAX;
  for (const match of text.matchAll(STREAM)) {
    const before = text.slice(Math.max(0, match.index - DICTIONARY_MAX), match.index);
    const dictionary = plain(before.slice(before.lastIndexOf(' obj')));
    const filters = dictionary.match(FILTERS) ?? [];
    const hasObjects = /\/First\b/.test(dictionary);
    const isDeflated = filters[0] === '/FlateDecode' || filters[0] === '/Fl';
    // Objects that are packed otherwise, or twice, are read by no test here: nobody writes them so without a reason.
    if (hasObjects && filters.length > 0 && (!isDeflated || filters.length > 1 || /\/Predictor\b/.test(dictionary)))
      return 'broken';
    if (!isDeflated) continue;
    const content = inflated(bytes.subarray(match.index + match[0].length), left);
    if (content === 'bomb') return 'bomb';
    left -= content?.length ?? 0;
    const found = hasObjects ? inObjects(content) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};
const FILTERS = /\/(?:[A-Za-z0-9]+Decode|Fl|A85|AHx|LZW|RL|Crypt)\b/g;

const inObjects = (content: Buffer | undefined): Reason | undefined =>
  content === undefined ? 'broken' : namedIn(content.toString('latin1'));

const inflated = (bytes: Buffer, most: number): Buffer | 'bomb' | undefined => {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'bomb' : undefined;
  }
};

/** By a reader of PDF that runs nothing and fetches nothing. */
const asShown = async (bytes: Buffer): Promise<Verdict> => {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    stopAtErrors: true,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
  });
  try {
    const document = await task.promise;
    if (document.numPages > PAGES_MAX) return refused('bomb');
    const { info } = await document.getMetadata();
    const told = info as { readonly IsXFAPresent?: boolean; readonly EncryptFilterName?: string | null };
    if (told.EncryptFilterName) return refused('encrypted');
    if (told.IsXFAPresent || (await document.hasJSActions())) return refused('script');
    if ((await document.getAttachments()) !== null) return refused('embedded');
    await document.getPage(document.numPages);
    return accepted(PDF, document.numPages);
  } catch (error) {
    return refused((error as Error).name === 'PasswordException' ? 'encrypted' : 'broken');
  } finally {
    await task.destroy();
  }
};
