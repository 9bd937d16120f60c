import { Bug } from '@gatehouse/shared/fault/fault.ts';
import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLID,
  type GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableOutputType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLUnionType,
  getNamedType,
  isCompositeType,
} from 'graphql';
import type { z } from 'zod';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { Components, type JsonObject } from '../../kit/http/json-schema.ts';
import { fieldNameAmong, typeName } from './names.ts';
import { idOfNode, type NodeType, namedNode } from './nodes.ts';
import { Json } from './scalars.ts';
import { type Ctx, reading, type Seen, saying } from './seen.ts';
import {
  constantsOf,
  discriminatorOf,
  enumValuesOf,
  isClosedObject,
  lookUp,
  refOf,
  type Shape,
  scalarOf,
  withoutNull,
} from './shapes.ts';
import type { TypeNames } from './type-names.ts';
import { unionType } from './union-type.ts';

export type Field = GraphQLFieldConfig<Seen, Ctx>;
type Fields = Record<string, Field>;

export interface OutputDeps {
  readonly names: TypeNames;
  readonly nodes: ReadonlyMap<string, NodeType>;
  readonly nodeInterface: GraphQLInterfaceType;
  readonly edgesOf: (name: string) => Fields;
}

interface Parts {
  readonly shapes: Shape[];
  readonly description: string | undefined;
}

/** Types of what endpoints answer, from the schemas that the kit writes into the documents. */
export class OutputTypes {
  readonly #deps: OutputDeps;
  readonly #components = new Components();
  #known: JsonObject | undefined;
  /** Shapes of components, by what they are called in the graph. */
  readonly #parts = new Map<string, Parts>();
  readonly #alias = new Map<string, string>();

  constructor(deps: OutputDeps) {
    this.#deps = deps;
  }

  /** First of all of them: what an endpoint answers, and what of it is a node. */
  learn(endpoint: AnyEndpoint): Shape {
    const { schema } = endpoint.success;
    if (schema === undefined) throw new Bug(`${endpoint.id} answers no JSON`);
    const answer = this.#shapeOf(schema);
    const node = namedNode(endpoint);
    if (node !== undefined) this.#isNode(node, this.#itemOf(answer) ?? answer, endpoint);
    return answer;
  }

  /** Then: the type of an answer. */
  answerOf(endpoint: AnyEndpoint, answer: Shape): GraphQLNullableOutputType {
    const item = this.#itemOf(answer);
    const name = typeName(endpoint.id);
    const node = namedNode(endpoint);
    if (item === undefined) return this.#nullableOf(answer, node ?? name);
    const inner = this.#nullableOf(item, node ?? `${name}Item`);
    const named = inner instanceof GraphQLObjectType || inner instanceof GraphQLUnionType ? inner.name : `${name}Item`;
    const { data: _data, ...others } = answer.properties ?? {};
    const rest = Object.keys(others).join(' ');
    const list = rest === '' ? `${named}List` : rest === 'next' ? `${named}Page` : name;
    return this.#deps.names.of(list, { ...answer, description: '' }, () => this.#object(list, answer, inner));
  }

  /** What a topic tells, once every answer is learned. */
  entryOf(schema: z.ZodType, name: string): GraphQLNullableOutputType {
    return this.#nullableOf(this.#shapeOf(schema), name);
  }

