import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { GraphQLBoolean, GraphQLFloat, GraphQLInt, type GraphQLScalarType, GraphQLString } from 'graphql';
import type { JsonObject } from '../../kit/http/json-schema.ts';
import { enumName } from './names.ts';
import { DateTime, Json, Long } from './scalars.ts';

/** A JSON Schema as far as declarations have it. */
export interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly items?: Shape;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | boolean;
  readonly description?: string;
}

/** What a schema says without its `null`, and whether it has one. */
export const withoutNull = (shape: Shape): { readonly shape: Shape; readonly nullable: boolean } => {
  const { anyOf, type, ...rest } = shape;
  if (Array.isArray(type)) {
    const [one, ...more] = type.filter((kind) => kind !== 'null');
    return { shape: more.length === 0 ? { ...rest, type: one } : rest, nullable: type.includes('null') };
  }
  if (anyOf === undefined) return { shape, nullable: shape.type === 'null' };
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null');
  const nullable = anyOf.some(({ type }) => type === 'null');
  if (only === undefined) return { shape: {}, nullable: true };
  const { anyOf: inner } = only;
  if (others.length === 0 && inner !== undefined) {
    const deeper = withoutNull(only);
    return { shape: deeper.shape, nullable: nullable || deeper.nullable };
  }
  return { shape: others.length === 0 ? { ...rest, ...only } : { ...rest, anyOf: [only, ...others] }, nullable };
};

/** The name of the component that a reference names. */
export const refOf = ({ $ref }: Shape): string | undefined => $ref?.replace(/^#\/components\/schemas\//, '');

/** What references refer to. */
export const lookUp = (components: JsonObject, name: string): Shape => {
  const found = components[name];
  if (found === undefined) throw new Bug(`there is no schema ${name}`);
  return found as Shape;
};

/** Whether all members of an object are known. */
export const isClosedObject = ({ type, properties, additionalProperties }: Shape): boolean =>
  type === 'object' &&
  properties !== undefined &&
  Object.keys(properties).length > 0 &&
  (additionalProperties === undefined || additionalProperties === false);

/** The words of an enum, where it is one of texts. */
export const wordsIn = (shape: Shape): readonly string[] | undefined => {
  const each = shape.enum ?? (shape.anyOf ?? shape.oneOf)?.map((one) => one.const);
  return each !== undefined && each.length > 1 && each.every((word) => typeof word === 'string')
    ? (each as string[])
    : undefined;
};

/** What a property may be, where that is one of some constants. */
export const constantsOf = (property: Shape): readonly unknown[] =>
  property.const === undefined ? (wordsIn(property) ?? []) : [property.const];

/** The property that tells closed objects apart, if one does: a constant in each. */
export const discriminatorOf = (shapes: readonly Shape[]): string | undefined => {
  if (shapes.length < 2 || !shapes.every(isClosedObject)) return undefined;
  return Object.keys(shapes[0]?.properties ?? {}).find((name) =>
    shapes.every(({ properties }) => constantsOf(properties?.[name] ?? {}).length > 0),
  );
};

/** The values of an enum of texts, by what they are called in the graph. Undefined where it is none, or one has no name there. */
export const enumValuesOf = (shape: Shape): Readonly<Record<string, { readonly value: string }>> | undefined => {
  const words = wordsIn(shape);
  const values = Object.fromEntries((words ?? []).map((word) => [enumName(word) ?? '', { value: word }]));
  return words === undefined || '' in values || Object.keys(values).length !== words.length ? undefined : values;
};

const INT_MAX = 2_147_483_647;

/** What is neither an object nor an enum. What GraphQL has no type for is JSON. */
export const scalarOf = ({ type, format, const: only, minimum, maximum, ...rest }: Shape): GraphQLScalarType => {
  const ways = new Set((rest.anyOf ?? []).map(scalarOf));
  const [way] = ways;
  if (way !== undefined) return ways.size === 1 ? way : Json;
  if (only !== undefined) return scalarOf({ type: Number.isInteger(only) ? 'integer' : typeof only });
  if (rest.enum?.length === 1) return scalarOf({ const: rest.enum[0] });
  if (rest.enum?.every((word) => typeof word === 'string')) return GraphQLString;
  if (type === 'string') return format === 'date-time' ? DateTime : GraphQLString;
  if (type === 'boolean') return GraphQLBoolean;
  if (type === 'number') return GraphQLFloat;
  if (type !== 'integer') return Json;
  const fits = minimum !== undefined && maximum !== undefined && minimum >= -INT_MAX && maximum <= INT_MAX;
  return fits ? GraphQLInt : Long;
};
