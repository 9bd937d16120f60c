import fc from 'fast-check';
import {
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
  getNamedType,
  isCompositeType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { createPace } from './pace.ts';
import { type Ctx, type ManyCtx, reading, type Seen } from './seen.ts';
import { bothExecutors } from './testing/both-executors.ts';

/** A schema whose only object is this one. Its objects may say wrong things of themselves. */
const schemaOf = (value: unknown): GraphQLSchema => {
  const property = (name: string, type: GraphQLOutputType) => {
    const isObject = isCompositeType(getNamedType(type));
    return { type, ...reading({ property: name, isObject, node: undefined }) };
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
        const { theirs, ours } = await bothExecutors(schemaOf(value), document, () => pace as unknown as ManyCtx);
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
      { numRuns: 150 },
    );
    expect([withErrors > 25, without > 2]).toEqual([true, true]);
  });
});
