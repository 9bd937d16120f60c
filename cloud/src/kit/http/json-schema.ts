import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { z } from 'zod';

export type JsonObject = { [key: string]: unknown };

/** Collects the named schemas (`.meta({ id })`) of a document while it is written. */
export class Components {
  readonly #schemas = new Map<string, JsonObject>();

  /**
   * JSON Schema (2020-12, OpenAPI 3.1's own) of what a schema takes (`input`) or gives (`output`). Named parts become
   * references to components; one that differs between the two gets a name for each.
   */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const {
      $schema: _dialect,
      $defs = {},
      ...root
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // A format says it; the expression beside it is a screenful.
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
        // What we answer may grow: clients ignore what they do not know.
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        if (Array.isArray(jsonSchema.prefixItems)) Object.assign(jsonSchema, asItems(jsonSchema.prefixItems));
        if (jsonSchema.items !== undefined) delete jsonSchema.prefixItems;
      },
    }) as JsonObject & { $defs?: Record<string, JsonObject> };
    const names = this.#nameAll($defs, io);
    return renamed(root, names) as JsonObject;
  }

  /** Adds a schema that no zod schema describes. */
  add(name: string, schema: JsonObject): JsonObject {
    const known = this.#schemas.get(name);
    if (known !== undefined && !same(known, schema)) throw new Bug(`two schemas are named ${name}`);
    this.#schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Everything collected, by name. */
  toJSON(): JsonObject {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #nameAll(definitions: Record<string, JsonObject>, io: 'input' | 'output'): ReadonlyMap<string, string> {
    const plain = new Map(Object.keys(definitions).map((name) => [name, name]));
    const differs = Object.entries(definitions).some(([name, schema]) => {
      const known = this.#schemas.get(name);
      return known !== undefined && !same(known, renamed(schema, plain));
    });
    const names = differs ? new Map([...plain.keys()].map((name) => [name, this.#variant(name, io)])) : plain;
    for (const [name, schema] of Object.entries(definitions))
      this.add(names.get(name) as string, renamed(schema, names) as JsonObject);
    return names;
  }

  /** Names made of nothing but themselves (ids) are the same either way and keep theirs. */
  #variant(name: string, io: 'input' | 'output'): string {
    const known = this.#schemas.get(name);
    return known !== undefined && known.type !== 'object' ? name : `${name}${io === 'input' ? 'Input' : 'Output'}`;
  }
}

/** A tuple for tools that know no `prefixItems`, which are most of them: so many, each like one of these. */
const asItems = (places: readonly unknown[]): JsonObject => {
  const kinds = [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
  return {
    items: kinds.length === 1 ? kinds[0] : { anyOf: kinds },
    minItems: places.length,
    maxItems: places.length,
  };
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A copy whose references point into the document's components. */
const renamed = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = key === '$ref' && typeof inner === 'string' ? /^#\/\$defs\/(.+)$/.exec(inner)?.[1] : undefined;
      return [key, name === undefined ? renamed(inner, names) : `#/components/schemas/${names.get(name) ?? name}`];
    }),
  );
};
