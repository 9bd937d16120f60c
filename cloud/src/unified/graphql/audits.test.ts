// @module-tag long
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { createClient, serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { bearer, serveUnifiedApi, type UnifiedApi } from '../testing/unified-api.ts';

let api: UnifiedApi;
let token: string;
beforeAll(async () => {
  const [sqlite] = ENGINES;
  if (sqlite === undefined) throw new Error('no engine');
  api = await serveUnifiedApi(await sqlite.open(), new ManualClock());
  token = await api.tokenOf(api.callers.staff.headers, 'read');
});
afterAll(() => api.close());

/** As a client of HTTP asks, over the sockets of this API. */
const fetchFn = async (
  url: string,
  {
    method = 'GET',
    headers,
    body,
  }: { readonly method?: string; readonly headers?: object; readonly body?: string } = {},
): Promise<Response> => {
  const { pathname, search } = new URL(url);
  // What `fetch` says of a text whose type nobody names.
  const sent = { ...(body !== undefined && { 'content-type': 'text/plain;charset=UTF-8' }), ...headers };
  const answer = await api.send({
    method,
    path: pathname + search,
    headers: Object.fromEntries(new Headers({ ...sent, ...bearer(token) })),
    ...(body !== undefined && { body }),
  });
  const told = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(answer.text, { status: answer.status, headers: told });
};

it('is spoken by a client that knows nothing but the address and a token', async () => {
  const client = createClient({ url: 'https://unified.example/graphql', fetchFn, headers: bearer(token) });
  const ask = (query: string, variables: Record<string, unknown>) =>
    new Promise((resolve, reject) => {
      client.subscribe({ query, variables }, { next: resolve, error: reject, complete: () => undefined });
    });
  const query = 'query ($id: ID!) { node(id: $id) { ... on Door { name state { lock } } } }';
  expect(await ask(query, { id: api.world.doorId })).toMatchObject({
    data: { node: { name: 'Front door', state: { lock: 'locked' } } },
  });
});

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({ url: 'https://unified.example/graphql', fetchFn });
  it('is audited in full', () => expect(audits.length).toBe(61));
  it.each(audits.map(({ id, name, fn }) => [id, name, fn] as const))('%s: it %s', async (_id, _name, audit) => {
    await api.moveOn();
    const { status, ...found } = await audit();
    expect(status, JSON.stringify(found)).toBe('ok');
  });
});
