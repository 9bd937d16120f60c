import type { IOptions } from 'sanitize-html';

const SIZE = /^[\d.]{1,6}(?:px|em|rem|%)?(?: [\d.]{1,6}(?:px|em|rem|%)?){0,3}$/;
const WORD = /^[a-z-]{1,30}$/;
const COLOUR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|rgb\([\d, ]{5,20}\))$/i;
const STYLES = {
  color: [COLOUR],
  'background-color': [COLOUR],
  'font-size': [SIZE],
  'font-weight': [WORD, SIZE],
  'font-family': [/^[a-z ,-]{1,80}$/i],
  'line-height': [SIZE],
  'text-align': [WORD],
  padding: [SIZE],
  margin: [SIZE],
  'max-width': [SIZE],
  'border-radius': [SIZE],
};
const POLICY: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'pre', 'em', 'i', 'strong', 'b', 'u', 'span', 'div'],
    ...['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a'],
  ],
  allowedAttributes: { a: ['href', 'style'], '*': ['style', 'align', 'dir', 'lang'] },
  allowedStyles: { '*': STYLES },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
};

/**
 * What is left of HTML that somebody wrote for e-mails: nothing that runs, is fetched from elsewhere, or covers other parts.
 * Takes its library with the first call.
 */
const safeHtml = async (html: string): Promise<string> => {
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(html, POLICY);
};

/** The same of what may be left out, or taken away. */
export const safeOf = async <Nothing extends null | undefined>(html: string | Nothing): Promise<string | Nothing> =>
  typeof html === 'string' ? safeHtml(html) : html;
