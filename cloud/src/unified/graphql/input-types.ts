import { Bug } from '@gatehouse/shared/fault/fault.ts';
import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableInputType,
} from 'graphql';
import type { z } from 'zod';
import { Components } from '../../kit/http/json-schema.ts';
import { fieldName, fieldNameAmong, typeName } from './names.ts';
import { enumValuesOf, isClosedObject, lookUp, refOf, type Shape, scalarOf, withoutNull, wordsIn } from './shapes.ts';
import type { TypeNames } from './type-names.ts';

/** A type, and how its values are written as endpoints take them. */
export interface Taken<Type = GraphQLInputType> {
  readonly type: Type;
  readonly written: (value: unknown) => unknown;
}
const asItIs = (value: unknown): unknown => value;

export interface Argument extends Taken {
  readonly name: string;
  readonly property: string;
  readonly description: string | undefined;
  readonly defaultValue: unknown;
}

/** Types of what endpoints take. What GraphQL has no input type for, such as one of several shapes, is JSON. */
export class InputTypes {
  readonly #names: TypeNames;
  readonly #components = new Components();

  constructor(names: TypeNames) {
    this.#names = names;
  }

  /** Parameters or a query: each property is an argument. */
  argumentsOf(schema: z.ZodType | undefined, owner: string): readonly Argument[] {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = this.#components.schemaOf(schema, 'input') as Shape;
    return Object.entries(properties).map(([property, shape]) => {
      const { type, written } = isFlag(shape)
        ? { type: GraphQLBoolean, written: String }
        : this.#nullableOf(shape, `${owner}${typeName(property)}`);
      const isRequired = required.includes(property);
      return {
        name: fieldName(property),
        property,
        description: shape.description,
        defaultValue: typeof shape.default === 'number' ? shape.default : undefined,
        type: isRequired ? new GraphQLNonNull(type) : type,
        written,
      };
    });
  }

  /** A body. */
  bodyOf(schema: z.ZodType, owner: string): Taken {
    const shape = this.#components.schemaOf(schema, 'input') as Shape;
    const { type, written } = this.#nullableOf(shape, owner);
    return { type: schema.safeParse(undefined).success ? type : new GraphQLNonNull(type), written };
  }

  #nullableOf(full: Shape, name: string): Taken<GraphQLNullableInputType> {
    const { shape } = withoutNull(full);
    const component = refOf(shape);
    if (component !== undefined)
      return this.#nullableOf(lookUp(this.#components.toJSON(), component), typeName(component.replace(/Input$/, '')));
    if (isClosedObject(shape)) return this.#object(`${name}Input`, shape);
    if (shape.type === 'array') {
      const item = this.#typeOf(shape.items ?? {}, name);
      const written = (value: unknown) => (Array.isArray(value) ? value.map(item.written) : value);
      return { type: new GraphQLList(item.type), written };
    }
    const values = enumValuesOf(shape);
    if (values === undefined) return { type: scalarOf(shape), written: asItIs };
    const { description: _description, default: _default, ...same } = shape;
    const type = this.#names.of(`${name}Input`, same, () => new GraphQLEnumType({ name: `${name}Input`, values }));
    return { type, written: asItIs };
  }

  #typeOf(shape: Shape, name: string): Taken {
    const taken = this.#nullableOf(shape, name);
    return withoutNull(shape).nullable ? taken : { ...taken, type: new GraphQLNonNull(taken.type) };
  }

  #object(name: string, shape: Shape): Taken<GraphQLInputObjectType> {
    const { properties = {}, required = [] } = shape;
    const writers = new Map<string, { readonly property: string; readonly written: Taken['written'] }>();
    const fields = (): Record<string, GraphQLInputFieldConfig> => {
      const all: Record<string, GraphQLInputFieldConfig> = {};
      for (const [property, inner] of Object.entries(properties)) {
        const field = fieldNameAmong(properties, property);
        if (all[field] !== undefined) throw new Bug(`${name}: two properties are called ${field} in the graph`);
        const { type, written } = this.#nullableOf(inner, `${name.replace(/Input$/, '')}${typeName(property)}`);
        writers.set(field, { property, written });
        const must = required.includes(property) && !withoutNull(inner).nullable;
        all[field] = { type: must ? new GraphQLNonNull(type) : type, description: inner.description ?? null };
      }
      return all;
    };
    const type = this.#names.of(name, shape, () => {
      const made = new GraphQLInputObjectType({
        name,
        description: shape.description ?? null,
        fields,
        extensions: { writers },
      });
      return made;
    });
    const known = type.extensions.writers as typeof writers;
    const written = (value: unknown): unknown =>
      typeof value !== 'object' || value === null
        ? value
        : Object.fromEntries(
            Object.entries(value).map(([field, inner]) => {
              const writer = known.get(field);
              return writer === undefined ? [field, inner] : [writer.property, writer.written(inner)];
            }),
          );
    return { type, written };
  }
}

/** Queries are text, so what is `true` or `false` there is a list of two words. */
const isFlag = (shape: Shape): boolean => wordsIn(shape)?.toSorted().join() === 'false,true';
