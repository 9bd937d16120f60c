import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { graphOver } from './testing/ask-graph.ts';
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
});
