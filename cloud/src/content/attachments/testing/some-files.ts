import { deflateSync } from 'node:zlib';
import cfb from 'cfb';
import { strToU8, type Zippable, zipSync } from 'fflate';

/** A PDF of one empty page, with what a test puts into its catalogue, and further objects from the number 4 on. */
export const aPdf = (catalogue = '', objects: readonly (string | Buffer)[] = []): Buffer => {
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ...objects,
  ];
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets = bodies.map((body, at) => {
    const offset = pieces.reduce((sum, { length }) => sum + length, 0);
    pieces.push(Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]));
    return offset;
  });
  const start = pieces.reduce((sum, { length }) => sum + length, 0);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = bodies.length + 1;
  pieces.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
};

/** A stream of PDF, compressed. */
export const aStream = (content: Uint8Array, dictionary = ''): Buffer => {
  const packed = deflateSync(content);
  const head = `<< /Length ${packed.length} /Filter /FlateDecode ${dictionary} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
};

const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const types = (main: string) =>
  `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`;

/** A document of Word of today, with further parts, or others in their place. */
export const aDocx = (parts: Readonly<Record<string, string | Uint8Array>> = {}, main = MAIN): Buffer => {
  const all: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': types(main),
    '_rels/.rels': '<Relationships><Relationship Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': '<w:document><w:body><w:p><w:r><w:t>Rules</w:t></w:r></w:p></w:body></w:document>',
    'docProps/app.xml': '<Properties><Pages>3</Pages></Properties>',
    ...parts,
  };
  const zippable: Zippable = Object.fromEntries(
    Object.entries(all).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
  );
  return Buffer.from(zipSync(zippable, { level: 6, mtime: '2026-01-01' }));
};

/** A document of Word 97, with further streams. */
export const aDoc = (streams: Readonly<Record<string, string>> = {}, { flags = 0, text = 'Rules' } = {}): Buffer => {
  const file = cfb.utils.cfb_new();
  const document = Buffer.alloc(4_096);
  document.writeUInt16LE(0xa5ec, 0);
  document.writeUInt16LE(flags, 10);
  document.write(text, 1_536, 'utf16le');
  cfb.utils.cfb_add(file, '/WordDocument', document);
  for (const [name, content] of Object.entries(streams)) cfb.utils.cfb_add(file, name, Buffer.from(content));
  return Buffer.from(cfb.write(file, { type: 'buffer' }) as Uint8Array);
};
