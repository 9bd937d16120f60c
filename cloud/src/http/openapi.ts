import { Fault, type FaultCatalogue } from '@gatehouse/shared/fault/fault.ts';
import type { z } from 'zod';
import { NULLS_IN_WORDS } from './absent-nulls.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { Components, type JsonObject } from './json-schema.ts';
import { kitFaults } from './kit-faults.ts';
import { EXAMPLE_REQUEST_ID, HEADERS, headers } from './openapi-headers.ts';
import { IDEMPOTENCY_KEY, takesIdempotencyKey } from './replies.ts';
import { type AnySurface, isPublicGate, type SecurityScheme } from './surfaces.ts';

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
  const { title, version, description, security } = surface.document;
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: own.some(({ body }) => body) ? `${description} ${NULLS_IN_WORDS}` : description,
    },
    servers: [{ url: '/', description: 'The host that this document came from. HTTPS only.' }],
    security: [{ [security.name]: [] }],
    tags: [...new Set(own.map(tagOf))].sort().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { [security.name]: schemeOf(security) },
      headers: HEADERS,
      schemas: components.toJSON(),
    },
  };
};

const byPathAndMethod = (a: AnyEndpoint, b: AnyEndpoint): number =>
  a.path === b.path ? METHODS.indexOf(a.method) - METHODS.indexOf(b.method) : a.path < b.path ? -1 : 1;

const tagOf = ({ id }: AnyEndpoint): string => id.split('.')[0] ?? id;

const schemeOf = (scheme: SecurityScheme): JsonObject =>
  scheme.type === 'http'
    ? { type: 'http', scheme: scheme.scheme, description: scheme.description }
    : { type: 'apiKey', in: 'header', name: scheme.keyName, description: scheme.description };

const operationOf = (endpoint: AnyEndpoint, components: Components): JsonObject => {
  const { success, examples, bodyTypes } = endpoint;
  const body = endpoint.body ?? endpoint.rawBody;
  const parameters = [
    ...parametersOf(endpoint, 'params', components),
    ...parametersOf(endpoint, 'query', components),
    ...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
    ...(isPublicGate(endpoint.gate) ? [] : (endpoint.surface.document.headers ?? [])),
  ];
  return {
    operationId: endpoint.id,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: endpoint.description,
    ...(isPublicGate(endpoint.gate) ? { security: [] } : {}),
    'x-gate': endpoint.gate,
    ...(endpoint.audit === undefined ? {} : { 'x-audit': endpoint.audit.event }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: endpoint.rawBody !== undefined || !isOptional(body),
            content: json(components.schemaOf(body, 'input'), examples?.body, bodyTypes),
          },
        }),
    responses: {
      ...Object.fromEntries(
        [success, ...(success.also === undefined ? [] : [success.also])].map(({ status, description }) => [
          status,
          {
            description,
            headers: headers('X-Request-Id', 'RateLimit-Policy', 'RateLimit'),
            content: json(
              components.schemaOf(success.schema, 'output'),
              status === success.status ? examples?.success : undefined,
            ),
          },
        ]),
      ),
      ...refusalsOf(endpoint, components),
    },
  };
};

/** As the service takes a request that has no body. */
const isOptional = (body: z.ZodType): boolean => body.safeParse(undefined).success;

const json = (schema: JsonObject, example: unknown, types: readonly string[] = ['application/json']): JsonObject =>
  Object.fromEntries(types.map((type) => [type, { schema, ...(example === undefined ? {} : { example }) }]));

const parametersOf = (endpoint: AnyEndpoint, part: 'params' | 'query', components: Components): JsonObject[] => {
  const zodSchema = endpoint[part];
  if (zodSchema === undefined) return [];
  const schema = components.schemaOf(zodSchema, 'input');
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  const required = (schema.required ?? []) as string[];
  const examples = (endpoint.examples?.[part] ?? {}) as JsonObject;
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

/** Every code that an endpoint may answer: its own, its surface's, and those of the kit that can happen to it. */
export const faultsOfEndpoint = (endpoint: AnyEndpoint): FaultCatalogue => {
  const { https_required, invalid_request, payload_too_large, unsupported_media_type, rate_limit_exceeded } = kitFaults;
  const { rawBody, bodyTypes, params, query } = endpoint;
  const body = endpoint.body ?? rawBody;
  return {
    https_required,
    ...(isPublicGate(endpoint.gate) ? {} : strangerFaults(endpoint)),
    rate_limit_exceeded,
    ...((body && !bodyTypes) || params || query ? { invalid_request } : {}),
    ...(body ? { payload_too_large, unsupported_media_type } : {}),
    ...(rawBody ? { overloaded: kitFaults.overloaded } : {}),
    ...(takesIdempotencyKey(endpoint) ? keyFaults : {}),
    ...endpoint.faults,
    internal_error: kitFaults.internal_error,
  };
};

const { idempotency_key_reused, request_in_progress, answer_not_kept, invalid_request } = kitFaults;
const keyFaults: FaultCatalogue = { invalid_request, idempotency_key_reused, request_in_progress, answer_not_kept };

/** A surface that does not name what strangers get gives them the kit's own. */
const strangerFaults = ({ surface, gate }: AnyEndpoint): FaultCatalogue => {
  const faults = surface.faultsAt?.(gate as never) ?? surface.faults;
  const named = Object.values(surface.faults).some(({ status }) => status === 401);
  return { ...(named ? {} : { unauthenticated: kitFaults.unauthenticated }), ...faults };
};

const refusalsOf = (endpoint: AnyEndpoint, components: Components): JsonObject => {
  const faults = Object.entries(faultsOfEndpoint(endpoint));
  const statuses = [...new Set(faults.map(([, { status }]) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const here = faults.filter(([, spec]) => spec.status === status);
      const schemas = new Map(here.map(([code]) => schemaOfFault(endpoint, code, components)).map((s) => [key(s), s]));
      const [only, ...others] = schemas.values();
      const retries = here.some(([, { retry }]) => retry === 'after-delay');
      return [
        status,
        {
          description: here.map(([code, { title }]) => `\`${code}\`: ${title}`).join('. '),
          headers: headers(
            'X-Request-Id',
            ...(retries ? (['Retry-After'] as const) : []),
            ...(status === 429 ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
          ),
          content: {
            'application/json': {
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
            },
          },
        },
      ];
    }),
  );
};

const key = (schema: JsonObject): string => JSON.stringify(schema);

const exampleOf = (endpoint: AnyEndpoint, code: string): JsonObject => {
  const spec = faultsOfEndpoint(endpoint)[code];
  const shape = endpoint.faultBodies?.[code]?.example ?? (spec && endpoint.surface.renderFault(faultFor(code, spec)));
  return { ...shape, request_id: EXAMPLE_REQUEST_ID };
};
/** What is wrong with the request of an example: its body, or the first thing that its query names. */
const problemsOfExample = (endpoint: AnyEndpoint, code: string): JsonObject => {
  if (code !== 'invalid_request') return {};
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
  const { rehearsalFlag: flag } = endpoint.surface;
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
