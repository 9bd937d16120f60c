import { type OpenApiDocument, type Operation, operationsOf, type Schema, successesOf } from './document.ts';
import { commentOf, membersOf, type TypeStyle, typeNameOf, typeOf } from './typescript-of.ts';

/** A console is served by the cloud that it asks: it knows every word that may come. */
const STYLE: TypeStyle = { openEnums: false };

/** What each operation of a document takes and answers, by method and path, as the text of a TypeScript module without code. */
export const consoleTypesOf = (document: OpenApiDocument, of: string): string =>
  [
    `// Generated from the OpenAPI document of the ${of}: npm run generate.\n`,
    ...Object.entries(document.components.schemas).map(componentOf),
    '/** Every operation: what belongs into its path, its query and its body, and what it answers. */',
    `export interface Operations {\n${askedFor(document).map(operationOf).join('')}}\n`,
  ].join('\n');

/** All but those that make a socket of their connection: they have no answer of their own. */
const askedFor = (document: OpenApiDocument): readonly Operation[] =>
  operationsOf(document).filter((operation) => successesOf(operation).length > 0);

const componentOf = ([name, schema]: [string, Schema]): string => {
  const comment = commentOf(schema.description, '');
  return schema.type === 'object' && schema.properties !== undefined
    ? `${comment}export interface ${typeNameOf(name)} {\n${membersOf(schema, STYLE, '  ')}}\n`
    : `${comment}export type ${typeNameOf(name)} = ${typeOf(schema, STYLE)};\n`;
};

const operationOf = (operation: Operation): string => {
  const { method, path, summary, body } = operation;
  const members = [
    ...parametersOf(operation, 'path'),
    ...parametersOf(operation, 'query'),
    ...(body === undefined ? [] : [`    readonly body: ${typeOf(body.schema, STYLE, '    ')};\n`]),
    `    readonly answer: ${answerOf(operation)};\n`,
  ];
  return `${commentOf(`${summary}.`, '  ')}  '${method.toUpperCase()} ${path}': {\n${members.join('')}  };\n`;
};

/** All answers that mean success: some operations answer later than others, with another status. */
const answerOf = (operation: Operation): string => {
  const types = successesOf(operation).map(({ media }) =>
    media === undefined ? 'undefined' : typeOf(media.schema, STYLE, '    '),
  );
  return [...new Set(types)].join(' | ');
};

const parametersOf = ({ parameters }: Operation, place: 'path' | 'query'): string[] => {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return [];
  const properties = Object.fromEntries(
    own.map(({ name, description, schema }) => [name, description === undefined ? schema : { ...schema, description }]),
  );
  const required = own.filter((parameter) => parameter.required).map(({ name }) => name);
  const optional = required.length === 0 ? '?' : '';
  return [`    readonly ${place}${optional}: {\n${membersOf({ properties, required }, STYLE, '      ')}    };\n`];
};
