import { strFromU8, unzipSync } from 'fflate';
import { accepted, DOCX, type Reason, refused, type Verdict } from './verdict.ts';
import { type ZipPart, zipPartsOf } from './zip-parts.ts';

const CONTENT_TYPES = '[Content_Types].xml';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** What a part is by its name alone. */
const BY_NAME: readonly (readonly [RegExp, Reason])[] = [
  [/vbaproject|vbadata|customui/i, 'macro'],
  [/activex/i, 'script'],
  [/(?:^|\/)(?:embeddings|afchunk)|oleobject|\.(?:exe|dll|js|vbs|html?|zip|bin)$/i, 'embedded'],
];
/** What a part says of others (ECMA-376 part 1). */
const BY_TEXT: readonly (readonly [RegExp, Reason])[] = [
  [/<!DOCTYPE|<!ENTITY/i, 'broken'],
  [/macroEnabled|vbaProject/i, 'macro'],
  [/activeX/, 'script'],
  [/oleObject|aFChunk|\/package"/, 'embedded'],
];
/** Fields that fetch, or start, something when they are brought up to date. */
const FETCHING_FIELD = /\b(?:DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK)\b/;

/** A document of Word 2007 and later: a ZIP of XML (ECMA-376). */
export const judgeDocx = (bytes: Buffer): Verdict => {
  const parts = zipPartsOf(bytes);
  if (typeof parts === 'string') return refused(parts);
  if (!parts.some(({ name }) => name === CONTENT_TYPES)) return { is: 'unknown' };
  const named = parts.flatMap(({ name }) => BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? []);
  if (named[0] !== undefined) return refused(named[0]);
  const texts = textsOf(bytes, parts);
  if (texts === undefined) return refused('broken');
  const types = texts.get(CONTENT_TYPES) ?? '';
  for (const [name, text] of texts) {
    const found = BY_TEXT.find(([pattern]) => pattern.test(text))?.[1] ?? fetchedBy(name, text);
    if (found !== undefined) return refused(found);
  }
  if (!types.includes(`"${MAIN}"`)) return { is: 'unknown' };
  const pages = /<Pages>(\d{1,6})<\/Pages>/.exec(texts.get('docProps/app.xml') ?? '')?.[1];
  return accepted(DOCX, pages === undefined ? null : Number(pages));
};

const XML = /\.(?:xml|rels)$/i;

/** Unpacks what is text. `undefined` where a part is not what the directory says of it. */
const textsOf = (bytes: Buffer, parts: readonly ZipPart[]): ReadonlyMap<string, string> | undefined => {
  try {
    const unpacked = unzipSync(bytes, { filter: ({ name }) => XML.test(name) });
    const texts = new Map(Object.entries(unpacked).map(([name, content]) => [name, textOf(content)]));
    const whole = parts.every(({ name, unpacked: size }) => !XML.test(name) || unpacked[name]?.length === size);
    return whole ? texts : undefined;
  } catch {
    return undefined;
  }
};

const textOf = (content: Uint8Array): string =>
  content[0] === 0xff && content[1] === 0xfe ? Buffer.from(content).toString('utf16le') : strFromU8(content);

const fetchedBy = (name: string, text: string): Reason | undefined => {
  if (name.endsWith('.rels')) {
    const links = text.match(/<Relationship\b[^>]*>/g) ?? [];
    const fetches = (link: string) => /TargetMode\s*=\s*["']External/i.test(link) && !/\/hyperlink["']/.test(link);
    return links.some(fetches) ? 'external' : undefined;
  }
  // The instruction of a field may be in several pieces.
  const instructions = [...text.matchAll(/<w:instrText[^>]*>([^<]*)|w:instr\s*=\s*"([^"]*)"/g)];
  const joined = instructions.map(([, inside = '', attribute = '']) => inside + attribute).join('');
  return FETCHING_FIELD.test(joined) ? 'external' : undefined;
};
