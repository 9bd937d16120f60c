import { expect, it } from 'vitest';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import type { Ran } from '../../kit/http/run-declared.ts';
import { type Batch, createLoads, type Sent } from './loads.ts';

const sent = (id: string, search = ''): Sent => ({ params: { id }, search, body: undefined });
const ran = ({ params }: Sent): Ran => ({
  caller: undefined,
  headers: {},
  result: { status: 200, value: params.id, headers: {} },
});
const [doors, states] = [{ id: 'doors' }, { id: 'states' }] as unknown as [AnyEndpoint, AnyEndpoint];
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

it('sends a level to all its endpoints at once, and what is wanted twice once in an operation', async () => {
  const levels: (readonly Batch[])[] = [];
  const load = createLoads({
    settled,
    send: (batches) => {
      levels.push(batches);
      return batches.map(async ({ all }) => all.map(ran));
    },
  });
  const values = (results: readonly (Ran | undefined)[]) =>
    results.map((one) => one?.result && 'value' in one.result && one.result.value);
  const first = [
    load(doors, [sent('a'), sent('b'), sent('a')]),
    load(states, [sent('a')]),
    load(doors, [sent('c'), sent('a', 'x=1')]),
  ];
  expect((await Promise.all(first)).map(values)).toEqual([['a', 'b', 'a'], ['a'], ['c', 'a']]);
  expect(values(await load(doors, [sent('b'), sent('d')]))).toEqual(['b', 'd']);
  expect(levels.map((batches) => batches.map(({ declaration, all }) => [declaration.id, all.length]))).toEqual([
    [
      ['doors', 4],
      ['states', 1],
    ],
    [['doors', 1]],
  ]);
});

it.each([
  [
    'at once',
    () => {
      throw new Error('no');
    },
  ],
  ['later', (batches: readonly Batch[]) => batches.map(() => Promise.reject(new Error('no')))],
])('fails whoever waits where sending fails %s, and nobody else', async (_when, send) => {
  const load = createLoads({ settled, send });
  const [one, other] = await Promise.allSettled([load(doors, [sent('a')]), load(states, [sent('a')])]);
  expect([one.status, other.status]).toEqual(['rejected', 'rejected']);
});
