import type { FaultCatalogue } from '@gatehouse/shared/fault/fault.ts';
import { type OpenApiDocument, type Operation, operationsOf, successOf } from '../document.ts';
import type { WordList } from '../word-lists.ts';
import { curlLine } from './curl-line.ts';
import { type Field, fieldsOf } from './fields.ts';
import { type Html, html, prose } from './html.ts';

export interface ReferenceContent {
  readonly document: OpenApiDocument;
  /** Every error code of the document. */
  readonly faults: FaultCatalogue;
  readonly lists: readonly WordList[];
}

const groupsOf = (document: OpenApiDocument): Map<string, Operation[]> =>
  Map.groupBy(operationsOf(document), ({ operationId }) => operationId.split('.')[0] ?? '');
const titleOf = (group: string): string => `${group.charAt(0).toUpperCase()}${group.slice(1).replaceAll('_', '-')}`;

/** Where everything on the page is. */
export const contentsOf = ({ document, faults, lists }: ReferenceContent): Html => html`
  <ul>
    ${[...groupsOf(document)].map(
      ([group, operations]) =>
        html`<li><a href="#${group}">${titleOf(group)}</a><ul>${operations.map(
          ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
        )}</ul></li>`,
    )}
    <li><a href="#errors">Errors</a> (${Object.keys(faults).length})</li>
    ${lists.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
  </ul>`;

/** Every endpoint, every error and every list, as sections of a page. */
export const referenceOf = (content: ReferenceContent): Html => {
  const { document, faults, lists } = content;
  return html`
    ${[...groupsOf(document)].map(
      ([group, operations]) => html`<section aria-labelledby="${group}"><h2 id="${group}">${titleOf(group)}</h2>
        ${operations.map((operation) => operationOf(document, operation))}</section>`,
    )}
    <section aria-labelledby="errors"><h2 id="errors">Errors</h2>
      <p>Every error has a code, a message for people and the <code>request_id</code> that finds it in the log. Go by the status and
      the code; messages may be reworded. New codes may be added: treat one that you do not know by its status.</p>
      ${Object.entries(faults).map(errorOf)}</section>
    ${lists.map(listOf)}`;
};

const PLACES = { path: 'in the path', query: 'in the query', header: 'a header' } as const;

const operationOf = (document: OpenApiDocument, operation: Operation): Html => {
  const { operationId, method, path, summary, description, parameters, body } = operation;
  const { status, media } = successOf(operation);
  const asked: Field[] = [
    ...parameters.map(({ name, required, schema, description: says, in: place }) => {
      const [field] = fieldsOf(document, { type: 'object', properties: { [name]: schema } });
      const rules = [PLACES[place], ...(field?.rules ?? [])];
      return { path: name, required, type: field?.type ?? 'string', rules, description: says };
    }),
    ...(body === undefined ? [] : fieldsOf(document, body.schema)),
  ];
  return html`<article aria-labelledby="${operationId}">
    <h3 id="${operationId}">${summary}</h3>
    <p class="address"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
    <p>${prose(description)}</p>
    ${asked.length === 0 ? undefined : html`<h4>Request</h4>${fieldList(asked)}`}
    <h4>Example</h4>
    <pre><code>${curlLine(operation)}</code></pre>
    <h4>Answer ${status}</h4>
    <pre><code>${JSON.stringify(media.example, null, 2) ?? ''}</code></pre>
    ${fieldList(fieldsOf(document, media.schema))}
    <h4>Errors</h4>
    <ul class="codes">${Object.entries(operation.responses)
      .filter(([code]) => !code.startsWith('2'))
      .flatMap(([code, { content }]) =>
        Object.entries(content['application/json'].examples ?? {}).map(
          ([name, { value }]) =>
            html`<li><details><summary>${code} <code>${name}</code></summary><pre><code>${JSON.stringify(value, null, 2)}</code></pre>
            <p><a href="#error-${name}">What <code>${name}</code> means and what to do</a></p></details></li>`,
        ),
      )}</ul>
  </article>`;
};

const fieldList = (fields: readonly Field[]): Html | undefined =>
  fields.length === 0
    ? undefined
    : html`<dl class="fields">${fields.map(({ path, type, required, rules, description }) => {
        const says = [type, ...(required ? ['required'] : []), ...rules].join(', ');
        return html`<dt><code>${path}</code></dt>
          <dd><span class="rules">${prose(says)}.</span> ${description === undefined ? undefined : prose(description)}</dd>`;
      })}</dl>`;

const RETRY = {
  never: 'No: the same request gets the same answer.',
  safe: 'Yes, at once.',
  'after-delay': 'Yes, after 1, 2 and 4 seconds, or as long as `Retry-After` says; then stop and tell somebody.',
  'by-hand': 'Not by itself. Tell staff; where they decide to try again, after as long as `Retry-After` says.',
} as const;
const ACTS = { caller: 'You do.', device: 'Whoever looks after the device.', us: 'We do.' } as const;

const errorOf = ([code, { status, title, help, retry, blame }]: [string, FaultCatalogue[string]]): Html => html`
  <article aria-labelledby="error-${code}">
    <h3 id="error-${code}"><code>${code}</code></h3>
    <p><strong>${status}.</strong> ${title}.</p>
    <p>${prose(help)}</p>
    <dl class="facts"><dt>Try again?</dt><dd>${prose(RETRY[retry])}</dd><dt>Who acts?</dt><dd>${ACTS[blame]}</dd></dl>
  </article>`;

const listOf = ({ id, title, says, words }: WordList): Html => html`
  <section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p>${prose(says)}</p>
    <dl class="fields">${words.map(
      ({ word, meaning }) => html`<dt><code>${word}</code></dt><dd>${prose(meaning)}</dd>`,
    )}</dl></section>`;
