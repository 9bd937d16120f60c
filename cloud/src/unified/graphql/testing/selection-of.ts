import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLUnionType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
  isUnionType,
} from 'graphql';

type AField = GraphQLField<unknown, unknown>;
type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of an object that are properties of what its endpoint answers, by those. */
const propertiesOf = (type: GraphQLOutputType): ReadonlyMap<string, AField> => {
  const named = getNamedType(type);
  if (!isObjectType(named)) return new Map();
  const fields = Object.values(named.getFields());
  return new Map(
    fields.flatMap((field) => {
      const { property } = field.extensions;
      return typeof property === 'string' ? [[property, field] as const] : [];
    }),
  );
};

const valuesIn = (like: readonly unknown[]): readonly unknown[] =>
  like.flatMap((value) => (Array.isArray(value) ? valuesIn(value) : [value]));

/** What a field is called in an answer: members of a union may have one name for fields of several types. */
const calledIn = (union: GraphQLUnionType | undefined, own: GraphQLObjectType, { name, type }: AField): string => {
  const isTaken = union?.getTypes().some((other) => {
    const same = other.getFields()[name];
    return same !== undefined && String(same.type) !== String(type);
  });
  return isTaken ? `${own.name}_${name}` : name;
};

/** What asks for all that answers like these have; nothing for what has no members. */
export const selectionOf = (type: GraphQLOutputType, like: readonly unknown[], union?: GraphQLUnionType): string => {
  const objects = valuesIn(like).filter(isMembers);
  const named = getNamedType(type);
  if (isUnionType(named))
    return ` { __typename ${named
      .getTypes()
      .map((member) => `... on ${member.name}${selectionOf(member, objects, named)}`)
      .join(' ')} }`;
  if (!isObjectType(named)) return '';
  const asked = [...propertiesOf(type)].flatMap(([property, field]) => {
    const inner = objects.flatMap((object) => (Object.hasOwn(object, property) ? [object[property]] : []));
    const called = calledIn(union, named, field);
    const alias = called === field.name ? '' : `${called}: `;
    return inner.length === 0 ? [] : [`${alias}${field.name}${selectionOf(field.type, inner)}`];
  });
  return ` { __typename ${asked.join(' ')} }`;
};

/** An answer of the graph in the words of the endpoint: as far as one like it has members. */
export const inItsWords = (type: GraphQLOutputType, value: unknown, like: unknown): unknown => {
  const bare = getNullableType(type);
  if (value === null || value === undefined) return value;
  if (isListType(bare) && Array.isArray(value))
    return value.map((item, at) => inItsWords(bare.ofType, item, Array.isArray(like) ? like[at] : undefined));
  if (isEnumType(bare)) return bare.getValue(String(value))?.value;
  if (!isMembers(value)) return value;
  const union = isUnionType(bare) ? bare : undefined;
  const own = union === undefined ? bare : union.getTypes().find(({ name }) => name === value.__typename);
  if (!isObjectType(own)) return value;
  const properties = propertiesOf(own);
  const members = isMembers(like) ? Object.keys(like) : [...properties.keys()];
  return Object.fromEntries(
    members.map((property) => {
      const field = properties.get(property);
      const found = field && value[calledIn(union, own, field)];
      return [property, field && inItsWords(field.type, found, isMembers(like) ? like[property] : undefined)];
    }),
  );
};
