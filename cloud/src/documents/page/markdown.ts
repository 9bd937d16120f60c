import { Marked } from 'marked';
import { Html, html } from '../../kit/http/html.ts';

/** Turns the target of a link into an address of these pages; nothing where there is none. */
export type LinkTo = (target: string) => string | undefined;

/**
 * A document in Markdown, as HTML. A comment on a line of its own is left out. HTML in the document is text and no markup;
 * a link that has no address here is its text, and so is an image: nothing is loaded from elsewhere.
 */
export const markdownToHtml = (text: string, linkTo: LinkTo): Html => {
  const marked = new Marked({
    tokenizer: {
      // `false` leaves it to the parser, which takes the line for HTML; nothing makes text of it.
      html: (source) => (/^<!--.*-->(?:\n|$)/.test(source) ? false : undefined),
      tag: () => undefined,
    },
    renderer: {
      html: () => '',
      image: ({ text: instead }) => html`${instead}`.text,
      code: ({ text: code }) => html`<pre><code>${code}</code></pre>`.text,
      heading({ text: title, tokens, depth }) {
        return `<h${depth} id="${anchorOf(title)}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }) {
        const address = linkTo(href);
        const label = new Html(this.parser.parseInline(tokens));
        return (address === undefined ? label : html`<a href="${address}">${label}</a>`).text;
      },
      table({ header, rows }) {
        const inline = ({ tokens }: (typeof header)[number]): Html => new Html(this.parser.parseInline(tokens));
        if (header.every(({ text: title }) => title === ''))
          return html`
  <table class="facts"><tbody>${rows.map(([name, ...cells]) => html`<tr>${name && html`<th scope="row">${inline(name)}</th>`}${cells.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody></table>`
            .text;
        const labels = header.map(({ text: title }) => labelOf(title));
        return html`
  <table><thead><tr>${header.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
  <tbody>${rows.map((row) => html`<tr>${row.map((cell, at) => html`<td${at > 0 ? labels[at] : ''}>${inline(cell)}</td>`)}</tr>`)}</tbody></table>`
          .text;
      },
    },
  });
  return new Html(marked.parse(text, { async: false }));
};

/** Every cell but the first names its column: where there is no room for columns, the page shows that name beside it. */
const labelOf = (column: string): Html | undefined => {
  const label = column.replaceAll('`', '');
  return label === '' ? undefined : html` data-label="${label}${label.endsWith('?') ? '' : ':'}"`;
};

/** The id of a heading, as links to it are written. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
