import { expect } from 'vitest';
import { z } from 'zod';
import type { AnyEndpoint } from '../endpoint.ts';
import { openApiOf } from '../openapi.ts';
import type { ClientAnswer } from './https-client.ts';

interface Documented {
  readonly schema?: z.ZodType;
  /** Of what is no JSON. */
  readonly types: readonly string[];
  /** The codes of the faults that the document knows for this status. */
  readonly codes: readonly string[];
}
const known = new WeakMap<AnyEndpoint, Map<number, Documented | undefined>>();
const documents = new WeakMap<AnyEndpoint, ReturnType<typeof openApiOf>>();
const documentOf = (endpoint: AnyEndpoint) => {
  const document = documents.get(endpoint) ?? openApiOf(endpoint.surface, [endpoint]);
  documents.set(endpoint, document);
  return document;
};

/** The body fits the schema that the document gives for this status. */
export const expectDocumented = (endpoint: AnyEndpoint, { status, json, headers }: ClientAnswer): void => {
  const statuses = known.get(endpoint) ?? new Map<number, Documented | undefined>();
  known.set(endpoint, statuses);
  if (!statuses.has(status)) statuses.set(status, documentedAs(endpoint, status));
  const documented = statuses.get(status);
  if (documented === undefined) throw new Error(`${endpoint.id} does not document ${status}`);
  if (status >= 400 && 'error' in json) expect(documented.codes).toContain(json.error.code ?? json.error);
  if (documented.types.length === 0 && documented.schema === undefined) return;
  if (documented.schema === undefined) expect(documented.types).toContain(headers['content-type']?.split(';')[0]);
  else expect(documented.schema.safeParse(json)).toMatchObject({ success: true });
};

const documentedAs = (endpoint: AnyEndpoint, status: number): Documented | undefined => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth.
  const document = documentOf(endpoint) as any;
  const [operation] = Object.values(document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')] ?? {}) as [
    { responses: Record<string, { content?: Record<string, { schema: object; examples?: object }> }> },
  ];
  const response = operation.responses[status];
  if (response === undefined) return undefined;
  const contents = response.content ?? {};
  const content = contents['application/json'];
  if (content === undefined) return { types: Object.keys(contents), codes: [] };
  const schema = { ...content.schema, $defs: document.components.schemas };
  const local = JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'));
  return { schema: z.fromJSONSchema(local), types: [], codes: Object.keys(content.examples ?? {}) };
};
