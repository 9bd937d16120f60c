import { type Html, html } from '../../kit/http/html.ts';
import type { OpenApiDocument } from '../document.ts';
import type { GuidePage } from './guide.ts';
import { SCRIPT, STYLE } from './reference-assets.ts';
import type { Group } from './task-order.ts';

/** What every page of a reference knows of the others. */
export interface Contents {
  /** Where the reference is, such as `/docs`. */
  readonly base: string;
  readonly document: OpenApiDocument;
  readonly chapters: readonly { readonly title: string; readonly groups: readonly Group[] }[];
  readonly guide: readonly GuidePage[];
  /** What belongs to it and is no page of it. */
  readonly beside?: { readonly address: string; readonly title: string } | undefined;
}

interface Parts {
  /** Plain text. */
  readonly title: string;
  /** The address of the page below the base, such as `/endpoints/doors.list`. */
  readonly at: string;
  readonly body: Html;
}

/** More endpoints than this are listed group by group: a reader of one group has its endpoints in the contents. */
const LISTED_MAX = 40;

/** A whole page: the way past the navigation, the search, the contents and the body. */
export const layout = (contents: Contents, { title, at, body }: Parts): Html => {
  const { base, document } = contents;
  const name = `${document.info.title} ${document.info.version}`;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title === name ? name : `${title} – ${name}`}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${base}/assets/${STYLE.name}">
    <script type="module" src="${base}/assets/${SCRIPT.name}"></script>
  </head>
  <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top">
      <a class="home" href="${base}/">${name}</a>
      ${contents.beside && html`<a class="beside" href="${contents.beside.address}">${contents.beside.title}</a>`}
      <button type="button" class="contents-button" popovertarget="contents">Contents</button>
      <search class="find" data-index="${base}/search.json" hidden>
        <label for="find">Find</label>
        <input type="search" id="find" autocomplete="off" spellcheck="false" placeholder="an endpoint, an error, a page" aria-describedby="find-said" aria-keyshortcuts="/">
        <p id="find-said" role="status" class="unseen"></p>
        <ul id="found" hidden></ul>
      </search>
    </header>
    <div class="frame">
      <nav id="contents" aria-label="Contents" popover>${contentsOf(contents, at)}</nav>
      <main id="main">${body}</main>
    </div>
  </body>
</html>
`;
};

const contentsOf = (contents: Contents, at: string): Html => {
  const { base, chapters, guide } = contents;
  const all = chapters.flatMap(({ groups }) => groups.flatMap(({ operations }) => operations)).length <= LISTED_MAX;
  return html`
    ${chapters.map(({ title, groups }) => html`<h2>${title}</h2><ul>${groups.map((group) => groupOf(base, at, group, all))}</ul>`)}
    ${
      guide.length === 0
        ? undefined
        : html`<h2>Guide</h2><ul>${guide.map(({ name, title }) => html`<li>${linkTo(base, at, `/guide/${name}`, title)}</li>`)}</ul>`
    }
    <h2>Look up</h2>
    <ul><li><a href="${base}/#errors">Errors and words</a></li><li><a href="${base}/#downloads">Downloads</a></li></ul>`;
};

const groupOf = (base: string, at: string, { key, title, operations }: Group, all: boolean): Html => {
  const isHere = operations.some(({ operationId }) => at === addressOf(operationId));
  return html`<li><a href="${base}/#${key}">${title}</a>${
    all || isHere
      ? html`<ul>${operations.map(
          ({ operationId, summary }) => html`<li>${linkTo(base, at, addressOf(operationId), summary)}</li>`,
        )}</ul>`
      : undefined
  }</li>`;
};

const linkTo = (base: string, at: string, address: string, title: string): Html =>
  at === address
    ? html`<a href="${base}${address}" aria-current="page">${title}</a>`
    : html`<a href="${base}${address}">${title}</a>`;

/** Where the page of an endpoint is, below the base. */
export const addressOf = (operationId: string): string => `/endpoints/${operationId}`;
export const errorAddress = (code: string): string => `/errors/${code}`;

export const verbBadge = (method: string): Html => {
  const verb = method.toUpperCase();
  return html`<span class="verb ${verb.toLowerCase()}">${verb}</span>`;
};

export const statusBadge = (status: number): Html =>
  html`<span class="status of-${Math.floor(status / 100)}">${status}</span>`;

export interface Neighbour {
  readonly address: string;
  readonly title: string;
}

/** The way to the page before and the page after. */
export const pager = (base: string, previous: Neighbour | undefined, next: Neighbour | undefined): Html => html`
  <nav class="pager" aria-label="Previous and next">
    ${previous && html`<a rel="prev" href="${base}${previous.address}"><span>Previous</span> ${previous.title}</a>`}
    ${next && html`<a rel="next" href="${base}${next.address}"><span>Next</span> ${next.title}</a>`}
  </nav>`;
