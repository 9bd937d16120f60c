import { Bug, Fault, type FaultCatalogue, type FaultSpec, isDelayed } from '@gatehouse/shared/fault/fault.ts';
import type { z } from 'zod';
import { NULLS_IN_WORDS } from './absent-nulls.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { faultsOfEndpoint, strangerFaults } from './endpoint-faults.ts';
import { examplesOf } from './example-of.ts';
import { Components, type JsonObject } from './json-schema.ts';
import { kitFaults } from './kit-faults.ts';
import { actsOf } from './narrowing.ts';
import { EXAMPLE_REQUEST_ID, HEADERS, headers, preferHeader } from './openapi-headers.ts';
import { streamedBodyOf } from './openapi-streamed.ts';
import { json, mediaHeaders, successesOf } from './openapi-success.ts';
import { describer } from './property-words.ts';
import { IDEMPOTENCY_KEY, takesIdempotencyKey } from './replies.ts';
import { type AnySurface, isPublicGate, type SecurityScheme, type Tag } from './surfaces.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The OpenAPI 3.1 document of one surface, read off its declarations. The same declarations give the same text, in
 * whatever order they come.
 */
export const openApiOf = (surface: AnySurface, endpoints: readonly AnyEndpoint[]): JsonObject => {
  const components = new Components();
  const own = endpoints.filter((endpoint) => endpoint.surface === surface).toSorted(byPathAndMethod);
  const paths: Record<string, JsonObject> = {};
  for (const endpoint of own) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, components) };
  }
  const { title, version, description, security, words } = surface.document;
  const schemas = components.toJSON() as Record<string, JsonObject>;
  const describe = describer(words, (ref) => schemas[ref.replace(/^.*\//, '')]?.description !== undefined);
  for (const methods of Object.values(paths))
    for (const [method, operation] of Object.entries(methods))
      methods[method] = describe(operation, String((operation as JsonObject).operationId));
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: own.some(({ body }) => body) ? `${description} ${NULLS_IN_WORDS}` : description,
      contact: CONTACT,
      license: LICENSE,
    },
    servers: [{ url: '/', description: 'The host that this document came from. HTTPS only.' }],
    security: [{ [security.name]: [] }],
    tags: [...new Map(own.map(tagOf).map((tag) => [tag.name, tag])).values()].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    ),
    paths,
    components: {
      securitySchemes: { [security.name]: schemeOf(security) },
      headers: HEADERS,
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, describe(schema, name)])),
    },
  };
};

const byPathAndMethod = (a: AnyEndpoint, b: AnyEndpoint): number =>
  a.path === b.path ? METHODS.indexOf(a.method) - METHODS.indexOf(b.method) : a.path < b.path ? -1 : 1;

const CONTACT = { name: 'The operator of this installation, who gave you your key' };
const LICENSE = { name: 'Apache License 2.0', identifier: 'Apache-2.0' };

const tagOf = ({ id, surface }: AnyEndpoint): Tag => {
  const group = id.split('.')[0] ?? id;
  return surface.document.tags[group] ?? { name: group, description: group };
};

const schemeOf = (scheme: SecurityScheme): JsonObject =>
  scheme.type === 'http'
    ? { type: 'http', scheme: scheme.scheme, description: scheme.description }
    : { type: 'apiKey', in: scheme.in, name: scheme.keyName, description: scheme.description };

const operationOf = (endpoint: AnyEndpoint, components: Components): JsonObject => {
  const { bodyTypes } = endpoint;
  const examples = examplesOf(endpoint);
  const body = endpoint.body ?? endpoint.rawBody;
  const parameters = [
    ...parametersOf(endpoint, 'params', components),
    ...parametersOf(endpoint, 'query', components),
    ...(takesIdempotencyKey(endpoint) || (endpoint.ownIdempotency && endpoint.surface.idempotencyKeys)
      ? [IDEMPOTENCY_KEY]
      : []),
    ...(endpoint.prefersWait === undefined ? [] : [preferHeader(endpoint.prefersWait)]),
    ...mediaHeaders(endpoint),
    ...(isPublicGate(endpoint.gate) ? [] : (endpoint.surface.document.headers ?? [])),
  ];
  return {
    operationId: endpoint.id,
    tags: [tagOf(endpoint).name],
    summary: endpoint.summary,
    description: endpoint.description,
    ...(endpoint.deprecated === undefined ? {} : { deprecated: true, 'x-deprecated': endpoint.deprecated }),
    ...(isPublicGate(endpoint.gate) ? { security: [] } : {}),
    'x-gate': endpoint.gate,
    ...(endpoint.stepUp ? { 'x-step-up': true } : {}),
    ...(endpoint.surface.document.scopes && !isPublicGate(endpoint.gate) ? { 'x-scope': actsOf(endpoint) } : {}),
    ...(endpoint.audit === undefined ? {} : { 'x-audit': endpoint.audit.event }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.bodyStream && { requestBody: streamedBodyOf(endpoint.bodyStream, components) }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: endpoint.rawBody !== undefined || !isOptional(body),
            content: json(components.schemaOf(body, 'input'), examples.body, bodyTypes),
          },
        }),
    responses: {
      ...successesOf(endpoint, components),
      ...refusalsOf(endpoint, components),
    },
  };
};

/** As the service takes a request that has no body. */
const isOptional = (body: z.ZodType): boolean => body.safeParse(undefined).success;

