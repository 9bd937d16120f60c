import { Bug } from '@gatehouse/shared/fault/fault.ts';

/** A JSON Schema (2020-12) as far as our own documents use it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
}

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}
type Content = Readonly<Record<'application/json', MediaType>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

/** One operation of a document, with the method and path it was found under. */
export interface Operation {
  /** Empty where nobody in particular may call it. */
  readonly security?: readonly object[];
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-gate'?: unknown;
  /** Whoever is signed in has to prove once more who they are. */
  readonly 'x-step-up'?: unknown;
  readonly parameters: readonly Parameter[];
  readonly body: MediaType | undefined;
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
}

/** An OpenAPI document of ours, as far as what is made from it reads it. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
type RawOperation = Omit<Operation, 'method' | 'path' | 'parameters' | 'body'> & {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
};

/** Every operation, in the order of the document. */
export const operationsOf = ({ paths }: OpenApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, ...operation }]) => ({
      ...operation,
      method: method as Operation['method'],
      path,
      parameters,
      body: requestBody?.content['application/json'],
    })),
  );

/** The answer of an operation that went well: every one has exactly one. Throws a `Bug` otherwise. */
export const successOf = (operation: Operation): { status: number; media: MediaType } => {
  const found = successesOf(operation);
  const [only] = found;
  if (only?.media === undefined || found.length > 1)
    throw new Bug(`${operation.operationId} has ${found.length} successful answers`);
  return { status: only.status, media: only.media };
};

/** Every answer of an operation that went well; `media` is missing where it is no JSON. */
export const successesOf = ({ responses }: Operation): { status: number; media: MediaType | undefined }[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, { content }]) => ({ status: Number(status), media: content['application/json'] }));

/** The name of the component that a reference points to. */
export const nameOfRef = ($ref: string): string => {
  const name = /^#\/components\/schemas\/(\w+)$/.exec($ref)?.[1];
  if (name === undefined) throw new Bug(`${$ref} is no component of the document`);
  return name;
};

/** The schema itself, where there may be a reference to it. */
export const resolved = ({ components }: OpenApiDocument, schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema;
  const target = components.schemas[nameOfRef(schema.$ref)];
  if (target === undefined) throw new Bug(`${schema.$ref} is not in the document`);
  return target;
};
