// @module-tag long
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areas, declarations } from '../areas.ts';
import { ENGINES } from '../kit/db/engines.ts';
import type { AnyEndpoint } from '../kit/http/endpoint.ts';
import type { ServedSurface } from '../kit/http/surfaces.ts';
import { mcpClient } from '../unified/mcp/testing/mcp-client.ts';
import { toolName } from '../unified/mcp/tools.ts';
import { unmirrored } from '../unified/rest/mirror.ts';
import {
  type Asking,
  differences,
  graphDoor,
  hidden,
  mcpDoor,
  platformDoor,
  restDoor,
} from '../unified/testing/same-by-doors.ts';
import { everyScope, serveUnifiedApi, type UnifiedApi, unifiedSurfaces } from '../unified/testing/unified-api.ts';
import { platformCases as cases } from './platform-cases.ts';

/** What tells of requests tells of those of this test: another one by each door. */
const OF_REQUESTS = /^(?:audit\.|partners\.requests|mcp-keys\.list|users\.read|jobs\.)/;
const endpoints = declarations.filter(
  (endpoint) => endpoint.surface.name === 'platform' && unmirrored(endpoint) === undefined,
);

/** By whom a change is carried out that takes what it needs anew each time. */
const SOME: ReadonlySet<string> = new Set(['superAdmin', 'orgAdmin', 'staff', 'otherOrgAdmin', 'nobody', 'stranger']);
/** Whose own state the first door uses up: the case makes its own caller's anew. */
const USED_UP: Readonly<Record<string, readonly string[]>> = { 'daily-digests.unsubscribe': ['orgAdmin', 'staff'] };

/** Sums come from PostgreSQL as text and from SQLite as numbers: what has them is looked at on both. */
const ofMoney: ReadonlySet<AnyEndpoint> = new Set(
  areas
    .filter(({ name }) => name === 'commerce')
    .flatMap(({ modules }) => modules.flatMap((module): readonly AnyEndpoint[] => module.endpoints)),
);
const [sqlite, ...others] = ENGINES;

const open = async (
  engine = sqlite,
  surfaces?: (api: Pick<UnifiedApi['world'], 'collected'>) => readonly ServedSurface[],
) => {
  if (engine === undefined) throw new Error('no engine');
  // How much somebody may ask is proven elsewhere: here everybody asks everything.
  const limiter = { take: () => ({ ok: true, remaining: 1, retryAfterMs: 0 }) };
  return serveUnifiedApi(await engine.open(), new ManualClock(), { limiter }, surfaces);
};
const askersOf = ({ callers }: UnifiedApi): readonly Asking[] => [
  // Who holds something for a while only has neither key nor token.
  ...Object.entries(callers)
    .filter(([, { headers }]) => headers['x-api-key'] !== undefined)
    .map(([kind, { headers }]) => ({ kind, headers })),
  { kind: 'stranger', headers: {} },
];
const differencesAt = (api: UnifiedApi, endpoint: AnyEndpoint) =>
  differences(endpoint, {
    doors: [platformDoor(api), restDoor(api, declarations), graphDoor(api), mcpDoor(api, declarations)],
    askers: askersOf(api).filter(({ kind }) => !USED_UP[endpoint.id]?.includes(kind)),
    some: ({ kind }) => SOME.has(kind),
    caseOf: async () => (await cases[endpoint.id]?.(api)) ?? expect.fail('it has no case'),
    ownTrace: OF_REQUESTS.test(endpoint.id),
  });

/** Opens the API for the tests of the describe that calls it, and has each of these endpoints answer everybody the same at each door. */
const sameByEveryDoor = (
  looked: readonly AnyEndpoint[],
  least: number,
  engine = sqlite,
): { readonly api: UnifiedApi } => {
  let api: UnifiedApi;
  beforeAll(async () => {
    api = await open(engine);
  });
  afterAll(() => api.close());
  beforeEach(() => api.moveOn());

  it('is looked at', () => expect(looked.length).toBeGreaterThan(least));
  it.each(looked.map((endpoint) => [endpoint.id, endpoint] as const))(
    'answers everybody the same: %s',
    async (_id, endpoint) => expect(await differencesAt(api, endpoint)).toEqual([]),
    30_000,
  );
  return {
    get api() {
      return api;
    },
  };
};

