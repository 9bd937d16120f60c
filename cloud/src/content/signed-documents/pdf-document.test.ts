import { expect, it } from 'vitest';
import { loadFonts } from '../../kit/documents/fonts.ts';
import { pdfOf } from '../../kit/documents/pdf-of.ts';
import { textOfPdf } from '../../kit/documents/testing/text-of-pdf.ts';
import { textUnder } from './clause-texts.ts';
import { pdfDocumentOf } from './pdf-document.ts';

const HASH = '0a1b2c3d4e5f6071'.repeat(4);
const EVIDENCE = {
  v: 1,
  salt: HASH,
  document: { agreementId: 'agr_1', version: 2, variationRevision: 1, title: 'Waiver', sha256: HASH },
  club: { facilityId: 'fac_1', name: 'Harbour Gym' },
  statement: 'I have read this document, and I sign it.',
  method: 'signature',
  signer: { userId: null, askedAs: 'Ada Byron', name: 'Zoë Nguyễn \u202eevil', asGuardian: false },
  typed: false,
  drawing: {
    width: 600,
    height: 200,
    strokes: [
      [40, 120, 0, 64, 92, 16, 98, 131, 33],
      [5, 5, 40],
    ],
  },
  signedAt: '2026-03-01T12:00:00.000Z',
  signedAtLocal: '2026-03-01T22:00:00.000+10:00',
  timeZone: 'Australia/Brisbane',
  cameBy: {
    remoteAddress: '192.0.2.7',
    userAgent: 'Browser of Ada',
    link: { sha256: HASH, deliveredBy: 'email' },
    code: { sentTo: 'ada@example.com', shownAt: '2026-03-01T11:59:00.000Z' },
  },
};
const SOURCE = {
  signatureId: 'sig_0123456789abcdef',
  evidence: JSON.stringify(EVIDENCE),
  evidenceSha256: HASH,
  signedAt: Date.UTC(2026, 2, 1, 12),
  body: '# Hours\n\nOpen at six.\n\n## Sundays\n\nClosed.\n\n# Risk\n\nI may get hurt. <script>x</script> [c](javascript:d)',
  attachments: [{ name: 'Rules.pdf', sha256: HASH }],
  variation: {
    note: 'They open later.',
    clauses: [
      { heading: 'Hours', text: 'Open at seven.' },
      { heading: 'Risk', text: null },
    ],
  },
};

it('a file says what was signed, what differed there, and who signed; the same evidence gives the same bytes', async () => {
  const document = pdfDocumentOf(SOURCE, 'https://gatehouse.example/verify');
  const drawing = document.parts.find(({ is }) => is === 'drawing');
  expect(drawing).toMatchObject({
    drawing: {
      strokes: [
        [
          { x: 40, y: 120 },
          { x: 64, y: 92 },
          { x: 98, y: 131 },
        ],
        [{ x: 5, y: 5 }],
      ],
    },
  });
  const fonts = loadFonts();
  const [one, two] = [
    await pdfOf(document, fonts),
    await pdfOf(pdfDocumentOf(SOURCE, 'https://gatehouse.example/verify'), fonts),
  ];
  expect(Buffer.compare(one, two)).toBe(0);
  const { text, links } = await textOfPdf(one);
  for (const part of [
    'I may get hurt. <script>',
    'Rules.pdf',
    'What differs at Harbour Gym',
    'They open later.',
    'does not hold here',
  ])
    expect(text).toContain(part);
  for (const part of [
    'Zoë Nguyễn [U+202E]evil',
    'drawn',
    '192.0.2.7',
    SOURCE.signatureId,
    '/verify',
    '22:00:00.000+10:00',
  ])
    expect(text).toContain(part);
  expect(links).toEqual([]);
});

it('a clause stands in place of what is under its heading, down to the next of its rank', () => {
  expect(textUnder(SOURCE.body, 'Hours')).toBe('Open at six.\n\n## Sundays\n\nClosed.');
  expect(textUnder(SOURCE.body, 'Sundays')).toBe('Closed.');
  expect(textUnder('```\n# A\n```\n# B #\nb', 'B')).toBe('b');
  expect(textUnder(SOURCE.body, 'Elsewhere')).toBe('');
});
