import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { nameOfRef, type Schema } from './document.ts';

/** Whether a reader has to expect words that are not in the list yet: in answers, new ones may come any time. */
export interface TypeStyle {
  readonly openEnums: boolean;
}

/**
 * The TypeScript type that a JSON Schema describes, as text. What a type cannot say (lengths, patterns, ranges) is left
 * to the server. Throws a `Bug` for a keyword combination that it does not know, rather than write a type that lies.
 */
export const typeOf = (schema: Schema, style: TypeStyle, indent = ''): string => {
  if (schema.$ref !== undefined) return typeNameOf(nameOfRef(schema.$ref));
  if ('const' in schema) return JSON.stringify(schema.const).replaceAll('"', "'");
  if (schema.enum !== undefined) return enumOf(schema.enum, style);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map((choice) => typeOf(choice, style, indent)));
  if (schema.allOf !== undefined)
    return schema.allOf.map((part) => parenthesised(typeOf(part, style, indent))).join(' & ');
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: string) => typeOf({ ...schema, type }, style, indent)));
  switch (schema.type) {
    case undefined:
      return 'unknown';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return arrayOf(schema, style, indent);
    case 'object':
      return objectOf(schema, style, indent);
    default:
      throw new Bug(`no TypeScript type is known for ${JSON.stringify(schema)}`);
  }
};

/** What a component is called in TypeScript, where `Error` is something else already. */
export const typeNameOf = (component: string): string => (component === 'Error' ? 'ErrorBody' : component);

const enumOf = (values: readonly unknown[], { openEnums }: TypeStyle): string => {
  const closed = union(values.map((value) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))));
  return openEnums && values.every((value) => typeof value === 'string') ? `Open<${closed}>` : closed;
};

/** A type without what its objects have. */
const outsideBraces = (type: string): string => {
  const less = type.replace(/\{[^{}]*\}/g, '');
  return less === type ? type : outsideBraces(less);
};

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
const parenthesised = (type: string): string => (/ \| /.test(type) ? `(${type})` : type);
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const TUPLE_MAX = 4;

const arrayOf = ({ items, minItems, maxItems }: Schema, style: TypeStyle, indent: string): string => {
  if (items === undefined) return 'readonly unknown[]';
  const item = typeOf(items, style, indent);
  if (minItems !== undefined && minItems > 0 && minItems === maxItems && minItems <= TUPLE_MAX)
    return `readonly [${Array.from({ length: minItems }, () => item).join(', ')}]`;
  const compound = item.startsWith('readonly ') || / [|&] /.test(outsideBraces(item));
  return compound ? `readonly (${item})[]` : `readonly ${item}[]`;
};

const objectOf = (schema: Schema, style: TypeStyle, indent: string): string => {
  const { properties = {}, additionalProperties: more } = schema;
  const names = Object.keys(properties);
  const values = typeof more === 'object' ? typeOf(more, style, indent) : 'unknown';
  if (names.length === 0) return `{ readonly [name: string]: ${values} }`;
  return `{\n${membersOf(schema, style, `${indent}  `)}${indent}}`;
};

/** The members of an object type, each on a line of its own, with its description above it. */
export const membersOf = (schema: Schema, style: TypeStyle, indent: string): string => {
  const { properties = {}, required = [], additionalProperties: more } = schema;
  const members = Object.entries(properties)
    .map(([name, schema]) => {
      const key = /^[A-Za-z_]\w*$/.test(name) ? name : quoted(name);
      const type = typeOf(schema, style, indent);
      // A member that is set to undefined is not sent at all, so it may be.
      const value = required.includes(name) ? `: ${type}` : `?: ${type} | undefined`;
      return `${commentOf(schema.description, indent)}${indent}readonly ${key}${value};\n`;
    })
    .join('');
  return typeof more === 'object' ? `${members}${indent}readonly [more: string]: unknown;\n` : members;
};

const LINE_MAX = 120;

/** A description as a comment on as many lines as it takes; nothing where there is none. */
export const commentOf = (text: string | undefined, indent: string): string => {
  if (text === undefined || text === '') return '';
  const plain = text.replaceAll('*/', '* /');
  const short = `${indent}/** ${plain} */\n`;
  if (short.length <= LINE_MAX + 1 && !plain.includes('\n')) return short;
  const lines = plain.split('\n').flatMap((line) => wrapped(line, LINE_MAX - indent.length - 3));
  return `${indent}/**\n${lines.map((line) => `${`${indent} * ${line}`.trimEnd()}\n`).join('')}${indent} */\n`;
};

const wrapped = (line: string, width: number): string[] => {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines[lines.length - 1] ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
};
