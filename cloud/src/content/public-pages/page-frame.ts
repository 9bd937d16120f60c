import { Html, html } from '../../kit/http/html.ts';
import { markdownToHtml } from '../../kit/markdown/markdown-html.ts';
import { shownText } from '../../kit/markdown/shown-text.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import type { ImageSource } from './page-sources.ts';

/** A text that somebody wrote, on one line. */
export const plain = (text: string): string => shownText(text).replaceAll('\n', ' ');

/** Markdown that somebody wrote; whatever has arrived meanwhile has its turn first. */
export const written = async (text: string, headingsFrom = 2): Promise<Html> => {
  await yieldToEventLoop();
  return new Html(await markdownToHtml(text, { headingsFrom }));
};

/** A picture, as large as it is until it must be smaller. */
export const picture = ({ address, width, height }: ImageSource, text: string): Html =>
  html`<img src="${address}" width="${width}" height="${height}" alt="${plain(text)}">`;

/** A whole page around its parts. */
export const pageFrame = ({
  title,
  description = '',
  locale = 'en',
  head,
  body,
}: {
  readonly title: string;
  readonly description?: string | undefined;
  readonly locale?: string;
  readonly head?: Html | readonly Html[];
  readonly body: Html | readonly Html[];
}): string =>
  html`<!doctype html>
<html lang="${locale}" dir="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${plain(title)}</title>
${description === '' ? undefined : html`<meta name="description" content="${plain(description)}">`}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/p/style.css">
${head}
</head>
<body>
<main>${body}</main>
</body>
</html>
`.text;
