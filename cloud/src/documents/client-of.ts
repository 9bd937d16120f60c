import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { nameOfRef, type OpenApiDocument, type Operation, operationsOf, resolved, successOf } from './document.ts';
import { commentOf, membersOf, type TypeStyle, typeNameOf, typeOf } from './typescript-of.ts';

const ASKED: TypeStyle = { openEnums: false };
const ANSWERED: TypeStyle = { openEnums: true };

/** The types and the table of operations that the typed client is built on, as the text of a TypeScript module. */
export const clientOf = (document: OpenApiDocument): string => {
  const operations = operationsOf(document);
  return [
    '// Generated from the OpenAPI document of the partner API: npm run generate.\n',
    "import type { RequestOptions } from './request.ts';\n",
    '/** One of these words, or one that is newer than this file: tolerate those that you do not know. */\n' +
      'export type Open<Word extends string> = Word | (string & Record<never, never>);\n',
    ...schemasOf(document, operations),
    ...operations.filter(hasInput).map((operation) => inputOf(document, operation)),
    apiOf(operations),
    tableOf(document, operations),
  ].join('\n');
};

const schemasOf = (document: OpenApiDocument, operations: readonly Operation[]): string[] => {
  const asked = reachedFrom(
    document,
    operations.map(({ body }) => body?.schema),
  );
  return Object.entries(document.components.schemas).map(([name, schema]) => {
    const style = asked.has(name) ? ASKED : ANSWERED;
    const comment = commentOf(schema.description, '');
    return schema.type === 'object' && schema.properties !== undefined
      ? `${comment}export interface ${typeNameOf(name)} {\n${membersOf(schema, style, '  ')}}\n`
      : `${comment}export type ${typeNameOf(name)} = ${typeOf(schema, style)};\n`;
  });
};

/** The names of the components that these schemas use, and those that they use in turn. */
const reachedFrom = (document: OpenApiDocument, roots: readonly unknown[]): ReadonlySet<string> => {
  const reached = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== '$ref' || typeof inner !== 'string') visit(inner);
      else if (!reached.has(nameOfRef(inner))) {
        reached.add(nameOfRef(inner));
        visit(resolved(document, { $ref: inner }));
      }
    }
  };
  for (const root of roots) visit(root);
  return reached;
};

/** How the client calls an operation, such as `checkIns.push`. */
export const callOf = (operationId: string): string => {
  const [group = '', ...rest] = operationId.split('.');
  return `${camel(group)}.${camel(rest.join('.'))}`;
};

const camel = (text: string): string => text.replace(/[-_.](\w)/g, (_all, letter: string) => letter.toUpperCase());
const typeName = (text: string): string => `${text.charAt(0).toUpperCase()}${camel(text).slice(1)}`;
const hasInput = (operation: Operation): boolean => namedIn(operation).length > 0 || operation.body !== undefined;
/** What an address is made of. Headers are the client's own business. */
const namedIn = ({ parameters }: Operation) => parameters.filter(({ in: place }) => place !== 'header');

/** Everything that a call takes, in one object: members of the path, of the query and of the body. */
const inputOf = (document: OpenApiDocument, operation: Operation): string => {
  const { operationId, body } = operation;
  const parameters = namedIn(operation);
  const names = parameters.map(({ name }) => name);
  const inBody = body === undefined ? {} : (resolved(document, body.schema).properties ?? {});
  const twice = names.filter((name, at) => name in inBody || names.indexOf(name) !== at);
  if (twice.length > 0) throw new Bug(`${operationId} takes ${twice.join(', ')} in two places`);
  const properties = Object.fromEntries(
    parameters.map(({ name, description, schema }) => [
      name,
      description === undefined ? schema : { ...schema, description },
    ]),
  );
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const parts = [
    ...(parameters.length === 0 ? [] : [`{\n${membersOf({ properties, required }, ASKED, '  ')}}`]),
    ...(body === undefined ? [] : [typeOf(body.schema, ASKED)]),
  ];
  return `export type ${typeName(operationId)}Input = ${parts.join(' & ')};\n`;
};

const apiOf = (operations: readonly Operation[]): string => {
  const groups = Map.groupBy(operations, ({ operationId }) => operationId.split('.')[0] ?? '');
  const members = [...groups].map(([group, own]) => {
    const methods = own.map((operation) => {
      const { operationId, method, path, summary, description } = operation;
      const says = `${summary}. ${description}\n\n\`${method.toUpperCase()} ${path}\``;
      const input = hasInput(operation) ? `input: ${typeName(operationId)}Input, ` : '';
      const answer = typeOf(successOf(operation).media.schema, ANSWERED, '    ');
      const name = camel(operationId.slice(group.length + 1));
      return `${commentOf(says, '    ')}    ${name}(${input}options?: RequestOptions): Promise<${answer}>;\n`;
    });
    return `  readonly ${camel(group)}: {\n${methods.join('')}  };\n`;
  });
  return `/** One method an endpoint. */\nexport interface PartnerApi {\n${members.join('')}}\n`;
};

const tableOf = (document: OpenApiDocument, operations: readonly Operation[]): string => {
  const rows = operations.map((operation) => {
    const { operationId, method, path, parameters, body } = operation;
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => `'${name}'`);
    const keyed = body !== undefined && 'idempotency_key' in (resolved(document, body.schema).properties ?? {});
    const [group = '', ...rest] = operationId.split('.');
    const row = [
      `group: '${camel(group)}'`,
      `name: '${camel(rest.join('.'))}'`,
      `method: '${method.toUpperCase()}'`,
      `path: '${path}'`,
      `query: [${query.join(', ')}]`,
      `input: ${hasInput(operation)}`,
      `keyed: ${keyed}`,
    ];
    return `  '${operationId}': {\n${row.map((member) => `    ${member},\n`).join('')}  },\n`;
  });
  const says =
    'How each operation is sent. `keyed`: it moves something, so it may be repeated with its own `idempotency_key` only.';
  return `/** ${says} */\nexport const OPERATIONS = {\n${rows.join('')}} as const;\n`;
};
