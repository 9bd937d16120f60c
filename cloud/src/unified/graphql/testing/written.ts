import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { World } from '../../../testing/world.ts';

/** What documents are made of. */
export interface Written {
  /** One after the other: each picks a field, an argument, a value. */
  readonly next: () => number;
  readonly world: Pick<World, 'facilityId' | 'orgId' | 'doorId' | 'partnerId' | 'boxId'>;
  /** How a field is put into its selection, where it is not simply named there. */
  readonly put?: (field: string, type: string, called: string) => string;
}

/** The selection of a document out of numbers. */
export const written = (type: GraphQLNamedType, from: Written, depth: number): string => {
  const { next, put = (field) => field } = from;
  if (isUnionType(type))
    return `{ __typename ${type
      .getTypes()
      .map((member) => `... on ${member.name} ${written(member, from, depth)}`)
      .join(' ')} }`;
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const isDeep = depth === 0;
  const fitting = fields.filter((field) => !isDeep || !isCompositeType(getNamedType(field.type as GraphQLOutputType)));
  const chosen = new Set(Array.from({ length: 1 + (next() % 3) }, () => fitting[next() % Math.max(1, fitting.length)]));
  const texts = [...chosen].flatMap((field) => {
    if (field === undefined) return [];
    const inner = getNamedType(field.type as GraphQLOutputType);
    const args = field.args.flatMap((argument) => argumentOf(argument, from));
    const own = args.length === 0 ? '' : `(${args.join(', ')})`;
    const text = `${field.name}${own}${isCompositeType(inner) ? ` ${written(inner, from, depth - 1)}` : ''}`;
    return [put(text, type.name, field.name)];
  });
  return `{ __typename ${texts.join(' ')} }`;
};

const argumentOf = ({ name, type }: GraphQLArgument, { next, world }: Written): string[] => {
  if (!isNonNullType(type) && next() % 3 > 0) return [];
  const bare = getNullableType(type);
  if (isListType(bare)) return [`${name}: []`];
  if (isEnumType(bare)) return [`${name}: ${bare.getValues()[next() % bare.getValues().length]?.name}`];
  const texts = [
    world.facilityId,
    world.orgId,
    world.doorId,
    world.partnerId,
    world.boxId,
    'x',
    '',
    '2026-01-01T00:00:00Z',
    '💥',
    '\\u0000',
  ];
  const value: Readonly<Record<string, () => string>> = {
    Int: () => String((next() % 7) - 1),
    Long: () => String(next() - 2 ** 20),
    Float: () => '1.5',
    Boolean: () => String(next() % 2 === 0),
    JSON: () => '{ a: [1, null, "x"] }',
  };
  const named = /^(organisation|facility|door|partner)Id$/.exec(name)?.[1];
  const fitting =
    named === undefined || next() % 4 === 0
      ? undefined
      : world[`${named === 'organisation' ? 'org' : (named as 'door')}Id`];
  return [
    `${name}: ${value[getNamedType(type).name]?.() ?? JSON.stringify(fitting ?? texts[next() % texts.length]).replace('\\\\u', '\\u')}`,
  ];
};
