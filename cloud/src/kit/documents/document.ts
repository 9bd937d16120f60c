import type { Block } from '../markdown/blocks.ts';

/** What a PDF file is made of: plain data, that a thread can be handed. The same data makes the same bytes. */
export interface PdfDocument {
  /** Named by readers of PDF in their title bar. */
  readonly title: string;
  /** Whose document it is. */
  readonly author: string;
  /** Such as `en-AU` (BCP 47): in which voice it is read out. */
  readonly language: string;
  /** When it was made, as it is to say of itself; ms since 1970. */
  readonly madeAtMs: number;
  /** Stands at the foot of every page, before its number. */
  readonly foot: string;
  readonly parts: readonly Part[];
  /** Given: the file is one for archives, PDF/A-3b with tags. */
  readonly archive?: Archive;
}

export interface Archive {
  readonly files: readonly AttachedFile[];
  /** What the file says of itself besides: `rdf:Description`s of XMP, written as XML. */
  readonly metadata: readonly string[];
}
/** A file within the file. */
export interface AttachedFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly description: string;
  /** `Alternative`: it says the same as the pages do, for machines. */
  readonly relationship: 'Alternative' | 'Data' | 'Source' | 'Supplement';
}

export type Part =
  | Block
  /** What something is called and what it is, one a row. */
  | { readonly is: 'facts'; readonly facts: readonly Fact[] }
  /** What a text in Markdown says: read in the thread, since a long one takes it a while. */
  | { readonly is: 'markdown'; readonly text: string }
  /** What became of a text, with what was put in and what was taken out. */
  | { readonly is: 'redline'; readonly before: string; readonly after: string }
  | { readonly is: 'drawing'; readonly drawing: Drawing }
  /** A QR code with its text beside it, or with other words where nobody reads those. */
  | { readonly is: 'qr'; readonly text: string; readonly caption: string; readonly words?: string }
  | { readonly is: 'page-break' };

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** Strokes of a pen on a field of this size, in any unit. What lies outside of the field is moved to its edge. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly strokes: readonly (readonly Point[])[];
}
export interface Point {
  readonly x: number;
  readonly y: number;
}
