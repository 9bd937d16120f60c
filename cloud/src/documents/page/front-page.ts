import { type Html, html, prose } from '../../kit/http/html.ts';
import { addressOf, type Contents, errorAddress, statusBadge, verbBadge } from './layout.ts';
import type { ReferenceKind } from './reference-kinds.ts';

export interface FrontContent {
  readonly errors: readonly { readonly code: string; readonly status: number; readonly title: string }[];
  readonly lists: readonly { readonly id: string; readonly title: string }[];
  readonly kind: Pick<ReferenceKind, 'says' | 'downloads'>;
}

/**
 * Everything there is, in the order of tasks. Every endpoint, group, error and list has an anchor here by the name that it had
 * when all of it was one page.
 */
export const frontPage = (
  { base, document, chapters, guide }: Contents,
  { errors, lists, kind }: FrontContent,
): Html => {
  const { title, version, description } = document.info;
  return html`<article aria-labelledby="title">
    <h1 id="title">${title} ${version}</h1>
    ${description.split('\n\n').map((text) => html`<p>${prose(text)}</p>`)}
    <p>${prose(kind.says)}</p>
    ${
      guide.length === 0
        ? undefined
        : html`<section aria-labelledby="guide"><h2 id="guide">Guide</h2>
      <ul class="columns">${guide.map((page) => html`<li><a href="${base}/guide/${page.name}">${page.title}</a></li>`)}</ul></section>`
    }
    ${chapters.map(
      (chapter) => html`<h2>${chapter.title}</h2>
      ${chapter.groups.map(
        (group) => html`<section class="group" aria-labelledby="${group.key}"><h3 id="${group.key}">${group.title}</h3>
        <p>${group.description}</p>
        <ul class="endpoints">${group.operations.map(
          ({ operationId, method, summary, path }) => html`<li id="${operationId}">${verbBadge(method)}
            <a href="${base}${addressOf(operationId)}" data-moved>${summary}</a> <code>${path}</code></li>`,
        )}</ul></section>`,
      )}`,
    )}
    <section aria-labelledby="errors"><h2 id="errors">Errors</h2>
      <p>Every error has a code, a message for people and the <code>request_id</code> that finds it in the log. Go by the status and
      the code; messages may be reworded. New codes may be added: treat one that you do not know by its status.</p>
      <ul class="endpoints">${errors.map(
        ({ code, status, title: says }) => html`<li id="error-${code}">${statusBadge(status)}
          <a href="${base}${errorAddress(code)}" data-moved><code>${code}</code></a> <span class="says">${says}</span></li>`,
      )}</ul></section>
    <section aria-labelledby="words"><h2 id="words">Words inside answers</h2>
      <ul>${lists.map(({ id, title: says }) => html`<li id="${id}"><a href="${base}${errorAddress(id)}" data-moved>${says}</a></li>`)}</ul></section>
    <section aria-labelledby="downloads"><h2 id="downloads">Downloads</h2>
      <ul>${Object.entries(kind.downloads).map(([name, { says }]) => html`<li><a href="${base}/${name}" download>${name}</a>: ${says}</li>`)}</ul></section>
  </article>`;
};
