import type { ComponentChildren } from 'preact';
import type { Block, Inline, ListItem } from '../../src/kit/markdown/blocks.ts';
import { readMarkdown } from '../../src/kit/markdown/read-markdown.ts';

export interface MarkdownProps {
  readonly text: string;
  /** The level of its highest heading, below those of the page around it. */
  readonly headingsFrom?: 2 | 3 | 4;
}

/**
 * A text in Markdown that anybody may have written, made of nodes and never of HTML. Nothing is fetched for it: a picture is the
 * text that stands for it.
 */
export const Markdown = ({ text, headingsFrom = 3 }: MarkdownProps) => (
  <div class="prose" dir="auto">
    {blocksOf(readMarkdown(text), headingsFrom)}
  </div>
);

type Heading = 'h2' | 'h3' | 'h4' | 'h5' | 'h6';

const blocksOf = (blocks: readonly Block[], from: number): ComponentChildren =>
  blocks.map((block) => blockOf(block, from));

const blockOf = (block: Block, from: number): ComponentChildren => {
  switch (block.is) {
    case 'heading': {
      const Level = `h${Math.min(6, block.level - 1 + from)}` as Heading;
      return <Level>{inlinesOf(block.parts)}</Level>;
    }
    case 'paragraph':
      return <p>{inlinesOf(block.parts)}</p>;
    case 'line':
      return inlinesOf(block.parts);
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote>{blocksOf(block.blocks, from)}</blockquote>;
    case 'list': {
      const items = block.items.map((item) => itemOf(item, from));
      return block.from === undefined ? <ul>{items}</ul> : <ol start={block.from}>{items}</ol>;
    }
    case 'table':
      return (
        <table class="grid">
          <thead>
            <tr>
              {block.head.map((cell) => (
                <th scope="col">{inlinesOf(cell)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((cells) => (
              <tr>
                {cells.map((cell) => (
                  <td>{inlinesOf(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'rule':
      return <hr />;
  }
};

const itemOf = ({ done, blocks }: ListItem, from: number): ComponentChildren => (
  <li>
    {done !== undefined && (done ? '☑ ' : '☐ ')}
    {blocksOf(blocks, from)}
  </li>
);

const inlinesOf = (parts: readonly Inline[]): ComponentChildren => parts.map(inlineOf);

const inlineOf = (part: Inline): ComponentChildren => {
  switch (part.is) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'emphasis':
      return <em>{inlinesOf(part.parts)}</em>;
    case 'strong':
      return <strong>{inlinesOf(part.parts)}</strong>;
    case 'struck':
      return <del>{inlinesOf(part.parts)}</del>;
    case 'link':
      return (
        <a href={part.to} target="_blank" rel="noopener noreferrer">
          {inlinesOf(part.parts)}
        </a>
      );
    case 'image':
      return part.instead;
    case 'break':
      return <br />;
  }
};
