import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { Components, type JsonObject } from '../../kit/http/json-schema.ts';
import { changes } from '../../kit/http/method-rules.ts';
import { actsOf } from '../../kit/http/narrowing.ts';
import { describer } from '../../kit/http/property-words.ts';
import { BODY, KEY, type Tool, takesKey } from './tools.ts';

/** A tool as clients list it (MCP, `Tool`). */
export interface ToolDefinition {
  readonly [key: string]: unknown;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly _meta: { readonly [key: string]: unknown };
}

interface ObjectSchema {
  readonly [key: string]: unknown;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonObject>>;
}

/** What a tool says of itself, read off its declaration. Some ms for all of them: let others have their turn in between. */
export const definitionOf = (tool: Tool): ToolDefinition => {
  const { endpoint, name } = tool;
  const { summary, description, deprecated } = endpoint;
  const tag = endpoint.surface.document.tags[endpoint.id.split('.')[0] ?? ''];
  const outdated = deprecated === undefined ? '' : ` Deprecated: ${deprecated}`;
  return {
    name,
    title: summary,
    description: `${summary}. ${description}${outdated}`,
    inputSchema: inputSchemaOf(tool),
    annotations: annotationsOf(endpoint),
    _meta: { 'gatehouse/group': tag?.name ?? 'Others', 'gatehouse/scope': actsOf(endpoint) },
  };
};

/** What it does to things, for whoever decides whether to ask a person first. */
const annotationsOf = (endpoint: AnyEndpoint): ToolDefinition['annotations'] => {
  const isChange = changes(endpoint);
  const isPlain = actsOf(endpoint).every((act) => act === 'read' || act === 'write');
  return {
    readOnlyHint: !isChange,
    destructiveHint: isChange && (!isPlain || endpoint.method === 'DELETE'),
    idempotentHint: !isChange || endpoint.method === 'PUT' || endpoint.method === 'DELETE',
    openWorldHint: false,
  };
};

const KEY_SCHEMA: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 120,
  description:
    'Your name for this one attempt: sent again with it, it is answered as the first time and not carried out twice.',
};

/** One object of all that it takes: what is in the path and the query by its own name, and the body. */
const inputSchemaOf = ({ endpoint }: Tool): ObjectSchema => {
  const components = new Components();
  const parts = [endpoint.params, endpoint.query].flatMap((part) =>
    part === undefined ? [] : [components.schemaOf(part, 'input')],
  );
  const properties: Record<string, JsonObject> = {};
  const required: string[] = [];
  for (const part of parts) {
    Object.assign(properties, part.properties);
    required.push(...((part.required ?? []) as string[]));
  }
  if (endpoint.body !== undefined) {
    properties[BODY] = components.schemaOf(endpoint.body, 'input');
    if (!endpoint.body.safeParse(undefined).success) required.push(BODY);
  }
  if (takesKey(endpoint)) properties[KEY] = KEY_SCHEMA;
  const named = components.toJSON() as Record<string, JsonObject>;
  const describe = describer(endpoint.surface.document.words, (ref) => named[nameIn(ref)]?.description !== undefined);
  const whole = {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(Object.keys(named).length > 0 && { $defs: named }),
  };
  return withinItself(describe(whole, endpoint.id)) as ObjectSchema;
};

const IN_DOCUMENT = '#/components/schemas/';
const nameIn = (ref: string): string => ref.slice(IN_DOCUMENT.length);

/** With references that lead to its own `$defs`. */
const withinItself = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? value.replace(IN_DOCUMENT, '#/$defs/') : value,
  );
