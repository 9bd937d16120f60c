/** Kinds of elements that say what a part of a document is (ISO 32000-1, 14.8.4). */
export type Tag =
  | 'P'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'H4'
  | 'H5'
  | 'H6'
  | 'BlockQuote'
  | 'L'
  | 'LI'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure';
/** An element: undefined in a file without them. */
type Element = ReturnType<PDFKit.PDFDocument['struct']> | undefined;

/** What a file says of itself beside what is drawn: what is a heading, a cell, a picture, and in which order all is read. */
export interface Structure {
  /** A new element, below the one that is written. `alt`: what a picture shows. */
  open(tag: Tag, alt?: string): Element;
  inside(element: Element, write: () => void): void;
  /** The words of the element that is written. What `draw` does stays on one page. */
  says(draw: () => void): void;
  /** Says nothing: lines, shades, numbers of pages. */
  decorates(draw: () => void): void;
}

const at = (_element: Element, write: () => void): void => write();
const drawn = (draw: () => void): void => draw();
/** Of a file that only shows. */
export const noStructure: Structure = { open: () => undefined, inside: at, says: drawn, decorates: drawn };

/** Of a file that programs can read out. */
export const taggedStructure = (pdf: PDFKit.PDFDocument): Structure => {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  let current = root;
  return {
    open: (tag, alt) => {
      const element = pdf.struct(tag, alt === undefined ? {} : { alt });
      current.add(element);
      return element;
    },
    inside: (element, write) => {
      const before = current;
      current = element ?? before;
      write();
      current = before;
    },
    says: (draw) => void current.add(draw),
    decorates: (draw) => {
      pdf.markContent('Artifact', { type: 'Layout' });
      draw();
      pdf.endMarkedContent();
    },
  };
};
