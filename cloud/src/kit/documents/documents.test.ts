import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, expect, it } from 'vitest';
import { createDocuments } from './documents.ts';
import { textOfPdf } from './testing/text-of-pdf.ts';

const documents = createDocuments({ clock: systemClock });
afterAll(() => documents.close());

it('documents asked for at once are made one after the other, beside this thread', async () => {
  const of = (title: string) =>
    documents.pdf({
      title,
      author: 'Iron Gym',
      language: 'en-AU',
      madeAtMs: Date.UTC(2026, 10, 26),
      foot: title,
      parts: [{ is: 'paragraph', parts: [{ is: 'text', text: `Says ${title}` }] }],
    });
  const [one, two] = await Promise.all([of('One'), of('Two')]);
  expect((await textOfPdf(one)).text).toContain('Says One');
  expect((await textOfPdf(two)).text).toContain('Says Two');
});
