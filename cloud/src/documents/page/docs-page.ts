import { readFileSync } from 'node:fs';
import express from 'express';
import type { Page } from '../../kit/http/express-mount.ts';
import { keptFile } from '../../kit/http/kept-file.ts';
import { type GuidePage, readGuide } from './guide.ts';
import { type Html, html } from './html.ts';
import { contentsOf, type ReferenceContent, referenceOf } from './reference.ts';

export interface DocsPageOptions extends ReferenceContent {
  /** What can be downloaded, by file name: collections and the like. The document itself is always there. */
  readonly downloads?: Readonly<Record<string, Download>>;
  /** `/docs` unless said otherwise. */
  readonly path?: `/${string}`;
}

/** A JSON file, and what it is, in a few words. */
export interface Download {
  readonly says: string;
  readonly content: object;
}

const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');

/**
 * The reference of a surface and the guide for those who use it, to be read in any browser: on a phone, by keyboard, by a
 * screen reader, without scripts. It loads nothing from elsewhere: it works without the internet, and tells nobody who reads.
 */
export const docsPage = ({ path = '/docs', downloads = {}, ...content }: DocsPageOptions): Page => {
  const guide = readGuide(path);
  const files: Readonly<Record<string, Download>> = {
    'openapi.json': { says: 'the OpenAPI document', content: content.document },
    ...downloads,
  };
  const pages = new Map([
    ['/', referencePage(path, content, { guide, files })],
    ...guide.map((page) => [`/guide/${page.name}`, guidePage(path, page, guide)] as const),
  ]);
  const router = express.Router({ caseSensitive: true });
  for (const [at, page] of pages)
    router.get(
      at,
      keptFile('text/html', () => page.text),
    );
  for (const [name, file] of Object.entries(files))
    router.get(
      `/${name}`,
      keptFile('application/json', () => JSON.stringify(file.content)),
    );
  router.get(
    '/page.css',
    keptFile('text/css', () => style),
  );
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
  { guide, files }: { guide: readonly GuidePage[]; files: Readonly<Record<string, Download>> },
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
        <section aria-labelledby="downloads"><h2 id="downloads">Downloads</h2>
          <ul>${Object.entries(files).map(([name, { says }]) => html`<li><a href="${path}/${name}" download>${name}</a>: ${says}</li>`)}</ul></section>
        <p>In the examples below, <code>$API</code> is the address of the API and <code>$KEY</code> a secret key, which is sent as the user
        name of HTTP Basic authentication with an empty password. For the demo, add <code>--cacert "$CA"</code>.</p>
        ${referenceOf(content)}</main></div>`,
  );
};

const guidePage = (path: string, page: GuidePage, guide: readonly GuidePage[]): Html => {
  const next = guide[guide.indexOf(page) + 1];
  return layout(
    path,
    page.title,
    html`<div class="frame split">
      <nav aria-label="Guide"><a href="${path}/">Reference</a>${guideLinks(path, guide, page.name)}</nav>
      <main id="main">${page.body}
        ${next && html`<p class="next">Next: <a href="${path}/guide/${next.name}">${next.title}</a></p>`}</main></div>`,
  );
};