  #shapeOf(schema: z.ZodType): Shape {
    this.#known = undefined;
    return this.#components.schemaOf(schema, 'output') as Shape;
  }

  /** What a list lists. */
  #itemOf(answer: Shape): Shape | undefined {
    const { data } = (answer.$ref === undefined ? answer : {}).properties ?? {};
    return data?.items;
  }

  #isNode(name: string, shape: Shape, endpoint: AnyEndpoint): void {
    const component = refOf(shape);
    const known = this.#parts.get(name) ?? { shapes: [], description: endpoint.success.description };
    this.#parts.set(name, known);
    const whole = component === undefined ? shape : this.#component(component);
    if (!isClosedObject(whole)) throw new Bug(`${endpoint.id}: ${name} is no object of which every member is known`);
    const text = JSON.stringify(whole);
    if (!known.shapes.some((other) => JSON.stringify(other) === text)) known.shapes.push(whole);
    if (component === undefined) return;
    if ((this.#alias.get(component) ?? name) !== name) throw new Bug(`${component} is two nodes`);
    this.#alias.set(component, name);
  }

  #component(name: string): Shape {
    this.#known ??= this.#components.toJSON();
    return lookUp(this.#known, name);
  }

  #nullableOf(full: Shape, name: string): GraphQLNullableOutputType {
    const { shape } = withoutNull(full);
    const component = refOf(shape);
    if (component !== undefined) {
      const alias = this.#alias.get(component);
      return this.#nullableOf(this.#component(component), alias ?? typeName(component));
    }
    if (this.#parts.has(name) && isClosedObject(shape)) return this.#node(name);
    if (isClosedObject(shape)) return this.#deps.names.of(name, shape, () => this.#object(name, shape));
    if (shape.type === 'array') return new GraphQLList(this.#typeOf(shape.items ?? {}, name));
    return this.#enumOf(shape, name) ?? this.#unionOf(shape, name) ?? scalarOf(shape);
  }

  #typeOf(shape: Shape, name: string): GraphQLOutputType {
    const { nullable } = withoutNull(shape);
    const type = this.#nullableOf(shape, name);
    const isUnknown = type === Json;
    return nullable || isUnknown ? type : new GraphQLNonNull(type);
  }

  #enumOf(shape: Shape, name: string): GraphQLEnumType | undefined {
    const values = enumValuesOf(shape);
    if (values === undefined) return undefined;
    const { description: _description, default: _default, ...same } = shape;
    return this.#deps.names.of(name, same, () => new GraphQLEnumType({ name, values }));
  }

  /** By a member that is constant in each. */
  #unionOf(shape: Shape, name: string): GraphQLUnionType | undefined {
    const each = (shape.anyOf ?? shape.oneOf ?? []).map((one) => {
      const component = refOf(one);
      return { component, shape: component === undefined ? one : this.#component(component) };
    });
    const discriminator = discriminatorOf(each.map((one) => one.shape));
    if (discriminator === undefined) return undefined;
    const members = each.map((one) => {
      const words = constantsOf(one.shape.properties?.[discriminator] ?? {});
      const member = one.component === undefined ? `${name}${typeName(String(words[0]))}` : typeName(one.component);
      const type = this.#nullableOf(one.component === undefined ? one.shape : { $ref: one.component }, member);
      if (!(type instanceof GraphQLObjectType)) throw new Bug(`${member} is no object`);
      return { words, type };
    });
    const known = members.map(({ type }) => type.name).join(' | ');
    return this.#deps.names.of(name, known, () => unionType(name, members, discriminator));
  }

  /** Nobody notices which of two fields of one name they get. */
  #withEdges(name: string, fields: Fields): Fields {
    const edges = this.#deps.edgesOf(name);
    for (const edge of Object.keys(edges))
      if (fields[edge] !== undefined) throw new Bug(`${name}: a property and an edge are called ${edge} in the graph`);
    return { ...fields, ...edges };
  }

  #object(name: string, shape: Shape, item?: GraphQLNullableOutputType): GraphQLObjectType {
    return new GraphQLObjectType({
      name,
      description: shape.description ?? null,
      fields: () => this.#withEdges(name, this.#fieldsOf(name, shape, { item })),
    });
  }

  #fieldsOf(
    owner: string,
    { properties = {}, required = [] }: Shape,
    { item, node }: { item?: GraphQLNullableOutputType | undefined; node?: NodeType | undefined },
  ): Fields {
    const fields: Fields = {};
    for (const [property, shape] of Object.entries(properties)) {
      const name = node?.called[property] ?? fieldNameAmong(properties, property);
      if (fields[name] !== undefined) throw new Bug(`${owner}: two properties are called ${name} in the graph`);
      const ofItems = item !== undefined && property === 'data';
      const listed = item === undefined || item === Json ? item : new GraphQLNonNull(item);
      const type =
        ofItems && listed !== undefined
          ? new GraphQLNonNull(new GraphQLList(listed))
          : this.#typeOf(shape, `${owner}${typeName(property)}`);
      fields[name] = {
        type: required.includes(property) || !(type instanceof GraphQLNonNull) ? type : type.ofType,
        description: shape.description ?? null,
        ...reading({ property, isObject: isCompositeType(getNamedType(type)), node }),
      };
    }
    return fields;
  }

  /** What any of its shapes has; without question only what all of them have. */
  #node(name: string): GraphQLObjectType {
    const { nodes, names, nodeInterface } = this.#deps;
    const node = nodes.get(name);
    const { shapes, description } = this.#parts.get(name) as Parts;
    const fields = (): Fields => {
      const all: Fields = {};
      for (const shape of shapes)
        for (const [field, config] of Object.entries(this.#fieldsOf(name, shape, { node }))) {
          const known = all[field];
          if (known !== undefined && String(bare(known)) !== String(bare(config)))
            throw new Bug(`${name}: ${field} is of two kinds`);
          const always = shapes.every(({ required }) => required?.includes(config.extensions?.property as string));
          all[field] = { ...(known ?? config), type: always ? (known ?? config).type : bare(config) };
        }
      return {
        ...(node && {
          id: {
            type: new GraphQLNonNull(GraphQLID),
            description: 'Its id, by which `node` finds it.',
            ...saying(({ value }) => idOfNode(node, String(value[node.id]))),
          },
        }),
        ...this.#withEdges(name, all),
      };
    };
    return names.of(
      name,
      'node',
      () =>
        new GraphQLObjectType({
          name,
          description: description ?? null,
          interfaces: node === undefined ? [] : [nodeInterface],
          fields,
        }),
    );
  }
}

const bare = ({ type }: Field): GraphQLNullableOutputType => (type instanceof GraphQLNonNull ? type.ofType : type);
