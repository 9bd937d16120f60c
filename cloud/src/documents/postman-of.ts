import type { JsonObject } from '../kit/http/json-schema.ts';
import { type MediaType, type OpenApiDocument, type Operation, operationsOf } from './document.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * A Postman collection (format v2.1.0) of a document: a folder a tag, a request an operation, its documented answers as
 * saved examples. The key is a variable without a value, to be filled in where the collection is used.
 */
export const postmanOf = (document: OpenApiDocument): JsonObject => {
  const operations = operationsOf(document);
  const { title, version, description } = document.info;
  const folders = Map.groupBy(operations, ({ operationId }) => operationId.split('.')[0] ?? '');
  return {
    info: { name: `${title} ${version}`, description: `${description}\n\n${FILL_IN}`, schema: SCHEMA },
    auth: {
      type: 'basic',
      basic: [
        { key: 'username', value: '{{secret_key}}', type: 'string' },
        { key: 'password', value: '', type: 'string' },
      ],
    },
    variable: [
      { key: 'base_url', value: 'https://localhost:8443', type: 'string' },
      { key: 'secret_key', value: '', type: 'string' },
      ...exampleVariables(operations),
    ],
    item: [...folders].map(([name, own]) => ({ name, item: own.map(itemOf) })),
  };
};

const FILL_IN =
  'Set `base_url` and, as a secret variable of your environment rather than of this collection, `secret_key`. The demo’s certificate comes from its own authority: add its `ca.pem` in the settings of your client.';

const exampleVariables = (operations: readonly Operation[]): JsonObject[] => {
  const parameters = operations.flatMap((operation) => operation.parameters).filter((one) => one.in === 'path');
  const names = [...new Set(parameters.map(({ name }) => name))];
  return names.map((key) => ({
    key,
    value: String(parameters.find(({ name, example }) => name === key && example !== undefined)?.example ?? ''),
    type: 'string',
  }));
};

const itemOf = (operation: Operation): JsonObject => {
  const request = requestOf(operation);
  return {
    name: operation.summary,
    request,
    response: Object.entries(operation.responses).flatMap(([status, { content }]) =>
      examplesOf(content['application/json']).map(([name, value]) => ({
        name: `${status} ${name}`,
        originalRequest: request,
        code: Number(status),
        _postman_previewlanguage: 'json',
        header: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
        body: JSON.stringify(value, null, 2),
      })),
    ),
  };
};

const examplesOf = ({ example, examples = {} }: MediaType): [string, unknown][] => [
  ...(example === undefined ? [] : [['success', example] as [string, unknown]]),
  ...Object.entries(examples).map(([name, { value }]) => [name, value] as [string, unknown]),
];

const requestOf = ({ method, path, description, parameters, body }: Operation): JsonObject => {
  const parts = path.replace(/\{(\w+)\}/g, ':$1');
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example, required, description: says }) => ({
      key: name,
      value: String(example ?? ''),
      ...(says === undefined ? {} : { description: says }),
      ...(required || example !== undefined ? {} : { disabled: true }),
    }));
  const variable = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => ({ key: name, value: `{{${name}}}` }));
  const sent = query.filter((one) => !('disabled' in one)).map(({ key, value }) => `${key}=${value}`);
  return {
    method: method.toUpperCase(),
    description,
    header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
    url: {
      raw: `{{base_url}}${parts}${sent.length === 0 ? '' : `?${sent.join('&')}`}`,
      host: ['{{base_url}}'],
      path: parts.slice(1).split('/'),
      ...(query.length === 0 ? {} : { query }),
      ...(variable.length === 0 ? {} : { variable }),
    },
    ...(body === undefined
      ? {}
      : {
          body: {
            mode: 'raw',
            raw: JSON.stringify(body.example ?? {}, null, 2),
            options: { raw: { language: 'json' } },
          },
        }),
  };
};
