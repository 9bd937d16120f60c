import { Lexer, Marked, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';

/** Nobody nests quotes and lists deeper, or one emphasis in another. What goes further is text. */
const BLOCKS_DEEP = 12;
const INLINES_DEEP = 8;
/** Each of these may have the rest of its paragraph looked through. */
const DELIMITERS = /[*_~[\]`<\\]/g;
/** Delimiters of a paragraph times its length: beyond, all of the paragraph is text. A page of prose has 200,000 at most. */
const INLINE_WORK_MAX = 4_000_000;
/** Each of these is held against each other one of its paragraph. */
const EMPHASES = /[*_~]/g;
/** So many comparisons for a whole text, which take a tenth of a second; what comes behind them is text. */
const EMPHASIS_WORK_MAX = 1_000_000;

/**
 * marked's own tokenizer, bounded: the nesting that it follows by calling itself ends somewhere, and HTML is text. Not for
 * two texts at once.
 */
class BoundedTokenizer extends Tokenizer {
  private blocks = 0;
  private inlines = 0;

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.inBlock(() => super.blockquote(src));
  }
  override list(src: string): Tokens.List | undefined {
    return this.inBlock(() => super.list(src));
  }
  override emStrong(src: string, maskedSrc: string, prevChar?: string): Tokens.Em | Tokens.Strong | undefined {
    return this.inInline(() => super.emStrong(src, maskedSrc, prevChar));
  }
  override del(src: string, maskedSrc: string, prevChar?: string): Tokens.Del | undefined {
    return this.inInline(() => super.del(src, maskedSrc, prevChar));
  }
  override link(src: string): Tokens.Link | Tokens.Image | undefined {
    return this.inInline(() => super.link(src));
  }
  override reflink(src: string, links: TokensList['links']): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    return this.inInline(() => super.reflink(src, links));
  }
  override html(): undefined {}
  override tag(): undefined {}

  private inBlock<T>(read: () => T): T | undefined {
    if (this.blocks === BLOCKS_DEEP) return undefined;
    this.blocks++;
    const found = read();
    this.blocks--;
    return found;
  }
  private inInline<T>(read: () => T): T | undefined {
    if (this.inlines === INLINES_DEEP) return undefined;
    this.inlines++;
    const found = read();
    this.inlines--;
    return found;
  }
}

class BoundedLexer extends Lexer {
  private emphasisWork = 0;

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const delimiters = src.match(DELIMITERS)?.length ?? 0;
    this.emphasisWork += (src.match(EMPHASES)?.length ?? 0) ** 2;
    if (delimiters * src.length <= INLINE_WORK_MAX && this.emphasisWork <= EMPHASIS_WORK_MAX)
      return super.inlineTokens(src, tokens);
    tokens.push({ type: 'text', raw: src, text: src });
    return tokens;
  }
}

/** The tokens of a text, by the rules of GitHub's Markdown without HTML. Takes time in proportion to the text, whatever it says. */
export const tokensOf = (text: string): readonly Token[] =>
  new BoundedLexer({ ...new Marked().defaults, gfm: true, tokenizer: new BoundedTokenizer() }).lex(text);
