// @module-tag long
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declarations } from '../../areas.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { pathOf, type Valid } from '../../kit/http/endpoint-contract.ts';
import { changes } from '../../kit/http/method-rules.ts';
import { type CallerKind, type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { platformCases as cases } from '../../testing/platform-cases.ts';
import { inGraph } from './graph-surface.ts';
import { omittedBecause } from './nodes.ts';
import { graphOver } from './testing/ask-graph.ts';
import { documentOf } from './testing/document-of.ts';

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
beforeEach(() => api.moveOn());

const endpoints = inGraph(declarations).filter((endpoint) => omittedBecause(endpoint) === undefined);
const caseOf = async ({ id }: AnyEndpoint) => (await cases[id]?.(api)) ?? expect.fail('it has no case');

/** The ways in, each to what comes of a request: `ok`, or the code of the refusal. Another door is another entry. */
type Door = (endpoint: AnyEndpoint, valid: Valid, headers: Readonly<Record<string, string>>) => Promise<string>;
const DOORS: Readonly<Record<'platform' | 'graph', Door>> = {
  platform: async (endpoint, valid, headers) => {
    const { body } = valid;
    const sent = endpoint.body === undefined ? undefined : (body ?? {});
    const answer = await api.send({ method: endpoint.method, path: pathOf(endpoint, valid), headers, body: sent });
    return answer.status < 400 ? 'ok' : String((answer.json as { error: string }).error);
  },
  graph: async (endpoint, valid, headers) => {
    const { schema } = await graph.ready();
    const sent = endpoint.body === undefined ? valid : { ...valid, body: valid.body ?? {} };
    const { document, variables } = documentOf(schema, endpoint, sent) ?? expect.fail('it has no field');
    const { errors = [] } = await graph.ask(document, { headers, variables });
    const [error] = errors as { extensions: { code: string } }[];
    return error?.extensions.code ?? 'ok';
  },
};

const EVERYBODY: readonly CallerKind[] = [
  'superAdmin',
  'globalAdmin',
  'platformAdmin',
  'orgAdmin',
  'manager',
  'staff',
  'iam',
  'agent',
  'otherOrgAdmin',
  'nobody',
];
/** What is used up by being carried out is made anew for each. */
const SOME: readonly CallerKind[] = ['superAdmin', 'orgAdmin', 'staff', 'otherOrgAdmin', 'nobody'];

/** Whose own state the first door uses up: nobody but the case's own caller has it anew. */
const OF_THE_CALLER: Readonly<Record<string, readonly CallerKind[]>> = {
  'daily-digests.unsubscribe': ['superAdmin', 'otherOrgAdmin', 'nobody'],
};

describe('whoever asks', () => {
  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    'gets the same of %s through every door',
    async (_id, endpoint) => {
      const isChange = changes(endpoint);
      const valid = await caseOf(endpoint);
      for (const kind of OF_THE_CALLER[endpoint.id] ?? (isChange ? SOME : EVERYBODY)) {
        const { headers } = api.callers[kind];
        const came: Record<string, string> = {};
        for (const [door, through] of Object.entries(DOORS))
          came[door] = await through(endpoint, isChange ? await caseOf(endpoint) : valid, headers);
        expect({ kind, ...came }).toEqual({ kind, platform: came.platform, graph: came.platform });
      }
    },
    // What hashes takes its time, for everybody.
    60_000,
  );
});

describe('what is another organisation’s', () => {
  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    'is answered by %s as what there is not',
    async (_id, endpoint) => {
      const valid = await caseOf(endpoint);
      const { foreign, missing } = valid;
      if (foreign === undefined || missing === undefined) return;
      const { schema } = await graph.ready();
      const answers = [];
      for (const other of [foreign, missing]) {
        const asked = documentOf(schema, endpoint, { ...valid, params: { ...valid.params, ...other } });
        const { errors, data } = await graph.ask(asked?.document ?? '', {
          headers: api.callers.orgAdmin.headers,
          variables: asked?.variables ?? {},
        });
        const ids = [/req_[0-9a-z]{16}/g, ...Object.values(other).filter((id) => id.length > 8)];
        answers.push(ids.reduce<string>((text, id) => text.replaceAll(id, '…'), JSON.stringify({ errors, data })));
      }
      expect(answers[0]).toBe(answers[1]);
    },
  );
});
