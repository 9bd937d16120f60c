import type { Drawing, Part, PdfDocument } from '../../kit/documents/document.ts';
import type { Block } from '../../kit/markdown/blocks.ts';
import { shownText } from '../../kit/markdown/shown-text.ts';
import type { Drawing as DrawnFlat } from '../agreements/agreements.module.ts';
import { textUnder } from './clause-texts.ts';
import { evidenceIn, factsOf, signedAs } from './evidence-facts.ts';

/** All that a file is made of. None of it can change, so the file is the same whenever it is made. */
export interface SignedSource {
  readonly signatureId: string;
  readonly evidence: string;
  readonly evidenceSha256: string;
  readonly signedAt: number;
  readonly body: string;
  readonly attachments: readonly { readonly name: string; readonly sha256: string }[];
  /** What differed there, if anything did. */
  readonly variation: {
    readonly note: string;
    readonly clauses: readonly { readonly heading: string; readonly text: string | null }[];
  } | null;
}

const shown = (text: string): string => shownText(text).replaceAll('\n', ' ');
const heading = (level: 1 | 2 | 3, text: string): Block => ({
  is: 'heading',
  level,
  parts: [{ is: 'text', text: shown(text) }],
});
const paragraph = (text: string): Block => ({ is: 'paragraph', parts: [{ is: 'text', text: shown(text) }] });

/** A drawing is kept as x, y and time one after the other. */
const drawingOf = ({ width, height, strokes }: DrawnFlat): Drawing => ({
  width,
  height,
  strokes: strokes.map((numbers) =>
    Array.from({ length: numbers.length / 3 }, (_, at) => ({
      x: numbers[at * 3] as number,
      y: numbers[at * 3 + 1] as number,
    })),
  ),
});

const variationParts = ({ body, variation }: SignedSource, club: string): readonly Part[] =>
  variation === null
    ? []
    : [
        { is: 'page-break' },
        heading(1, `What differs at ${club}`),
        ...(variation.note === '' ? [] : [paragraph(variation.note)]),
        ...variation.clauses.flatMap(({ heading: of, text }): readonly Part[] => [
          heading(2, of),
          ...(text === null ? [paragraph('This part does not hold here.')] : []),
          { is: 'redline', before: shownText(textUnder(body, of)), after: shownText(text ?? '') },
        ]),
      ];

/** The file of a signature: what was signed, what differed of it there, and the evidence on a page of its own. */
export const pdfDocumentOf = (source: SignedSource, verifyUrl: string): PdfDocument => {
  const evidence = evidenceIn(source.evidence);
  const { document, club, drawing } = evidence;
  const title = shown(document.title);
  return {
    title,
    author: shown(club.name),
    language: 'en',
    madeAtMs: source.signedAt,
    foot: `${title}, signed by ${shown(signedAs(evidence))}: ${source.signatureId}`,
    parts: [
      heading(1, document.title),
      { is: 'markdown', text: source.body },
      ...(source.attachments.length === 0 ? [] : [heading(2, 'Attached')]),
      { is: 'facts', facts: source.attachments.map(({ name, sha256 }) => ({ name: shown(name), value: sha256 })) },
      ...variationParts(source, club.name),
      { is: 'page-break' },
      heading(1, 'Evidence of the signature'),
      {
        is: 'facts',
        facts: [
          ...factsOf(evidence).map(({ name, value }) => ({ name, value: shown(value) })),
          { name: 'Signature', value: source.signatureId },
          { name: 'SHA-256 of the evidence', value: source.evidenceSha256 },
        ],
      },
      ...(drawing === null ? [] : [{ is: 'drawing' as const, drawing: drawingOf(drawing) }]),
      {
        is: 'qr',
        text: verifyUrl,
        caption: 'Whether this file is as it was made can be asked here. It is not sent anywhere for that.',
      },
    ],
  };
};
