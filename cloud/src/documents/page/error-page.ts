import { type Html, html } from '../../kit/http/html.ts';
import type { Operation } from '../document.ts';
import type { ErrorModel } from './endpoint-model.ts';
import { addressOf, statusBadge, verbBadge } from './layout.ts';

/** An error and every endpoint that answers it. */
export interface FoundError extends ErrorModel {
  readonly operations: readonly Operation[];
}

/** What nearly every endpoint answers is no list that somebody reads. */
const LISTED_MAX = 30;

/** What an error means and what to do, an example of it, and which endpoints answer it. */
export const errorPage = (base: string, { status, code, example, operations }: FoundError, meaning: Html): Html => html`
  <article class="error" aria-labelledby="${code}">
    ${meaning}
    <h2 id="example">Example ${statusBadge(status)}</h2>
    <pre tabindex="0" aria-label="Example of ${code}"><code>${JSON.stringify(example, null, 2)}</code></pre>
    <h2 id="endpoints">Endpoints that answer it</h2>
    ${operations.length <= LISTED_MAX ? listOf(base, operations) : html`<details><summary>${operations.length} endpoints</summary>${listOf(base, operations)}</details>`}
  </article>`;

const listOf = (base: string, operations: readonly Operation[]): Html => html`
  <ul class="endpoints">${operations.map(
    ({ operationId, method, summary, path }) => html`<li>${verbBadge(method)}
      <a href="${base}${addressOf(operationId)}">${summary}</a> <code>${path}</code></li>`,
  )}</ul>`;
