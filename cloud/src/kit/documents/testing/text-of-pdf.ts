import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What somebody else's reader finds in a file: its text, line by line, its pages, and where its links lead. */
export const textOfPdf = async (
  bytes: Uint8Array,
): Promise<{ readonly text: string; readonly pages: number; readonly links: readonly string[] }> => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const lines: string[] = [];
  const links: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    lines.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
    for (const { url } of await page.getAnnotations()) if (typeof url === 'string') links.push(url);
  }
  const { numPages: pages } = document;
  await task.destroy();
  return { text: lines.join('\n'), pages, links };
};
