import type { MarkedToken, Token, Tokens } from 'marked';
import type { Align, Block, Inline, List, Table } from './blocks.ts';
import { tokensOf } from './bounded-lexer.ts';
import { linkAddress } from './link-address.ts';
import { shownText } from './shown-text.ts';

/**
 * Reads a text in Markdown that anybody may have written. HTML in it is text and no markup; a link that may not be followed is
 * its label; characters that would deceive are shown by their code points. Throws nothing, whatever the text says.
 */
export const readMarkdown = (text: string): readonly Block[] => tokensOf(shownText(text)).flatMap(blockOf);

const blockOf = (token: Token): Block[] => {
  const known = token as MarkedToken;
  switch (known.type) {
    case 'heading':
      return [{ is: 'heading', level: known.depth, parts: inlinesOf(known.tokens) }];
    case 'paragraph':
      return [{ is: 'paragraph', parts: inlinesOf(known.tokens) }];
    case 'text':
      return [{ is: 'line', parts: known.tokens === undefined ? [textOf(known.text)] : inlinesOf(known.tokens) }];
    case 'code':
      // What stands behind the fence is shown as well: nothing of what somebody signs is hidden from them.
      return [{ is: 'code', text: known.lang ? `${known.lang}\n${known.text}` : known.text }];
    case 'blockquote':
      return [{ is: 'quote', blocks: known.tokens.flatMap(blockOf) }];
    case 'list':
      return [listOf(known)];
    case 'table':
      return [tableOf(known)];
    case 'hr':
      return [{ is: 'rule' }];
    // Blank lines, the targets of references, and the box of a task, which its item tells.
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    // What a later version of the library may find besides is shown as it was written.
    default:
      return [{ is: 'paragraph', parts: [{ is: 'text', text: token.raw }] }];
  }
};

const listOf = ({ ordered, start, items }: Tokens.List): List => ({
  is: 'list',
  from: ordered ? Number(start) : undefined,
  items: items.map(({ task, checked, tokens }) => ({
    done: task ? checked === true : undefined,
    blocks: tokens.flatMap(blockOf),
  })),
});

const ALIGN: Readonly<Record<string, Align>> = { left: 'start', center: 'middle', right: 'end' };
const tableOf = ({ align, header, rows }: Tokens.Table): Table => ({
  is: 'table',
  columns: align.map((of) => ALIGN[of ?? 'left'] ?? 'start'),
  head: header.map(({ tokens }) => inlinesOf(tokens)),
  rows: rows.map((cells) => cells.map(({ tokens }) => inlinesOf(tokens))),
});

const inlinesOf = (tokens: readonly Token[]): readonly Inline[] => tokens.flatMap(inlineOf);

const inlineOf = (token: Token): readonly Inline[] => {
  const known = token as MarkedToken;
  switch (known.type) {
    case 'text':
      return known.tokens === undefined ? [textOf(known.text)] : inlinesOf(known.tokens);
    // An escaped character is itself, whatever it would be otherwise.
    case 'escape':
      return [{ is: 'text', text: known.text }];
    case 'codespan':
      return [{ is: 'code', text: known.text }];
    case 'em':
      return [{ is: 'emphasis', parts: inlinesOf(known.tokens) }];
    case 'strong':
      return [{ is: 'strong', parts: inlinesOf(known.tokens) }];
    case 'del':
      return [{ is: 'struck', parts: inlinesOf(known.tokens) }];
    case 'br':
      return [{ is: 'break' }];
    case 'link':
      return linkOf(known);
    case 'image':
      return [{ is: 'image', source: known.href, instead: resolved(known.text) }];
    // The box of a task, which its item tells.
    case 'checkbox':
      return [];
    default:
      return [{ is: 'text', text: token.raw }];
  }
};

const linkOf = ({ href, tokens }: Tokens.Link): readonly Inline[] => {
  const parts = inlinesOf(tokens);
  const to = linkAddress(href);
  return to === undefined ? parts : [{ is: 'link', to, parts }];
};

const textOf = (text: string): Inline => ({ is: 'text', text: resolved(text) });

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g;
/**
 * Character references, as far as they are of use to whoever writes Markdown: numbers, and the names of what is markup. What they
 * bring in may deceive as well.
 */
const resolved = (text: string): string =>
  shownText(
    text.replace(REFERENCE, (written, decimal?: string, hex?: string, name?: string) =>
      name === undefined ? (characterOf(decimal, hex) ?? written) : (NAMED[name] ?? written),
    ),
  );
const characterOf = (decimal: string | undefined, hex: string | undefined): string | undefined => {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : undefined;
};