describe('every endpoint of the platform API, at each of its doors', () => {
  const here = sameByEveryDoor(endpoints, 180);
  it('answers nobody who has not the tool of it in their list', async () => {
    const door = mcpDoor(here.api, declarations);
    for (const by of askersOf(here.api).filter(({ headers }) => headers['x-api-key'] !== undefined)) {
      const client = await mcpClient(here.api, await here.api.tokenOf(by.headers, everyScope(here.api)));
      const listed = new Set((await client.listTools()).tools.map(({ name }) => name));
      await client.close();
      for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
        await here.api.moveOn();
        const of = (await cases[endpoint.id]?.(here.api)) ?? expect.fail('it has no case');
        const came = await door.ask(endpoint, by, of);
        if (came !== undefined && came.status < 400)
          expect(listed.has(toolName(endpoint)), `${by.kind}: ${endpoint.id}`).toBe(true);
      }
    }
  }, 120_000);
  it.each([
    ['the mirror', () => restDoor(here.api, declarations), 40],
    ['the graph', () => graphDoor(here.api), 40],
    ['tools', () => mcpDoor(here.api, declarations), 15],
  ])(
    'says of a thing of others what it says of one that there is not, through %s too',
    async (_door, door, least) => {
      let asked = 0;
      for (const endpoint of endpoints) {
        const of = (await cases[endpoint.id]?.(here.api)) ?? expect.fail('it has no case');
        const by = { kind: 'orgAdmin', headers: here.api.callers.orgAdmin.headers };
        const answers = await hidden(endpoint, { door: door(), by, of });
        if (answers === undefined) continue;
        asked += 1;
        expect(answers[0], endpoint.id).toBe(answers[1]);
      }
      expect(asked).toBeGreaterThan(least);
    },
    60_000,
  );
});

describe.each(others)('every endpoint of money at each of its doors, on $name', (engine) => {
  sameByEveryDoor(
    endpoints.filter((endpoint) => ofMoney.has(endpoint)),
    40,
    engine,
  );
});

describe('a rule that stands at one door alone', () => {
  const SUPER = [{ right: 'super-admin', scope: 'platform', scopeId: '' }] as const;
  const [deleting, listing] = ['admin-notes.delete', 'admin-notes.list'].map((id) =>
    endpoints.find((one) => one.id === id),
  );
  /** What a door holds somebody to have: at the mirror as they are to an endpoint, at the graph as they are known. */
  const holding = (served: ServedSurface, grants: readonly object[]): ServedSurface => ({
    ...served,
    authenticate: async (...asked) => {
      const caller = await served.authenticate(...asked);
      return (
        'known' in caller ? { ...caller, known: { ...(caller.known as object), grants } } : { ...caller, grants }
      ) as never;
    },
  });
  const isMirror = ({ mirror }: ServedSurface) => mirror !== undefined;
  const isGraph = ({ surface }: ServedSurface) => surface.name === 'graph';
  const areTools = ({ surface }: ServedSurface) => surface.name === 'mcp';

  it.each([
    ['lets somebody through', 'REST mirror', isMirror, SUPER, ['manager', 'staff', 'otherOrgAdmin', 'nobody']],
    ['keeps somebody out', 'REST mirror', isMirror, [], ['superAdmin', 'manager']],
    ['lets somebody through', 'graph', isGraph, SUPER, ['staff', 'otherOrgAdmin', 'nobody']],
    ['keeps somebody out', 'graph', isGraph, [], ['superAdmin', 'manager']],
    ['lets somebody through', 'tools', areTools, SUPER, ['otherOrgAdmin', 'nobody']],
    ['keeps somebody out', 'tools', areTools, [], ['superAdmin', 'manager']],
  ] as const)(
    'is noticed: it %s of the %s',
    async (_what, door, isIt, grants, whom) => {
      const api = await open(sqlite, (world) =>
        unifiedSurfaces(world).map((served) => (isIt(served) ? holding(served, grants) : served)),
      );
      try {
        const found: string[] = [];
        for (const endpoint of [deleting, listing]) {
          await api.moveOn();
          if (endpoint !== undefined) found.push(...(await differencesAt(api, endpoint)));
        }
        expect(
          whom.some((kind) => found.some((line) => line.startsWith(`${kind}: ${door} `))),
          found.join('\n'),
        ).toBe(true);
        expect(found.every((line) => line.includes(`: ${door} `))).toBe(true);
      } finally {
        await api.close();
      }
    },
    30_000,
  );
});
