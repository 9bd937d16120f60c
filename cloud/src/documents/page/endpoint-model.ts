import { type MediaType, type OpenApiDocument, type Operation, type Schema, successesOf } from '../document.ts';
import { curlLine } from './curl-line.ts';
import { type Field, fieldsOf } from './fields.ts';
import { gateWords } from './gate-words.ts';

/** How a surface is called in examples. */
export interface ExampleWays {
  /** How curl sends the key. */
  readonly curl: string;
  readonly typescript: (operation: Operation) => string;
}

export interface AnswerModel {
  readonly status: number;
  /** Of errors, what it is called. */
  readonly says: string;
  readonly example: unknown;
  readonly fields: readonly Field[];
}

export interface ErrorModel {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly example: unknown;
}

/** Everything that a page says of one endpoint: read off the document, without markup. */
export interface EndpointModel {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly who: string;
  readonly stepUp: boolean;
  readonly address: readonly Field[];
  readonly headers: readonly Field[];
  readonly body: readonly Field[];
  readonly answers: readonly AnswerModel[];
  readonly errors: readonly ErrorModel[];
  readonly curl: string;
  readonly typescript: string;
}

export const endpointModel = (document: OpenApiDocument, operation: Operation, ways: ExampleWays): EndpointModel => {
  const { operationId, method, path, summary, description, body } = operation;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    title: summary,
    description,
    who: gateWords(operation['x-gate']),
    stepUp: operation['x-step-up'] === true,
    address: parametersIn(document, operation, ['path', 'query']),
    headers: parametersIn(document, operation, ['header']),
    body: body === undefined ? [] : fieldsOf(document, body.schema),
    answers: successesOf(operation).map(({ status, media }) => answerOf(document, operation, status, media)),
    errors: errorsOf(operation),
    curl: curlLine(operation, ways.curl),
    typescript: ways.typescript(operation),
  };
};

const answerOf = (
  document: OpenApiDocument,
  { responses }: Operation,
  status: number,
  media: MediaType | undefined,
): AnswerModel => ({
  status,
  says: responses[status]?.description ?? '',
  example: media?.example,
  fields: media === undefined ? [] : fieldsOf(document, media.schema),
});

/** What an operation may be refused with, in the order of the document. */
export const errorsOf = ({ responses }: Operation): ErrorModel[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { content }]) =>
      Object.entries(content['application/json'].examples ?? {}).map(([code, { summary = '', value }]) => ({
        status: Number(status),
        code,
        title: summary,
        example: value,
      })),
    );

const PLACES = { path: 'in the path', query: 'in the query', header: 'a header' } as const;

const parametersIn = (
  document: OpenApiDocument,
  { parameters }: Operation,
  places: readonly (keyof typeof PLACES)[],
): Field[] =>
  parameters
    .filter(({ in: place }) => places.includes(place))
    .map(({ name, required, schema, description, in: place }) => {
      const wrapped: Schema = { type: 'object', properties: { [name]: schema } };
      const [field] = fieldsOf(document, wrapped);
      const rules = place === 'header' ? (field?.rules ?? []) : [PLACES[place], ...(field?.rules ?? [])];
      return { path: name, required, type: field?.type ?? 'string', rules, description };
    });
