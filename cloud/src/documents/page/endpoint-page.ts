import { type Html, html, prose } from '../../kit/http/html.ts';
import type { EndpointModel, ErrorModel } from './endpoint-model.ts';
import type { Field } from './fields.ts';
import { errorAddress, type Neighbour, pager, statusBadge, verbBadge } from './layout.ts';

interface Around {
  readonly base: string;
  /** Codes that have a page here: where one is named, it is a link. */
  readonly codes: ReadonlySet<string>;
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/** One endpoint: what it is, its examples beside, what it takes, answers and refuses. */
export const endpointPage = (model: EndpointModel, around: Around): Html => {
  const { method, path, title, description, who, stepUp, address, headers, body, answers, errors } = model;
  const words = (text: string) => linked(text, around);
  return html`<article class="endpoint" aria-labelledby="title">
    <div class="intro">
      <h1 id="title">${title}</h1>
      <p class="address">${verbBadge(method)} <code data-copy="Copy the path">${path}</code></p>
      ${description.split('\n\n').map((text) => html`<p>${words(text)}</p>`)}
      <dl class="facts"><dt>Who</dt><dd>${prose(who)}</dd>
        ${stepUp ? html`<dt>Signed in</dt><dd>Whoever came in by signing in has to prove once more who they are. A key does not.</dd>` : undefined}
      </dl>
    </div>
    ${examplesOf(model)}
    <div class="rest">
      ${section('Path and query', address, words, 'asked')}
      ${section('Headers', headers, words, 'asked')}
      ${section('Body', body, words, 'asked')}
      ${answers.map(
        ({ status, says, fields }) => html`<section aria-labelledby="answer-${status}">
          <h2 id="answer-${status}">Answer ${statusBadge(status)}</h2><p>${words(says)}</p>${fieldList(fields, words, 'answered')}</section>`,
      )}
      <section aria-labelledby="errors"><h2 id="errors">Errors</h2>
        <ul class="codes">${errors.map((error) => errorOf(error, around.base))}</ul></section>
      ${pager(around.base, around.previous, around.next)}
    </div>
  </article>`;
};

const examplesOf = ({ curl, typescript, answers }: EndpointModel): Html => {
  const shown = answers.find(({ example }) => example !== undefined);
  return html`<section class="examples" aria-label="Examples">
    ${example('curl', 'curl', curl)}
    ${example('typescript', 'TypeScript', typescript)}
    ${shown && example('answer', `Answer ${shown.status}`, JSON.stringify(shown.example, null, 2))}
  </section>`;
};

const example = (
  id: string,
  title: string,
  text: string,
): Html => html`<div class="example" id="example-${id}" data-tab="${title}">
      <h2>${title}</h2><pre tabindex="0" aria-label="${title}"><code>${text}</code></pre></div>`;

type Words = (text: string) => Html;

const section = (title: string, fields: readonly Field[], words: Words, way: Way): Html | undefined => {
  if (fields.length === 0) return undefined;
  const id = title.toLowerCase().replaceAll(' ', '-');
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${fieldList(fields, words, way)}</section>`;
};

/** Of what is asked, what has to be there is marked; of what is answered, what may be missing. */
type Way = 'asked' | 'answered';

const fieldList = (fields: readonly Field[], words: Words, way: Way): Html | undefined =>
  fields.length === 0
    ? undefined
    : html`<dl class="fields">${fields.map(({ path, type, required, rules, description }) => {
        const says = [type, ...(way === 'answered' && !required ? ['not always there'] : []), ...rules].join(', ');
        return html`<dt><code>${path}</code>${way === 'asked' && required ? html` <span class="pill">required</span>` : undefined}</dt>
          <dd><span class="rules">${prose(says)}.</span> ${description === undefined ? undefined : words(description)}</dd>`;
      })}</dl>`;

const errorOf = ({ status, code, title, example: value }: ErrorModel, base: string): Html => html`
  <li><details><summary>${statusBadge(status)} <code>${code}</code> <span class="says">${title}</span></summary>
    <pre tabindex="0" aria-label="Example of ${code}"><code>${JSON.stringify(value, null, 2)}</code></pre>
    <p><a href="${base}${errorAddress(code)}">What <code>${code}</code> means and what to do</a></p></details></li>`;

const linked = (text: string, { base, codes }: Around): Html =>
  html`${text
    .split(/`([^`]+)`/)
    .map((piece, at) =>
      at % 2 === 0
        ? piece
        : codes.has(piece)
          ? html`<a href="${base}${errorAddress(piece)}"><code>${piece}</code></a>`
          : html`<code>${piece}</code>`,
    )}`;