const parametersOf = (endpoint: AnyEndpoint, part: 'params' | 'query', components: Components): JsonObject[] => {
  const zodSchema = endpoint[part];
  if (zodSchema === undefined) return [];
  const schema = components.schemaOf(zodSchema, 'input');
  if (schema.$ref !== undefined)
    throw new Bug(`${endpoint.id}: its ${part} have a name of their own, so the document would lose what is in them`);
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  const required = (schema.required ?? []) as string[];
  const examples = (examplesOf(endpoint)[part] ?? {}) as JsonObject;
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: part === 'params' ? 'path' : 'query',
    required: part === 'params' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
    ...(examples[name] === undefined ? {} : { example: asWritten(property, examples[name]) }),
  }));
};

/** Queries are text; what a document says of a number is a number. */
const asWritten = ({ type }: JsonObject, example: unknown): unknown =>
  (type === 'integer' || type === 'number') && typeof example === 'string' ? Number(example) : example;

const refusalsOf = (endpoint: AnyEndpoint, components: Components): JsonObject => {
  const faults = Object.entries(faultsOfEndpoint(endpoint));
  const statuses = [...new Set(faults.map(([, { status }]) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const here = faults.filter(([, spec]) => spec.status === status);
      const schemas = new Map(here.map(([code]) => schemaOfFault(endpoint, code, components)).map((s) => [key(s), s]));
      const [only, ...others] = schemas.values();
      const retries = here.some(([, { retry }]) => isDelayed(retry));
      return [
        status,
        {
          description: here.map(([code, { title }]) => `\`${code}\`: ${title}`).join('. '),
          headers: headers(
            'X-Request-Id',
            ...(retries ? (['Retry-After'] as const) : []),
            ...limitsOn(endpoint, here),
            ...(endpoint.ownIdempotency && here.some(([code]) => code in (endpoint.faultBodies ?? {})) ? REPLAYED : []),
          ),
          content: byType(endpoint.surface.jsonTypes, {
            schema: others.length === 0 ? only : { anyOf: [...schemas.values()] },
            examples: Object.fromEntries(
              here.map(([code, { title }]) => [
                code,
                {
                  summary: title,
                  value: { ...exampleOf(endpoint, code), ...problemsOfExample(endpoint, code) },
                },
              ]),
            ),
          }),
        },
      ];
    }),
  );
};

const byType = (types: readonly string[] = ['application/json'], media: JsonObject): JsonObject =>
  Object.fromEntries(types.map((type) => [type, media]));

const REPLAYED = ['Idempotent-Replayed'] as const;

/** Strangers are told nothing of limits, and who is refused at the gate has used nothing up. */
const limitsOn = (endpoint: AnyEndpoint, here: readonly (readonly [string, FaultSpec])[]) => {
  const beyond = here.filter(([code, { status }]) => status !== 401 && !(code in UNFORESEEN));
  if (beyond.length === 0) return [];
  const ofGate = strangerFaults(endpoint);
  const counted = beyond.some(([code]) => isPublicGate(endpoint.gate) || !(code in ofGate) || code in endpoint.faults);
  return counted ? (['RateLimit-Policy', 'RateLimit'] as const) : (['RateLimit-Policy'] as const);
};
/** May happen before anybody is counted. */
const UNFORESEEN = { internal_error: kitFaults.internal_error };

const key = (schema: JsonObject): string => JSON.stringify(schema);

const exampleOf = (endpoint: AnyEndpoint, code: string): JsonObject => {
  const spec = faultsOfEndpoint(endpoint)[code];
  const { surface, faultBodies } = endpoint;
  const rendered = spec && surface.renderFault(faultFor(code, spec), EXAMPLE_REQUEST_ID);
  if (surface.wholeFault) return { ...rendered };
  return { ...(faultBodies?.[code]?.example ?? rendered), request_id: EXAMPLE_REQUEST_ID };
};
/** What is wrong with the request of an example: its body, or the first thing that its query names. */
const problemsOfExample = (endpoint: AnyEndpoint, code: string): JsonObject => {
  if (code !== 'invalid_request' || endpoint.surface.wholeFault) return {};
  const [name = 'query'] = Object.keys(endpoint.examples?.query ?? {});
  const problem =
    endpoint.method === 'GET'
      ? { path: name, rule: 'required', message: 'is required' }
      : { path: 'body', rule: 'invalid_json', message: 'is not JSON' };
  return { message: `${problem.path}: ${problem.message}`, errors: [problem] };
};
const faultFor = (code: string, spec: FaultCatalogue[string]): Fault => new Fault(code, spec, `${spec.title}.`);

const schemaOfFault = (endpoint: AnyEndpoint, code: string, components: Components): JsonObject => {
  const own: z.ZodType | undefined = endpoint.faultBodies?.[code]?.schema;
  if (own !== undefined) return { allOf: [components.schemaOf(own, 'output'), REQUEST_ID] };
  const { dryRunFlag: flag, wholeFault } = endpoint.surface;
  if (wholeFault !== undefined) return components.schemaOf(wholeFault, 'output');
  const members = Object.entries(exampleOf(endpoint, code)).map(([name, value]) => [name, { type: typeof value }]);
  const schema = {
    type: 'object',
    properties: { ...Object.fromEntries(members), errors: PROBLEMS, ...(flag && { [flag]: { const: true } }) },
    required: members.map(([name]) => name),
  };
  return components.add('Error', schema);
};

const REQUEST_ID = { type: 'object', properties: { request_id: { type: 'string' } }, required: ['request_id'] };
const PROBLEMS = {
  description: 'On invalid_request: what is wrong, where, by which rule.',
  type: 'array',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, rule: { type: 'string' }, message: { type: 'string' } },
    required: ['path', 'rule', 'message'],
  },
};
