import type { Database } from '../../../kit/db/unit-of-work.ts';
import { requestIds } from '../../../kit/http/request-ids.ts';
import { callersOfKnown, knownByKey } from '../../../platform/users/platform-surface.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { CallersOf } from '../asked-for.ts';
import { createGraph, type GraphAnswer, type Operation } from '../execute.ts';
import { addRows } from '../query-audit.ts';

/** A graph over a served platform API, for callers of every kind. */
export const graphOver = (
  api: PlatformApi,
  { mutations = true, db = api.world.db }: { readonly mutations?: boolean; readonly db?: Database } = {},
) => {
  const { endpoints } = api;
  const [world, kit] = [
    { ...api.world, db },
    { ...api.kit, db },
  ];
  const graph = createGraph({ kit, endpoints, mutations });
  const newRequestId = requestIds(kit.clock);

  /** Who calls, by their key, as a door finds out once for an operation. */
  const callersBy = (headers: Readonly<Record<string, string>>): CallersOf => {
    const header = (name: string) => headers[name];
    const request = { method: 'POST', remoteAddress: '127.0.0.1', header, params: {}, query: () => undefined } as const;
    let known: ReturnType<typeof knownByKey> | undefined;
    return async (asked) => {
      known ??= knownByKey(world, request);
      return callersOfKnown(world, await known)(asked as never);
    };
  };

  const ask = (
    document: string,
    {
      headers = api.callers.superAdmin.headers,
      ...more
    }: { readonly headers?: Readonly<Record<string, string>> } & Partial<
      Pick<Operation, 'variables' | 'operationName'>
    > = {},
  ): Promise<GraphAnswer> => {
    const [startedWallMs, startedMonoMs] = [kit.clock.wallMs(), kit.clock.monoMs()];
    const origin = { requestId: newRequestId(), remoteAddress: '127.0.0.1', startedWallMs, startedMonoMs };
    return graph.execute({
      document,
      ...more,
      ...origin,
      callers: callersBy(headers),
      header: (name) => headers[name],
      audit: (rows) => db.write((tx) => addRows(kit, tx, { ...origin, rows })),
    });
  };
  return { ...graph, ask };
};
