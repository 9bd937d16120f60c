import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, expect, it } from 'vitest';
import type { PdfDocument } from './document.ts';
import { createDocuments } from './documents.ts';
import { newSealKey } from './seal/seal-key.ts';
import { signedParts, verdictOf } from './testing/check-seal.ts';
import { textOfPdf } from './testing/text-of-pdf.ts';

let keysRead = 0;
const documents = createDocuments({
  clock: systemClock,
  sealKey: async () => {
    keysRead++;
    return { is: 'pem', ...(await newSealKey('gym.example', Date.UTC(2026, 10, 26), 1_024)) };
  },
});
afterAll(() => documents.close());

it('documents asked for at once are made one after the other, beside this thread, and sealed by one key', async () => {
  const of = (title: string): PdfDocument => ({
    title,
    author: 'Iron Gym',
    language: 'en-AU',
    madeAtMs: Date.UTC(2026, 10, 26),
    foot: title,
    parts: [{ is: 'markdown', text: `Says **${title}**` }],
  });
  const [html, one, two, again] = await Promise.all([
    documents.html('# Rules\n\n<b>Hello</b>', 3),
    documents.pdf(of('One')),
    documents.sealedPdf(of('Two')),
    documents.sealedPdf(of('Two')),
  ]);
  expect(html).toBe('<h3>Rules</h3>\n<p>&lt;b&gt;Hello&lt;/b&gt;</p>');
  expect((await textOfPdf(one)).text).toContain('Says One');
  const { covered, cms } = signedParts(two);
  expect(verdictOf(covered, cms)).toBe('intact');
  expect([Buffer.compare(two, again), keysRead]).toEqual([0, 1]);
});
