import { readFileSync } from 'node:fs';
import express from 'express';
import type { Page } from '../http/express-mount.ts';
import { type GuidePage, readGuide } from './guide.ts';
import { type Html, html } from './html.ts';
import { contentsOf, type ReferenceContent, referenceOf } from './reference.ts';

export interface DocsPageOptions extends ReferenceContent {
  /** What is offered to be kept, by file name: collections and the like. The document itself is always there. */
  readonly downloads?: Readonly<Record<string, object>>;
  /** `/docs` unless said otherwise. */
  readonly path?: `/${string}`;
}

const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');

/**
 * The reference of a surface and the guide for those who use it, to be read in any browser: on a phone, by keyboard, by a
 * screen reader, without scripts. It loads nothing from elsewhere: it works without the internet, and tells nobody who reads.
 */
export const docsPage = ({ path = '/docs', downloads = {}, ...content }: DocsPageOptions): Page => {
  const guide = readGuide(path);
  const pages = new Map([
    ['/', referencePage(path, content, { guide, downloads: Object.keys(downloads) })],
    ...guide.map((page) => [`/guide/${page.name}`, guidePage(path, page, guide)] as const),
  ]);
  const files = { 'openapi.json': content.document, ...downloads };
  const router = express.Router({ caseSensitive: true });
  for (const [at, page] of pages) router.get(at, (_request, response) => void response.type('html').send(page.text));
  for (const [name, file] of Object.entries(files))
    router.get(`/${name}`, (_request, response) => void response.json(file));
  router.get('/page.css', (_request, response) => void response.type('css').send(style));
  return {
    path,
    gate: { public: 'It describes the interface and holds no data; partners read it before they have a key.' },
    router,
  };
};

const layout = (path: string, title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${path}/page.css">
  </head>
  <body>
    <a class="skip" href="#main">Skip to the content</a>
    ${body}
  </body>
</html>
`;

const guideLinks = (path: string, guide: readonly GuidePage[], current?: string): Html => html`
  <ul>${guide.map(({ name, title }) =>
    name === current
      ? html`<li><a href="${path}/guide/${name}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${path}/guide/${name}">${title}</a></li>`,
  )}</ul>`;

const referencePage = (
  path: string,
  content: ReferenceContent,
  { guide, downloads }: { guide: readonly GuidePage[]; downloads: readonly string[] },
): Html => {
  const { title, version, description } = content.document.info;
  const heading = `${title} ${version}`;
  return layout(
    path,
    heading,
    html`<div class="frame split">
      <nav aria-label="Contents"><details open><summary>Contents</summary>${contentsOf(content)}</details></nav>
      <main id="main"><h1>${heading}</h1><p>${description}</p>
        <section aria-labelledby="guide"><h2 id="guide">Guide</h2>${guideLinks(path, guide)}</section>
        <section aria-labelledby="downloads"><h2 id="downloads">To keep</h2>
          <ul>${['openapi.json', ...downloads].map((name) => html`<li><a href="${path}/${name}" download>${name}</a></li>`)}</ul></section>
        ${referenceOf(content)}</main></div>`,
  );
};

const guidePage = (path: string, page: GuidePage, guide: readonly GuidePage[]): Html =>
  layout(
    path,
    page.title,
    html`<div class="frame split">
      <nav aria-label="Guide"><a href="${path}/">Reference</a>${guideLinks(path, guide, page.name)}</nav>
      <main id="main">${page.body}</main></div>`,
  );
