import type { Archive, PdfDocument } from './document.ts';

/** What a file for archives has to be made with: PDF/A-3b, with tags. */
export const ARCHIVED = { subset: 'PDF/A-3b', tagged: true } as const;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`).replace(/\p{Cc}/gu, ' ');

/** What a file says of itself in RDF. The library has words of its own for that, in which a title with an `&` is no XML. */
const aboutIt = ({ title, author, madeAtMs }: PdfDocument): string => {
  const at = new Date(madeAtMs).toISOString().replace(/\.\d+Z$/, 'Z');
  const of = (name: string, of: string, content: string) =>
    `<rdf:Description rdf:about="" xmlns:${name}="${of}">${content}</rdf:Description>`;
  return [
    of(
      'xmp',
      'http://ns.adobe.com/xap/1.0/',
      `<xmp:CreateDate>${at}</xmp:CreateDate><xmp:ModifyDate>${at}</xmp:ModifyDate><xmp:CreatorTool>Gatehouse</xmp:CreatorTool>`,
    ),
    of(
      'dc',
      'http://purl.org/dc/elements/1.1/',
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>`,
    ),
    of('pdf', 'http://ns.adobe.com/pdf/1.3/', '<pdf:Producer>Gatehouse</pdf:Producer>'),
  ].join('\n');
};

/** Puts into a file what one for archives has besides pages: what it says of itself, and the files that belong to it. */
export const archive = (pdf: PDFKit.PDFDocument, document: PdfDocument, { files, metadata }: Archive): void => {
  // The types do not know what the library writes when it ends a file.
  Object.assign(pdf, { _addInfo: () => pdf.appendXML([aboutIt(document), ...metadata].join('\n')) });
  const made = new Date(document.madeAtMs);
  for (const { name, type, text, description, relationship } of files) {
    // Of what there is to say of a file the types lack what it is to this one.
    const said = { name, type, description, relationship, creationDate: made, modifiedDate: made };
    pdf.file(Buffer.from(text), said);
  }
};
