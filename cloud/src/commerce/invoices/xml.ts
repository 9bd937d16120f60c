/** An element with all that is in it, as text. */
export type Element = string;
type Child = Element | false | null;

const CODES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML has it: what no XML file may contain is a space. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
    .replace(/[&<>"]/g, (character) => CODES[character] ?? '');

/** An element with text, or with elements; those that are not there are left out. */
export const element = (
  name: string,
  content: string | readonly Child[],
  attributes: Readonly<Record<string, string>> = {},
): Element => {
  const opened = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  const inside =
    typeof content === 'string'
      ? escaped(content)
      : content.filter((child) => child !== false && child !== null).join('');
  return `<${name}${opened.join('')}>${inside}</${name}>`;
};
