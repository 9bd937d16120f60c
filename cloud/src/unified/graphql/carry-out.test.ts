import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import {
  type ExecutionResult,
  execute,
  type FormattedExecutionResult,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
  getNamedType,
  isCompositeType,
  parse,
  validateExecutionArgs,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { callersOfKnown, knownByKey } from '../../platform/users/platform-surface.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { createAsking } from './ask.ts';
import { carryOut } from './carry-out.ts';
import { createPace } from './pace.ts';
import { type Ctx, type ManyCtx, type Reads, readsProperty, type Seen } from './seen.ts';
import { graphOver } from './testing/ask-graph.ts';
import { written } from './testing/written.ts';

const neverEnds = () => new AbortController().signal;

/** The same document, by the executor of the library and by ours. */
const both = async (
  schema: GraphQLSchema,
  { text, variables = {} }: { readonly text: string; readonly variables?: Readonly<Record<string, unknown>> },
  context: () => ManyCtx,
) => {
  const document = parse(text);
  const args = { schema, document, variableValues: variables, hideSuggestions: true };
  const theirs = await execute({ ...args, rootValue: ROOT, contextValue: context() });
  const valid = validateExecutionArgs({ ...args, contextValue: context() });
  const ours =
    'schema' in valid ? await carryOut({ args: valid, ctx: context(), signal: neverEnds() }) : { errors: valid };
  return { theirs: told(theirs), ours: told(ours as ExecutionResult) };
};
const ROOT: Seen = { value: {}, inputs: {} };

const told = ({ data, errors = [] }: ExecutionResult) => ({
  data: plain(data ?? null) as FormattedExecutionResult['data'],
  errors: errors
    .map((error) => {
      const { message, path, locations, extensions } = error.toJSON();
      return JSON.stringify([path, locations, message, extensions?.code, extensions?.status]);
    })
    .sort(),
});
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('any query of the platform API', () => {
  const [sqlite] = ENGINES;
  let api: PlatformApi;
  let graph: ReturnType<typeof graphOver>;
  let schema: GraphQLSchema;
  beforeAll(async () => {
    if (sqlite === undefined) throw new Error('no engine');
    api = await servePlatformApi(await sqlite.open(), new ManualClock());
    graph = graphOver(api);
    ({ schema } = await graph.ready());
  });
  afterAll(async () => {
    await graph.close();
    await api.close();
  });

  it.each(['superAdmin', 'staff'] as const)(
    'has the data and the errors that the executor of the library has, and costs as much: asked as %s',
    async (who) => {
      const { headers } = api.callers[who];
      const mounted = new Map(api.endpoints.map((one) => [one.declaration, one] as const));
      const header = (name: string) => (headers as Readonly<Record<string, string>>)[name];
      const request = {
        method: 'POST',
        remoteAddress: '127.0.0.1',
        header,
        params: {},
        query: () => undefined,
      } as const;
      const known = await knownByKey(api.world, request);
      const paces: ReturnType<typeof createPace>[] = [];
      const context = () => {
        const pace = createPace();
        paces.push(pace);
        return createAsking({
          ...{ kit: api.kit, mounted, requestId: 'req_0123456789abcdef', remoteAddress: '127.0.0.1', header },
          callers: (asked) => callersOfKnown(api.world, known)(asked as never),
          signal: neverEnds(),
          noted: () => undefined,
          pace: pace.pace,
          settled: pace.settled,
        });
      };
      const query = schema.getQueryType();
      if (!query) throw new Error('there is no query');
      const seen = { refused: 0, answered: 0 };
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(2 ** 21), { minLength: 20, maxLength: 60 }), async (numbers) => {
          let at = 0;
          const next = () => numbers[at++ % numbers.length] ?? 0;
          const put = (field: string, type: string, called: string): string => {
            const ways = [
              field,
              `... on ${type} { ${field} }`,
              `other_${called}: ${field}`,
              `${field} ... @include(if: $yes) { ${field} }`,
              `... @skip(if: $yes) { ${field} }`,
            ];
            return ways[next() % ways.length] ?? field;
          };
          const text = `query ($yes: Boolean!) { ...all ...all } fragment all on Query ${written(query, { next, world: api.world, put }, 5)}`;
          await api.moveOn();
          paces.length = 0;
          const { theirs, ours } = await both(schema, { text, variables: { yes: next() % 4 > 0 } }, context);
          expect(ours, text).toEqual(theirs);
          const [cost, , own] = paces.map((pace) => pace.written());
          expect(own, text).toBe(cost);
          if (theirs.errors.length > 0) seen.refused++;
          if (Object.values(theirs.data ?? {}).some((value) => typeof value === 'object' && value !== null))
            seen.answered++;
        }),
        { numRuns: 60 },
      );
      expect([seen.refused > 10, seen.answered > 10]).toEqual([true, true]);
    },
    60_000,
  );
});

