/** Text that is HTML already. Made by `html` only, which escapes everything else that is put into it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Part[];

/** A template whose values are escaped; lists are joined, and what is undefined leaves nothing behind. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, at) => (at === 0 ? text : `${textOf(parts[at - 1])}${text}`)).join(''));

const textOf = (part: Part): string => {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
};

/** Prose with `code` in backticks, as the declarations write it. */
export const prose = (text: string): Html =>
  html`${text.split(/`([^`]+)`/).map((piece, at) => (at % 2 === 0 ? piece : html`<code>${piece}</code>`))}`;
