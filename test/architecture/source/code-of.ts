/** One thing at a time: a comment, a text, a pattern (or a division), a template's first quote, a brace, a word, a sign. */
const TOKEN =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<text>'(?:\\[\s\S]|[^'\\\n])*'?|"(?:\\[\s\S]|[^"\\\n])*"?)|(?<pattern>\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/)|\w+|\s+|[\s\S]/y;
/** Of a template: up to its end, or to the next `${`. */
const TEMPLATE = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(`|\$\{|$)/y;

const at = (pattern: RegExp, text: string, offset: number): RegExpExecArray => {
  pattern.lastIndex = offset;
  const found = pattern.exec(text);
  if (found === null) throw new Error(`nothing can be read at ${offset}`);
  return found;
};
const blanked = (text: string): string => text.replace(/[^\n]/g, ' ');
const hollow = (text: string): string =>
  text.length < 2 ? text : `${text[0]}${blanked(text.slice(1, -1))}${text.at(-1)}`;

/** A slash begins a pattern where a value may begin, and divides after a value. */
const valueMayBegin = (before: string): boolean =>
  before === '' ||
  /[(,=:[!&|?{};+\-*%<>~^]$/.test(before) ||
  /^(return|typeof|case|in|of|void|yield|await)$/.test(before);

/**
 * Tells code from comments, texts and patterns, well enough for rules about words: TypeScript 7 has no API to ask.
 * `code` has comments and the insides of texts and patterns blanked, `statements` only comments. Blanked characters
 * become spaces and line ends stay, so that offsets and lines are those of the source.
 */
export const codeOf = (text: string): { readonly code: string; readonly statements: string } => {
  let code = '';
  let statements = '';
  /** For each template that we are inside of, how many braces its `${…}` has open. */
  const open: number[] = [];
  let before = '';

  const take = (raw: string, shown: string): void => {
    code += shown;
    statements += raw;
  };
  const template = (): void => {
    const [raw, end = ''] = at(TEMPLATE, text, code.length);
    take(raw, blanked(raw.slice(0, raw.length - end.length)) + end);
    if (end === '${') open.push(0);
    before = end === '${' ? '{' : '`';
  };
  const sign = (raw: string): void => {
    const inside = open.at(-1);
    take(raw, raw);
    if (raw.trim() !== '') before = raw;
    if (raw === '`') template();
    else if (raw === '}' && inside === 0) {
      open.pop();
      template();
    } else if (inside !== undefined && (raw === '{' || raw === '}'))
      open.push((open.pop() ?? 0) + (raw === '{' ? 1 : -1));
  };

  while (code.length < text.length) {
    const { 0: raw, groups = {} } = at(TOKEN, text, code.length);
    if (groups.comment !== undefined) {
      code += blanked(raw);
      statements += blanked(raw);
    } else if (groups.text !== undefined || (groups.pattern !== undefined && valueMayBegin(before))) {
      take(raw, hollow(raw));
      before = "'";
    } else sign(groups.pattern === undefined ? raw : '/');
  }
  return { code, statements };
};
