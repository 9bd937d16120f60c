import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { graphOver } from './testing/ask-graph.ts';

const [sqlite] = ENGINES;
let api: PlatformApi;
let graph: ReturnType<typeof graphOver>;
beforeAll(async () => {
  if (sqlite === undefined) throw new Error('no engine');
  api = await servePlatformApi(await sqlite.open(), new ManualClock());
  graph = graphOver(api);
});
afterAll(async () => {
  await graph.close();
  await api.close();
});

/** A document out of numbers: each picks a field, an argument, a value. */
const written = (type: GraphQLNamedType, next: () => number, depth: number): string => {
  if (isUnionType(type))
    return `{ __typename ${type
      .getTypes()
      .map((member) => `... on ${member.name} ${written(member, next, depth)}`)
      .join(' ')} }`;
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const isDeep = depth === 0;
  const fitting = fields.filter((field) => !isDeep || !isCompositeType(getNamedType(field.type as GraphQLOutputType)));
  const chosen = new Set(Array.from({ length: 1 + (next() % 3) }, () => fitting[next() % Math.max(1, fitting.length)]));
  const texts = [...chosen].flatMap((field) => {
    if (field === undefined) return [];
    const inner = getNamedType(field.type as GraphQLOutputType);
    const args = field.args.flatMap((argument) => argumentOf(argument, next));
    const own = args.length === 0 ? '' : `(${args.join(', ')})`;
    return [`${field.name}${own}${isCompositeType(inner) ? ` ${written(inner, next, depth - 1)}` : ''}`];
  });
  return `{ __typename ${texts.join(' ')} }`;
};

const argumentOf = ({ name, type }: GraphQLArgument, next: () => number): string[] => {
  if (!isNonNullType(type) && next() % 3 > 0) return [];
  const bare = getNullableType(type);
  if (isListType(bare)) return [`${name}: []`];
  if (isEnumType(bare)) return [`${name}: ${bare.getValues()[next() % bare.getValues().length]?.name}`];
  const { world } = api;
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
  const fitting = named === undefined || next() % 4 === 0 ? undefined : world[`${named as 'door'}Id`];
  return [
    `${name}: ${value[getNamedType(type).name]?.() ?? JSON.stringify(fitting ?? texts[next() % texts.length]).replace('\\\\u', '\\u')}`,
  ];
};

describe('any document of the schema', () => {
  it('is answered, and never by a mistake of ours', async () => {
    const { schema } = await graph.ready();
    const query = schema.getQueryType();
    if (!query) throw new Error('there is no query');
    const carried = { out: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2 ** 21), { minLength: 20, maxLength: 60 }), async (numbers) => {
        let at = 0;
        const document = written(query, () => numbers[at++ % numbers.length] ?? 0, 5);
        await api.moveOn();
        const answer = await graph.ask(document);
        if (answer.status === 200) carried.out++;
        expect(answer.status, document).toBeLessThan(500);
        const codes = ((answer.errors ?? []) as { extensions: { code: string } }[]).map(
          ({ extensions }) => extensions.code,
        );
        expect(
          codes.filter((code) => code === 'internal_error'),
          document,
        ).toEqual([]);
      }),
      { numRuns: 80 },
    );
    expect(carried.out).toBeGreaterThan(30);
  });
});
