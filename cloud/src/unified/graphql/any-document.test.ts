import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { callersOfKnown, knownByKey } from '../../platform/users/platform-surface.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { createAsking } from './ask.ts';
import { createPace } from './pace.ts';
import { graphOver } from './testing/ask-graph.ts';
import { bothExecutors, neverEnds } from './testing/both-executors.ts';
import { written } from './testing/written.ts';

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

describe('any document of the schema', () => {
  it('is answered, and never by a mistake of ours', async () => {
    const { schema } = await graph.ready();
    const query = schema.getQueryType();
    if (!query) throw new Error('there is no query');
    const carried = { out: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2 ** 21), { minLength: 20, maxLength: 60 }), async (numbers) => {
        let at = 0;
        const document = written(query, { next: () => numbers[at++ % numbers.length] ?? 0, world: api.world }, 5);
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
      const { schema } = await graph.ready();
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
          const { theirs, ours } = await bothExecutors(schema, { text, variables: { yes: next() % 4 > 0 } }, context);
          expect(ours, text).toEqual(theirs);
          expect(paces.at(-1)?.written(), text).toBe(paces[1]?.written());
          if (theirs.errors.length > 0) seen.refused++;
          if (Object.values(theirs.data ?? {}).some((value) => typeof value === 'object' && value !== null))
            seen.answered++;
        }),
        { numRuns: 60, endOnFailure: true },
      );
      expect([seen.refused > 10, seen.answered > 10]).toEqual([true, true]);
    },
    60_000,
  );
});
