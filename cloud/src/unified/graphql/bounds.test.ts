import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { declarations } from '../../areas.ts';
import { BOUNDS, requireModest } from './bounds.ts';
import { buildGraph } from './build-schema.ts';
import { reckon } from './cost.ts';
import { createDocuments } from './documents.ts';
import { inGraph } from './graph-surface.ts';

const read = createDocuments(buildSchema('type Query { a: Query b(x: [Int]): Int }')).read;
const times = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

describe('a document is refused before it is carried out', () => {
  it.each([
    ['of too many tokens', `{ ${times(BOUNDS.tokens, () => 'b')} }`],
    ['that is too deep', `${'{ a '.repeat(11)}{ b }${' }'.repeat(11)}`],
    ['that is so deep that a reader falls', `${'{a'.repeat(1_900)}${'}'.repeat(1_900)}`],
    ['of lists in one another', `{ b(x: ${'['.repeat(1_800)}${']'.repeat(1_800)}) }`],
    ['of too many aliases', `{ ${times(31, (i) => `x${i}: b`)} }`],
    ['of ten thousand aliases', `{ ${times(10_000, (i) => `x${i}: b`)} }`],
    ['of too many fields at its root', `{ ${times(21, () => 'b')} }`],
    ['of too many fragments', `{ ${times(51, () => '... { b }')} }`],
    [
      'of fragments that spread themselves',
      'query { ...A } fragment A on Query { a { ...B } } fragment B on Query { a { ...A } }',
    ],
    ['of a fragment that nobody comes by, and spreads itself', '{ b } fragment A on Query { a { ...A } }'],
    [
      'of fragments that double',
      `{ ...F0 } ${times(26, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F26 on Query { b }`,
    ],
    ['of too many directives', `{ b ${times(21, () => '@skip(if: false)')} }`],
    ['of one field, compared with itself too often', `{ a { ${times(300, () => 'b')} } }`],
    ['that asks for the schema twice', '{ __schema { types { name } } __type(name: "A") { name } }'],
  ])('%s', (_what, text) => {
    expect(() => read(text)).toThrow();
  });

  it('that takes this thread too long to look at', () => {
    let used = 0;
    const slow = createDocuments(buildSchema('type Query { b: Int }'), () => (used += 30));
    expect(() => slow.read(`{ ${times(20, () => '... { b }')} }`)).toThrow('too long');
    expect(slow.read('{ b }').hash).toMatch(/^[0-9a-f]{64}$/);
  });
  it('unless it is within all bounds', () => {
    expect(read(`${'{ a '.repeat(9)}{ b }${' }'.repeat(9)}`).hash).toMatch(/^[0-9a-f]{64}$/);
    expect(read(`{ ${times(20, (i) => `x${i}: b`)} }`).document.definitions).toHaveLength(1);
  });

  it('and one that was read is kept, a thousand of them at most', () => {
    const documents = createDocuments(buildSchema('type Query { b(x: Int): Int }'));
    const first = documents.read('{ b(x: 0) }');
    expect(documents.read('{ b(x: 0) }').document).toBe(first.document);
    for (let i = 1; i < 1_200; i++) documents.read(`{ b(x: ${i}) }`);
    expect(documents.kept()).toBe(1_000);
    const long = (i: number) => `{ b(x: ${i}) } # ${'x'.repeat(50_000)}`;
    for (let i = 0; i < 200; i++) documents.read(long(i));
    expect(documents.kept()).toBeLessThanOrEqual(80);
  });
});

describe('variables are refused', () => {
  it('where they are nested 500 deep, or hold ten thousand', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 500; i++) deep = i % 2 === 0 ? [deep] : { deep };
    expect(() => requireModest({ deep })).toThrow(/deeper/);
    expect(() => requireModest({ list: Array.from({ length: 10_000 }, () => 1) })).toThrow(/5000 values/);
    requireModest({ a: { b: [1, { c: null }] } });
  });
});

describe('the cost of an operation', async () => {
  const schema = await buildGraph(inGraph(declarations), { mutations: true });
  const cost = (text: string, variables = {}) => {
    const document = parse(text);
    const [operation] = document.definitions;
    if (operation?.kind !== 'OperationDefinition') throw new Error('the operation comes first');
    return reckon({ schema, document, operation, variables });
  };

  it('is one for an object, and a page as many times what is in it', () => {
    expect(cost('{ facility(facilityId: "x") { name } }')).toBe(1);
    expect(cost('{ clubsList(limit: 10) { data { name } } }')).toBe(11);
    expect(cost('query ($n: Int = 7) { clubsList(limit: $n) { data { name } } }')).toBe(8);
    expect(cost('query ($n: Int) { clubsList(limit: $n) { data { name } } }', { n: 3 })).toBe(4);
    expect(cost('{ clubsList { data { name } } }')).toBe(51);
    expect(cost('{ clubsList(limit: 10) { data { ...F } } } fragment F on Facility { doors { data { name } } }')).toBe(
      1 + 10 * (1 + 1 + 25),
    );
  });
  it('is five times as much for what has to be asked one by one, and a hundred for a mutation', () => {
    expect(cost('{ clubsList(limit: 10) { data { members(limit: 2) { data { memberId } } } } }')).toBe(
      1 + 10 * (1 + 5 * (1 + 2)),
    );
    expect(cost('mutation { jobsRetry(jobId: "x") { jobId } }')).toBe(101);
  });
  it('is too much where the worst case is, and says which path costs most', () => {
    const text =
      '{ me { user { email } } clubsList(limit: 200) { data { members(limit: 200) { data { memberId } } } } }';
    expect(() => cost(text)).toThrow(/clubsList\.data\.members\.data costs most/);
    expect(() => cost('query ($n: Int) { clubsList(limit: $n) { data { name } } }', { n: 1e9 })).toThrow();
  });
});