/** A schema whose only object is this one. Its objects may say wrong things of themselves. */
const schemaOf = (value: unknown): GraphQLSchema => {
  const property = (name: string, type: GraphQLOutputType) => {
    const reads: Reads = { property: name, isObject: isCompositeType(getNamedType(type)), node: undefined };
    return { type, extensions: { reads }, resolve: readsProperty(reads) };
  };
  const type: GraphQLObjectType<Seen, Ctx> = new GraphQLObjectType<Seen, Ctx>({
    name: 'Thing',
    fields: () => ({
      text: property('text', new GraphQLNonNull(GraphQLString)),
      number: property('number', GraphQLInt),
      inner: property('inner', type),
      sure: property('sure', new GraphQLNonNull(type)),
      all: property('all', new GraphQLList(type)),
      each: property('each', new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)))),
      words: property('words', new GraphQLList(new GraphQLNonNull(GraphQLString))),
    }),
  });
  const thing = { type, extensions: { says: () => value }, resolve: () => ({ value, inputs: {} }) };
  return new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { thing } }) });
};

/** What stands at a path of an answer, or above it where that ends before: with how much of the path is left. */
const endOf = (
  data: unknown,
  path: readonly (string | number)[],
): { readonly value: unknown; readonly left: number } => {
  let value = data;
  for (const [at, step] of path.entries()) {
    if (value === null || typeof value !== 'object') return { value, left: path.length - at };
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return { value, left: 0 };
};

describe('what says wrong things of itself', () => {
  const { thing } = fc.letrec((tie) => {
    const inner = fc.option(tie('thing'), { depthIdentifier: 'deep', maxDepth: 3 });
    const list = fc.array(inner, { maxLength: 2, depthIdentifier: 'deep' });
    return {
      thing: fc.record(
        {
          text: fc.oneof({ weight: 20, arbitrary: fc.string() }, { weight: 1, arbitrary: fc.constant(null) }),
          number: fc.oneof({ weight: 8, arbitrary: fc.nat(9) }, fc.constantFrom(null, 1.5, 'x', 2 ** 40)),
          inner,
          sure: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 8, arbitrary: tie('thing') }),
          all: fc.option(list),
          each: fc.oneof({ weight: 1, arbitrary: fc.constant('no list') }, { weight: 8, arbitrary: list }),
          words: fc.option(fc.array(fc.option(fc.string(), { freq: 8 }), { maxLength: 3 })),
        },
        { requiredKeys: ['text'] },
      ),
    };
  });
  const text = `{ thing { ...t inner { ...t inner { ...t sure { text } } all { text each { text } } } sure { ...t }
    all { ...t inner { ...t all { ...t } } } each { ...t sure { text number } } } }
    fragment t on Thing { text number words __proto__: number }`;

  it('has nothing where the executor of the library has nothing, and an error that says why', async () => {
    let [withErrors, without] = [0, 0];
    await fc.assert(
      fc.asyncProperty(thing, async (value) => {
        const document = { text, variables: {} };
        const pace = createPace();
        const { theirs, ours } = await both(schemaOf(value), document, () => pace as unknown as ManyCtx);
        expect(ours.data).toEqual(theirs.data);
        const pathsIn = ({ errors }: typeof ours): (string | number)[][] =>
          errors.map((error) => (JSON.parse(error) as [(string | number)[]])[0]);
        const ends = [...pathsIn(ours), ...pathsIn(theirs)].map((path) => endOf(ours.data, path));
        expect(ends.every((end) => end.value === null)).toBe(true);
        // Within what has become nothing as a whole, which of several errors is told is anybody's to say.
        if (ends.every(({ left }) => left === 0)) expect(ours.errors).toEqual(theirs.errors);
        expect(ours.errors.length > 0).toBe(theirs.errors.length > 0);
        if (ours.errors.length > 0) withErrors++;
        else without++;
      }),
      { numRuns: 300 },
    );
    expect([withErrors > 50, without > 5]).toEqual([true, true]);
  });
});
