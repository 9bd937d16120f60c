import type { TryContents, TryField, TryForm } from '../../../web/client/try-form.ts';
import { type OpenApiDocument, type Operation, resolved, type Schema } from '../document.ts';
import { addressOf } from './layout.ts';
import type { Group } from './task-order.ts';

export const tryContents = (
  chapters: readonly { readonly title: string; readonly groups: readonly Group[] }[],
): TryContents =>
  chapters.map(({ title, groups }) => ({
    title,
    groups: groups.map((group) => ({
      title: group.title,
      endpoints: group.operations.map(({ operationId: id, method, path, summary }) => ({
        ...{ id, path, title: summary },
        method: method.toUpperCase(),
      })),
    })),
  }));

/** Where the form of an endpoint is, below the base. */
export const tryAddress = (operationId: string): string => `${addressOf(operationId)}.json`;

export const tryForm = (document: OpenApiDocument, operation: Operation): TryForm => ({
  id: operation.operationId,
  method: operation.method.toUpperCase(),
  path: operation.path,
  title: operation.summary,
  description: operation.description,
  fields: [
    ...operation.parameters.map(({ name, in: place, required, description = '', schema, example }) => ({
      ...{ name, place, required, more: description },
      ...shapeOf(document, schema),
      value: textOf(example),
    })),
    ...bodyFields(document, operation),
  ],
});

/** A field for each member of a body that is one object; else the whole as one text. */
const bodyFields = (document: OpenApiDocument, { body }: Operation): TryField[] => {
  if (body === undefined) return [];
  const { properties, required = [] } = resolved(document, body.schema);
  const example = (body.example ?? {}) as Readonly<Record<string, unknown>>;
  if (properties === undefined)
    return [
      { name: '', place: 'body', kind: 'json', required: true, more: '', choices: [], value: textOf(body.example) },
    ];
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, place: 'body' as const, required: required.includes(name) },
    more: schema.description ?? resolved(document, schema).description ?? '',
    ...shapeOf(document, schema),
    value: textOf(example[name]),
  }));
};

const shapeOf = (document: OpenApiDocument, schema: Schema): Pick<TryField, 'kind' | 'choices'> => {
  const { enum: words, const: word, type } = resolved(document, schema);
  const choices = (words ?? (word === undefined ? [] : [word])).filter((choice) => choice !== null).map(String);
  if (choices.length > 0) return { kind: 'choice', choices };
  const [only = 'object', ...others] = [type ?? 'object'].flat().filter((name) => name !== 'null');
  if (others.length > 0) return { kind: 'json', choices };
  return { kind: KINDS[only] ?? 'json', choices };
};

const KINDS: Readonly<Record<string, TryField['kind']>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
