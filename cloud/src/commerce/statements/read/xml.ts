import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { malformed } from './bank-statement.ts';

/** An element: its attributes, its text and its children, each child as a list. */
export interface Element {
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: ReadonlyMap<string, readonly Element[]>;
}

const DEPTH_MAX = 40;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five names of XML itself and characters by number. Whatever else is named would have to be declared, and nothing is. */
const decoded = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([^;\s&]{0,40}));?/gi, (all, hex, digits, name) => {
        const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
        const character = name === undefined ? characterOf(code) : ENTITIES[name];
        if (character === undefined || !all.endsWith(';'))
          throw malformed(`The file uses ${JSON.stringify(all)}, which is not an entity of XML itself.`);
        return character;
      })
    : text;
const characterOf = (code: number): string | undefined =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;

type Parsed = Readonly<Record<string, unknown>>;
const isParsed = (value: unknown): value is Parsed => typeof value === 'object' && value !== null;

const elementOf = (value: unknown): Element => {
  if (!isParsed(value)) return { attributes: {}, text: decoded(String(value ?? '')), children: new Map() };
  const attributes: Record<string, string> = {};
  const children = new Map<string, readonly Element[]>();
  let text = '';
  for (const [name, inside] of Object.entries(value)) {
    if (name === '#text') text = decoded(String(inside));
    else if (name.startsWith('@')) attributes[name.slice(1)] = decoded(String(inside));
    else children.set(name, (Array.isArray(inside) ? inside : [inside]).map(elementOf));
  }
  return { attributes, text, children };
};

/**
 * The root of a document (XML 1.0), without prefixes of namespaces. No DTD is taken, so that nothing in it can expand, be fetched or
 * stand for something else. Throws `malformed`.
 */
export const readXml = (
  text: string,
): { readonly name: string; readonly namespaces: readonly string[]; readonly root: Element } => {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw malformed('The file has a DOCTYPE, which no statement needs.');
  const checked = XMLValidator.validate(text);
  if (checked !== true) throw malformed(`Line ${checked.err.line} is not well-formed XML: ${checked.err.msg}`);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    ignoreDeclaration: true,
    ignorePiTags: true,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    maxNestedTags: DEPTH_MAX,
  });
  let parsed: Parsed;
  try {
    parsed = parser.parse(text);
  } catch (error) {
    throw malformed(`The file is no XML that can be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const roots = Object.keys(parsed).filter((name) => !name.startsWith('#') && !name.startsWith('?'));
  const [name] = roots;
  if (name === undefined || roots.length > 1) throw malformed('The file must have one root element.');
  return { name, namespaces: namespacesOf(text, name), root: elementOf(parsed[name]) };
};

/** The parser leaves them out together with the prefixes. */
const namespacesOf = (text: string, name: string): readonly string[] => {
  const [tag = ''] = new RegExp(`<(?:[\\w.-]{1,40}:)?${name}\\s[^>]{0,4000}>`).exec(text) ?? [];
  return [...tag.matchAll(/\sxmlns(?::[\w.-]{1,40})?\s*=\s*["']([^"']{0,200})["']/g)].map(([, uri = '']) => uri);
};

/** The children of that name, along a path of names. */
export const all = (element: Element, ...path: readonly string[]): readonly Element[] =>
  path.reduce<readonly Element[]>((found, name) => found.flatMap((one) => one.children.get(name) ?? []), [element]);
export const first = (element: Element, ...path: readonly string[]): Element | undefined => all(element, ...path)[0];
/** The text of the first such child; undefined where there is none, or nothing in it. */
export const textAt = (element: Element, ...path: readonly string[]): string | undefined => {
  const text = first(element, ...path)?.text.trim();
  return text === '' ? undefined : text;
};
