import type { IOptions } from 'sanitize-html';
import type { Block, Inline, ListItem } from './blocks.ts';
import { readMarkdown } from './read-markdown.ts';

export interface MarkdownHtmlOptions {
  /** The level of the highest heading, as the page around the text has headings of its own. 2 unless given. */
  readonly headingsFrom?: number;
  /** The address of a picture, where its source names one of ours. Without it, pictures are the texts that stand for them. */
  readonly imageAddress?: (source: string) => string | undefined;
}

/**
 * A text in Markdown that anybody may have written, as HTML to be put into a page: no script, style, id, frame or form, no
 * picture but our own, links to `https:`, `mailto:` and `tel:` alone. What the library lets through is checked once more by
 * one that knows nothing of it.
 */
export const markdownToHtml = async (text: string, options: MarkdownHtmlOptions = {}): Promise<string> => {
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(blocksToHtml(readMarkdown(text), options), POLICY);
};

const POLICY: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'em', 'strong', 'del'],
    ...['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'img'],
  ],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'loading'], ol: ['start'], th: ['scope'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
};

type Options = MarkdownHtmlOptions;

const blocksToHtml = (blocks: readonly Block[], options: Options): string =>
  blocks.map((block) => blockToHtml(block, options)).join('\n');

const blockToHtml = (block: Block, options: Options): string => {
  switch (block.is) {
    case 'heading': {
      const tag = `h${Math.min(6, block.level - 1 + (options.headingsFrom ?? 2))}`;
      return `<${tag}>${inlinesToHtml(block.parts, options)}</${tag}>`;
    }
    case 'paragraph':
      return `<p>${inlinesToHtml(block.parts, options)}</p>`;
    case 'line':
      return inlinesToHtml(block.parts, options);
    case 'code':
      return `<pre><code>${escaped(block.text)}</code></pre>`;
    case 'quote':
      return `<blockquote>${blocksToHtml(block.blocks, options)}</blockquote>`;
    case 'list': {
      const items = block.items.map((item) => itemToHtml(item, options)).join('\n');
      if (block.from === undefined) return `<ul>${items}</ul>`;
      return `<ol${block.from === 1 ? '' : ` start="${block.from}"`}>${items}</ol>`;
    }
    case 'table': {
      const row = (cells: readonly (readonly Inline[])[], tag: string, end = tag) =>
        `<tr>${cells.map((cell) => `<${tag}>${inlinesToHtml(cell, options)}</${end}>`).join('')}</tr>`;
      const rows = block.rows.map((cells) => row(cells, 'td')).join('\n');
      return `<table><thead>${row(block.head, 'th scope="col"', 'th')}</thead><tbody>${rows}</tbody></table>`;
    }
    case 'rule':
      return '<hr>';
  }
};

const itemToHtml = ({ done, blocks }: ListItem, options: Options): string =>
  `<li>${done === undefined ? '' : done ? '☑ ' : '☐ '}${blocksToHtml(blocks, options)}</li>`;

const TAGS = { emphasis: 'em', strong: 'strong', struck: 'del' } as const;

const inlinesToHtml = (parts: readonly Inline[], options: Options): string =>
  parts.map((part) => inlineToHtml(part, options)).join('');

const inlineToHtml = (part: Inline, options: Options): string => {
  switch (part.is) {
    case 'text':
      return escaped(part.text);
    case 'code':
      return `<code>${escaped(part.text)}</code>`;
    case 'break':
      return '<br>';
    case 'link':
      // Whoever follows it tells nobody where it was, and lends nobody our good name.
      return `<a href="${escaped(part.to)}" rel="nofollow noopener noreferrer">${inlinesToHtml(part.parts, options)}</a>`;
    case 'image': {
      const address = options.imageAddress?.(part.source);
      const instead = escaped(part.instead);
      return address === undefined ? instead : `<img src="${escaped(address)}" alt="${instead}" loading="lazy">`;
    }
    default:
      return `<${TAGS[part.is]}>${inlinesToHtml(part.parts, options)}</${TAGS[part.is]}>`;
  }
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
