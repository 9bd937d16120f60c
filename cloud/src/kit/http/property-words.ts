import type { JsonObject } from './json-schema.ts';

/**
 * What properties are, for the documents: those that say it nowhere else, by their name. A name that stands for several
 * things is `owner.name`, where the owner is what holds it: a property, a named schema, or the id of the operation. The
 * second text is what null means, said where the schema has null.
 */
export type PropertyWords = Readonly<Record<string, string | readonly [what: string, whenNull: string]>>;

/** The kit's own: they are on every surface. */
const OF_THE_KIT: PropertyWords = {
  error: 'The code of the refusal, which does not change: go by it. Every one has a page.',
  message: 'The refusal in words, for people. May be reworded.',
  request_id: 'Names this request in our logs, as the header `X-Request-Id` does.',
  'errors.path': 'Where in the request: `body.name`, `query.limit`.',
  'errors.rule': 'The rule that it broke, in one word, such as `required`.',
  'errors.message': 'The same in words.',
};

/**
 * Describes whatever is a property within a part of a document, and describes itself nowhere. `isDescribed`: whether the
 * named schema that a property refers to says what it is.
 */
export const describer = (own: PropertyWords, isDescribed: (ref: string) => boolean) => {
  const words: PropertyWords = { ...OF_THE_KIT, ...own };

  const wordsFor = (name: string, owner: string, schema: JsonObject): string | undefined => {
    const key = [`${owner}.${name}`, name].find((one) => Object.hasOwn(words, one));
    if (key === undefined) return undefined;
    const [what, whenNull] = [words[key] ?? ''].flat();
    return takesNull(schema) && whenNull !== undefined ? `${what} Null: ${whenNull}` : what;
  };
  const property = (name: string, owner: string, schema: JsonObject): unknown => {
    const inner = walk(schema, name) as JsonObject;
    const { $ref, description } = schema;
    if (description !== undefined || (typeof $ref === 'string' && isDescribed($ref))) return inner;
    const said = wordsFor(name, owner, schema);
    return said === undefined ? inner : { ...inner, description: said };
  };
  const walk = (part: unknown, owner: string): unknown => {
    if (Array.isArray(part)) return part.map((one) => walk(one, owner));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => {
        if (SHOWN.has(key)) return [key, inner];
        if (key !== 'properties') return [key, walk(inner, owner)];
        const described = Object.entries(inner as Record<string, JsonObject>).map(
          ([name, schema]) => [name, property(name, owner, schema)] as const,
        );
        return [key, Object.fromEntries(described)];
      }),
    );
  };
  return walk;
};

/** What is shown as it is: there, `properties` is a word like any other. */
const SHOWN: ReadonlySet<string> = new Set(['example', 'examples', 'const', 'enum', 'default']);

const takesNull = ({ type, anyOf, oneOf, const: only }: JsonObject): boolean =>
  [type].flat().includes('null') ||
  only === null ||
  [anyOf, oneOf].some((parts) => Array.isArray(parts) && parts.some((part) => takesNull(part as JsonObject)));
