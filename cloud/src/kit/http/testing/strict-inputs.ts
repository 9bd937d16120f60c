import { expect } from 'vitest';
import type { z } from 'zod';
import type { AnyEndpoint } from '../endpoint.ts';
import { brokenInputs, unboundedMembers } from './broken-inputs.ts';
import type { Contract, Rule, World } from './contract-run.ts';

/** Requests after which a second has to pass, with some left for what else the test does. */
const requestsAtOnce = (endpoint: AnyEndpoint, world: World) =>
  Math.max(1, (endpoint.requestsPerSecond ?? world.requestsPerSecond) - 10);

/** Everything has bounds, and what is beyond them or not declared is refused by name. */
export const strictInputs = (
  endpoint: AnyEndpoint,
  { send, expectRefusal, current, world, rules }: Contract,
): readonly Rule[] => {
  const parts = (['query', 'body'] as const).flatMap((part) => {
    const schema = part === 'body' ? (endpoint.body ?? endpoint.rawBody) : endpoint.query;
    return schema === undefined ? [] : [{ part, schema }];
  });
  const ofParts = parts.flatMap(({ part, schema }): Rule[] => [
    {
      name: `refuses a field of the ${part} that it does not know, by name`,
      part: 'input',
      keep: async () => {
        const answer = await send(world().allowed, { [part]: { ...current()[part], x_not_known_here: '1' } });
        expectRefusal(answer, 400);
        expect(JSON.stringify(answer.json.errors)).toContain('x_not_known_here');
      },
    },
    {
      name: `has a bound on every field of the ${part}, and names the one that is beyond its own`,
      part: 'input',
      keep: async () => {
        const input = current()[part] ?? {};
        expect(unboundedMembers(schema, input)).toEqual([]);
        for (const [i, { path, rule, input: broken }] of brokenInputs(schema, input).entries()) {
          if (i % requestsAtOnce(endpoint, world()) === 0) await world().moveOn();
          const answer = await send(world().allowed, { [part]: broken });
          if (answer.status === 413) continue;
          if (answer.status === 404 && part === 'query' && rules.seenByGate?.includes(path[0] ?? '')) continue;
          expectRefusal(answer, 400);
          const name = [part, ...path].join('.');
          const named = (answer.json.errors as { path: string }[]).some(
            (error) => name.startsWith(error.path) || error.path.startsWith(name),
          );
          expect(named, `${name}, ${rule}: ${answer.text}`).toBe(true);
        }
      },
    },
  ]);
  const params = Object.keys((endpoint.params as z.ZodObject | undefined)?.shape ?? {});
  const ofParams = params
    .filter((name) => rules.narrowedBy?.includes(name) !== true)
    .map(
      (name): Rule => ({
        name: `finds nothing under a ${name} that is none`,
        part: 'input',
        keep: async () => {
          for (const none of ['x', 'x'.repeat(1_000), '../x', 'a\nb']) {
            const answer = await send(world().allowed, { params: { ...current().params, [name]: none } });
            expect([400, 404], `${none.slice(0, 9)}: ${answer.text}`).toContain(answer.status);
            expectRefusal(answer, answer.status);
          }
        },
      }),
    );
  return [...ofParts, ...ofParams];
};
