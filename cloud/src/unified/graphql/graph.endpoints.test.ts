import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { bearer, everyScope, serveTwoReplicas, type TwoReplicas, type UnifiedApi } from '../testing/unified-api.ts';

const STATUS = 'application/graphql-response+json';
const PATH = '/graphql';

describe.each(ENGINES)('GraphQL over HTTP on $name', ({ open }) => {
  const clock = new ManualClock();
  let db: Database;
  let api: UnifiedApi;
  let replicas: TwoReplicas;
  let replica: TwoReplicas['replica'];
  let read: string;
  beforeAll(async () => {
    db = await open();
    replicas = await serveTwoReplicas(db, clock, { limits: true });
    ({ api, replica } = replicas);
  });
  afterAll(async () => {
    await replicas.close();
  });
  beforeEach(async () => {
    await api.moveOn();
    read = await api.tokenOf(api.callers.superAdmin.headers, 'read');
  });

  const ask = (query: string, { token = read, accept = STATUS, variables = {}, headers = {}, send = api.send } = {}) =>
    send({ method: 'POST', path: PATH, headers: { ...bearer(token), accept, ...headers }, body: { query, variables } });
  const rowsOf = async (requestId: unknown) =>
    (await api.audited()).filter(({ request_id }) => request_id === String(requestId));

  it('answers a query over several levels, what it cost, and says so in the audit', async () => {
    const { orgId, facilityId, doorId } = api.world;
    const answer = await ask(
      'query Doors($org: String!) { organisation(organisationId: $org) { facilities(limit: 5) { data { facilityId doors { data { id state { lock } } } } } } }',
      { variables: { org: orgId } },
    );
    expect(answer, answer.text).toMatchObject({ status: 200 });
    expect(answer.headers).toMatchObject({
      'content-type': `${STATUS}; charset=utf-8`,
      'cache-control': 'no-store',
      'ratelimit-policy': '"endpoint";q=50;w=1, "graphql";q=100;w=60',
    });
    const { data, extensions } = answer.json;
    const gym = data.organisation.facilities.data.find((one: { facilityId: string }) => one.facilityId === facilityId);
    expect(gym.doors.data).toEqual([{ id: doorId, state: { lock: 'locked' } }]);
    expect(extensions.cost).toEqual({ worst: expect.any(Number), actual: expect.any(Number), limit: 10_000 });
    expect(await rowsOf(answer.headers['x-request-id'])).toMatchObject([
      {
        event: 'graph.queried',
        endpoint: 'graph.query',
        via: 'graphql',
        outcome: 'ok',
        realm: orgId,
        actor: `user:${api.callers.superAdmin.user.id}`,
        target: expect.stringMatching(/^[0-9a-f]{16} Doors cost \d+: /),
      },
    ]);
  });
  it('writes a row for each organisation that is touched, and one for a change beside that of the change', async () => {
    const query = `{ a: facility(facilityId: "${api.world.facilityId}") { name } b: facility(facilityId: "${api.otherFacilityId}") { name } }`;
    const asked = await ask(query);
    const rows = await rowsOf(asked.headers['x-request-id']);
    expect(rows.map(({ realm }) => realm).sort()).toEqual([api.world.orgId, api.otherOrgId].sort());
    const before = new Set((await api.audited()).map(({ id }) => id));
    const changed = await ask(
      `mutation Note { adminNotesPut(facilityId: "${api.world.facilityId}", input: { text: "x" }) { noteId } }`,
      { token: await api.tokenOf(api.callers.superAdmin.headers, 'read write') },
    );
    expect(changed.json.errors).toBeUndefined();
    const written = (await api.audited()).filter(({ id }) => !before.has(id));
    expect(written.map(({ event, via }) => [event, via]).sort()).toEqual([
      ['admin-note.put', 'graphql'],
      ['graph.queried', 'graphql'],
    ]);
  });

  describe('tells what became of a document', () => {
    it.each([
      ['none', '{', 400, 'document_invalid'],
      ['no such field', '{ nothing }', 400, 'document_invalid'],
      [
        'too many levels',
        `{ ${'node(id: "x") { ... on Door { '.repeat(12)}id${' } }'.repeat(12)} }`,
        400,
        'document_invalid',
      ],
      [
        'too costly',
        '{ orgsList(limit: 200) { data { facilities(limit: 200) { data { doors { data { id } } } } } } }',
        400,
        'document_too_costly',
      ],
    ])('by the status, where that is gone by, and in the answer always: %s', async (_what, query, status, code) => {
      const answer = await ask(query);
      expect(answer, answer.text).toMatchObject({ status, json: { errors: [{ extensions: { code, status } }] } });
      expect(Object.keys(answer.json)).toEqual(['errors']);
      expect(answer.headers['content-type']).toBe(`${STATUS}; charset=utf-8`);
      const requestId = answer.headers['x-request-id'];
      expect(answer.json.errors[0].extensions.requestId).toBe(requestId);
      const plain = await ask(query, { accept: 'application/json' });
      expect(plain, plain.text).toMatchObject({ status: 200, json: { errors: [{ extensions: { code, status } }] } });
      expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
      for (const id of [requestId, plain.headers['x-request-id']])
        expect(await rowsOf(id)).toMatchObject([{ outcome: code, status, event: 'graph.queried' }]);
    });
    it('and is 200 where fields alone were refused', async () => {
      const answer = await ask('{ facility(facilityId: "fac_0000000000000000") { name } }');
      expect(answer).toMatchObject({
        status: 200,
        json: {
          data: { facility: null },
          errors: [{ path: ['facility'], extensions: { code: 'place_unknown', status: 404 } }],
        },
      });
    });
  });

  describe('refuses in its own shape, whatever is accepted', () => {
    const asIt = (body: unknown, headers: Readonly<Record<string, string>> = {}, method = 'POST') =>
      api.send({ method, path: PATH, headers: { ...bearer(read), ...headers }, body });
    const deep = JSON.parse(`${'{"a":'.repeat(31)}1${'}'.repeat(31)}`);
    it.each([
      ['several operations', () => asIt([{ query: '{ __typename }' }]), 400, 'invalid_request'],
      ['no document', () => asIt({ document: '{ __typename }' }), 400, 'invalid_request'],
      ['half a body', () => asIt('{"query":', { 'content-type': 'application/json' }), 400, 'invalid_request'],
      ['variables that are no object', () => asIt({ query: '{ __typename }', variables: [] }), 400, 'invalid_request'],
      [
        'a form',
        () => asIt('query={__typename}', { 'content-type': 'application/x-www-form-urlencoded' }),
        415,
        'unsupported_media_type',
      ],
      [
        'a form with files',
        () => asIt('x', { 'content-type': 'multipart/form-data; boundary=x' }),
        415,
        'unsupported_media_type',
      ],
      [
        'text',
        () => asIt('{"query":"{ __typename }"}', { 'content-type': 'text/plain' }),
        415,
        'unsupported_media_type',
      ],
      ['no type at all', () => asIt('{"query":"{ __typename }"}'), 415, 'unsupported_media_type'],
      ['a large body', () => asIt({ query: `{ __typename } #${' '.repeat(66_000)}` }), 413, 'payload_too_large'],
      ['no other method', () => asIt({}, {}, 'PUT'), 405, 'method_not_allowed'],
    ])('%s', async (_what, send, status, code) => {
      const answer = await send();
      expect(answer, answer.text).toMatchObject({ status, json: { errors: [{ extensions: { code, status } }] } });
      expect(Object.keys(answer.json)).toEqual(['errors']);
      expect(answer.json.errors[0].extensions.requestId).toBe(answer.headers['x-request-id']);
    });
    it('deep and large variables', async () => {
      const large = { list: Array.from({ length: 5_001 }, () => 1) };
      for (const variables of [deep, large])
        expect(await ask('{ __typename }', { variables })).toMatchObject({
          status: 400,
          json: { errors: [{ extensions: { code: 'document_invalid' } }] },
        });
    });
  });

  describe('by GET', () => {
    const get = (asked: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
      api.get(`${PATH}?${new URLSearchParams(asked)}`, headers.token ?? read);
    it('carries out queries', async () => {
      const query = 'query A($id: String!) { facility(facilityId: $id) { name } } query B { __typename }';
      const variables = JSON.stringify({ id: api.world.facilityId });
      const answer = await get({ query, variables, operationName: 'A' });
      expect(answer, answer.text).toMatchObject({ status: 200, json: { data: { facility: { name: 'Harbour Gym' } } } });
      expect(await rowsOf(answer.headers['x-request-id'])).toMatchObject([{ event: 'graph.queried', outcome: 'ok' }]);
    });
    it('changes nothing', async () => {
      const note = `mutation { adminNotesPut(facilityId: "${api.world.facilityId}", input: { text: "by GET" }) { noteId } }`;
      const answer = await get(
        { query: note },
        { token: await api.tokenOf(api.callers.superAdmin.headers, 'read write') },
      );
      expect(answer, answer.text).toMatchObject({
        status: 405,
        headers: { allow: 'POST' },
        json: { errors: [{ extensions: { code: 'method_not_allowed' } }] },
      });
      const notes = await db.read((tx) => tx.selectFrom('admin_note').selectAll().execute());
      expect(JSON.stringify(notes)).not.toContain('by GET');
    });
    it.each([
      ['variables', '{"half":'],
      ['variables', '[]'],
      ['extensions', '1'],
    ])('refuses %s that are %s', async (name, text) => {
      const answer = await get({ query: '{ __typename }', [name]: text });
      expect(answer, answer.text).toMatchObject({
        status: 400,
        json: { errors: [{ extensions: { errors: [{ path: `query.${name}` }] } }] },
      });
    });
  });

  describe('lets in whoever has a token, and nobody else', () => {
    it('[R159] by the same token as REST', async () => {
      const path = `/v1/rest/facilities/${api.world.facilityId}`;
      const token = await api.tokenOf(api.callers.staff.headers, 'read');
      const query = `{ facility(facilityId: "${api.world.facilityId}") { name } }`;
      expect((await api.get(path, token)).json.name).toBe('Harbour Gym');
      expect((await ask(query, { token })).json.data.facility.name).toBe('Harbour Gym');
      const key = api.callers.staff.headers['x-api-key'] ?? '';
      const { token: ofABox } = api.world.tokens.issue(api.world.boxId, 'edge');
      const headers: readonly Readonly<Record<string, string>>[] = [
        {},
        { 'x-api-key': key },
        bearer(key),
        bearer(ofABox),
        bearer(`ght_${'z'.repeat(43)}`),
        { cookie: '__Host-ops=x' },
      ];
      for (const sent of headers) {
        const answer = await api.send({ method: 'POST', path: PATH, headers: sent, body: { query } });
        expect(answer, answer.text).toMatchObject({
          status: 401,
          json: { errors: [{ extensions: { code: 'unauthenticated', status: 401 } }] },
        });
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer .*resource_metadata="https:/);
      }
      const hinted = await api.send({ method: 'POST', path: PATH, headers: { 'x-api-key': key }, body: { query } });
      expect(hinted.json.errors[0].message).toContain('/oauth/token');
    });
    it('that is in a header, and not in the address', async () => {
      const path = `${PATH}?query={__typename}&access_token=${read}`;
      expect(await api.get(path, read)).toMatchObject({
        status: 400,
        json: { errors: [{ extensions: { code: 'invalid_request' } }] },
      });
    });
    it('until their key or their role is gone, on the other replica too', async () => {
      const { facilityId, users } = api.world;
      const { headers, user } = await api.aCaller('leaving', {
        right: 'facility-staff',
        scope: 'facility',
        scopeId: facilityId,
      });
      const token = await api.tokenOf(headers, 'read');
      const query = `{ facility(facilityId: "${facilityId}") { name } }`;
      const both = async () => {
        const answers = await Promise.all([api.send, replica.send].map((send) => ask(query, { token, send })));
        return answers.map(({ status, json }) => json.errors?.[0].extensions.code ?? status);
      };
      expect(await both()).toEqual([200, 200]);
      const [grant] = await db.read((tx) => users.grantsOf(tx, user.id));
      if (grant === undefined) throw new TypeError('they hold nothing');
      await db.write((tx) => users.takeGrant(tx, user.id, grant));
      expect(await both()).toEqual(['place_unknown', 'place_unknown']);
      const { client_id } = await api.clientOf(headers);
      await db.write((tx) => users.removeKey(tx, user.id, client_id));
      expect(await both()).toEqual(['unauthenticated', 'unauthenticated']);
    });
    it('and shows tokens and keys in no log, no row, no answer', async () => {
      const key = api.callers.superAdmin.headers['x-api-key'] ?? '';
      const answers = [
        await ask(`{ facility(facilityId: "${read}") { name } } # ${key}`),
        await ask(`{ ${read} }`),
        await ask(`query ght_${'x'.repeat(43)} { orgsList { data { name facilities { data { name } } } } }`),
        await ask('query ($id: ID!) { node(id: $id) { id } }', { variables: { id: key } }),
        await api.get(`${PATH}?query=${encodeURIComponent(`{ node(id: "${read}") { id } }`)}`, read),
        await api.get(`${PATH}?query={__typename}&access_token=${read}`, read),
      ];
      for (const { headers } of answers) expect(JSON.stringify(headers)).not.toContain(read);
      await api.requests.flush();
      const rows = await db.read(async (tx) => [
        await tx.selectFrom('request_log').selectAll().execute(),
        await tx.selectFrom('audit_entry').selectAll().execute(),
      ]);
      expect(JSON.stringify(rows)).not.toContain(read.slice(0, 12));
      expect(JSON.stringify(rows)).not.toContain(key.slice(0, 12));
      expect(JSON.stringify(rows)).not.toContain('x'.repeat(43));
    });
    it('and each field no further than its scope, where their user might', async () => {
      const { facilityId } = api.world;
      const token = await api.tokenOf(api.callers.staff.headers, `read facility:${facilityId}`);
      const unlock = `unlocksUnlock(facilityId: "${facilityId}", doorId: "${api.world.doorId}", input: { reason: "x" }) { __typename }`;
      const change = await ask(`mutation { ${unlock} }`, { token });
      expect(change.json.errors, change.text).toMatchObject([
        { extensions: { code: 'insufficient_scope', status: 403 } },
      ]);
      const opening = await api.tokenOf(api.callers.staff.headers, 'unlock');
      const opened = await ask(`mutation { ${unlock} }`, { token: opening });
      expect(opened.json, opened.text).toMatchObject({ data: { unlocksUnlock: { __typename: expect.any(String) } } });
      expect((await ask(`{ facility(facilityId: "${facilityId}") { name } }`, { token: opening })).json).toMatchObject({
        data: { facility: null },
        errors: [{ extensions: { code: 'insufficient_scope' } }],
      });
      const wide = await api.tokenOf(api.callers.superAdmin.headers, `read facility:${facilityId}`);
      const answer = await ask(
        `{ here: facility(facilityId: "${facilityId}") { name } there: facility(facilityId: "${api.otherFacilityId}") { name } }`,
        { token: wide },
      );
      expect(answer.json).toMatchObject({
        data: { here: { name: 'Harbour Gym' }, there: null },
        errors: [{ path: ['there'], extensions: { code: 'insufficient_scope' } }],
      });
      // Whoever may not know of a place is told what they would be told without a token.
      const theirs = await ask(`{ facility(facilityId: "${api.otherFacilityId}") { name } }`, { token });
      expect(theirs.json.errors).toMatchObject([{ extensions: { code: 'place_unknown' } }]);
    });
    it('as somebody else, where they may, and names both', async () => {
      const headers = { 'x-simulated-user': 'staff@example.com' };
      const answer = await ask(`{ facility(facilityId: "${api.otherFacilityId}") { name }}`, {
        headers,
      });
      expect(answer.json.data, answer.text).toEqual({ facility: null });
      for (const row of await rowsOf(answer.headers['x-request-id']))
        expect(row).toMatchObject({
          actor: `user:${api.callers.superAdmin.user.id}`,
          acting_as: `user:${api.callers.staff.user.id}`,
        });
      const token = await api.tokenOf(api.callers.staff.headers, 'read');
      expect(
        await ask('{ __typename }', { token, headers: { 'x-simulated-user': 'super@example.com' } }),
      ).toMatchObject({
        status: 403,
        json: { errors: [{ extensions: { code: 'acting_refused' } }] },
      });
    });
  });

  it('[R156] answers 100 operations of a user a minute, over all their tokens and both replicas', async () => {
    const { facilityId } = api.world;
    const { headers } = await api.aCaller('busy', { right: 'facility-staff', scope: 'facility', scopeId: facilityId });
    const tokens = [await api.tokenOf(headers, 'read'), await api.tokenOf(headers, everyScope(api))];
    const documents = ['{ __typename }', '{ nothing }', `{ facility(facilityId: "${facilityId}") { name } }`];
    const one = (i: number) => {
      const send = i % 2 === 0 ? api.send : replica.send;
      return ask(documents[i % 3] ?? '', { token: tokens[i % 2] ?? '', accept: 'application/json', send });
    };
    let counted = 0;
    for (let second = 0; second < 4; second += 1) {
      const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => one(i)));
      counted += answers.filter(({ status }) => status === 200).length;
      await clock.advance(Seconds(1));
    }
    expect(counted, 'what is refused for its document counts too').toBe(100);
    for (const i of [0, 1]) {
      const late = await one(i);
      expect(late, late.text).toMatchObject({
        status: 429,
        json: { errors: [{ extensions: { code: 'rate_limit_exceeded', status: 429 } }] },
      });
      expect(late.headers).toMatchObject({
        'retry-after': '56',
        'ratelimit-policy': '"endpoint";q=50;w=1, "graphql";q=100;w=60',
        ratelimit: '"graphql";r=0;t=56',
      });
    }
    expect((await ask('{ __typename }')).status, 'of somebody else').toBe(200);
    const rest = await api.get(`/v1/rest/facilities/${facilityId}`, tokens[0] ?? '');
    expect(rest.status, 'REST is counted apart').toBe(200);
    await clock.advance(Seconds(56));
    expect((await one(1)).status).toBe(200);
  }, 60_000);
});
