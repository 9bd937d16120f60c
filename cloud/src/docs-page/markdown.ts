import { Html, html } from './html.ts';

/** Turns the target of a link into an address of these pages; nothing where there is none. */
export type LinkTo = (target: string) => string | undefined;

/**
 * The Markdown that our own documents are written in, as HTML: headings, paragraphs, lists of one level, tables, fenced
 * code, `code`, **bold** and links. A comment on a line of its own is left out; everything else stays the text that it is.
 */
export const markdownToHtml = (text: string, linkTo: LinkTo): Html => {
  const blocks: Html[] = [];
  const lines = text.split('\n');
  let at = 0;
  const take = (belongs: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    for (let line = lines[at]; line !== undefined && belongs(line); line = lines[++at]) taken.push(line);
    return taken;
  };
  const inline = (line: string): Html => inlineOf(line, linkTo);
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = /^(#{1,4}) (.+)$/.exec(line);
    if (line.trim() === '' || /^<!--.*-->$/.test(line)) at++;
    else if (heading) {
      at++;
      blocks.push(headingOf(heading[1]?.length ?? 1, heading[2] ?? '', inline));
    } else if (line.startsWith('```')) {
      at++;
      const code = take((one) => !one.startsWith('```'));
      at++;
      blocks.push(html`<pre><code>${code.join('\n')}</code></pre>`);
    } else if (line.startsWith('|'))
      blocks.push(
        tableOf(
          take((one) => one.startsWith('|')),
          inline,
        ),
      );
    else if (/^(- |\d+\. )/.test(line))
      blocks.push(
        listOf(
          take((one) => /^(- |\d+\. | {2,}\S)/.test(one)),
          inline,
        ),
      );
    else
      blocks.push(
        html`<p>${inline(take((one) => one.trim() !== '' && !/^(#|```|\||- |\d+\. )/.test(one)).join(' '))}</p>`,
      );
  }
  return html`${blocks}`;
};

/** The id of a heading, as links to it are written. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const headingOf = (level: number, title: string, inline: (line: string) => Html): Html =>
  new Html(`<h${level} id="${anchorOf(title)}">${inline(title).text}</h${level}>`);

const listOf = (lines: readonly string[], inline: (line: string) => Html): Html => {
  const items: string[] = [];
  for (const line of lines) {
    const start = /^(?:- |\d+\. )(.*)$/.exec(line)?.[1];
    if (start !== undefined) items.push(start);
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  const body = items.map((item) => html`<li>${inline(item)}</li>`);
  return /^\d/.test(lines[0] ?? '') ? html`<ol>${body}</ol>` : html`<ul>${body}</ul>`;
};

const cellsOf = (row: string): string[] =>
  row
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Every cell but the first names its column: where there is no room for columns, the page shows that name beside it. */
const tableOf = ([head = '', _rule, ...rows]: readonly string[], inline: (line: string) => Html): Html => {
  const columns = cellsOf(head);
  const labelOf = (at: number): Html | undefined => {
    const label = columns[at]?.replaceAll('`', '') ?? '';
    return at === 0 || label === '' ? undefined : html` data-label="${label}${label.endsWith('?') ? '' : ':'}"`;
  };
  return html`
  <table><thead><tr>${columns.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
  <tbody>${rows.map((row) => html`<tr>${cellsOf(row).map((cell, at) => html`<td${labelOf(at)}>${inline(cell)}</td>`)}</tr>`)}</tbody></table>`;
};

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

const inlineOf = (line: string, linkTo: LinkTo): Html => {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const { 0: whole, 1: code, 2: bold, 3: label = '', 4: target, index } of line.matchAll(INLINE)) {
    parts.push(line.slice(end, index));
    end = index + whole.length;
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (bold !== undefined) parts.push(html`<strong>${inlineOf(bold, linkTo)}</strong>`);
    else {
      const href = target === undefined ? undefined : linkTo(target);
      const text = inlineOf(label, linkTo);
      parts.push(href === undefined ? text : html`<a href="${href}">${text}</a>`);
    }
  }
  return html`${[...parts, line.slice(end)]}`;
};
