import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { graphOver } from './testing/ask-graph.ts';

const [sqlite] = ENGINES;
const clock = new ManualClock();
let api: PlatformApi;
let graph: ReturnType<typeof graphOver>;
beforeAll(async () => {
  if (sqlite === undefined) throw new Error('no engine');
  api = await servePlatformApi(await sqlite.open(), clock);
  graph = graphOver(api);
});
afterAll(async () => {
  await graph.close();
  await api.close();
});
beforeEach(() => api.moveOn());

describe('a query', () => {
  it('goes from an organisation to the states of its doors', async () => {
    const { orgId, facilityId, doorId } = api.world;
    const answer = await graph.ask(
      `query ($org: String!) { organisation(organisationId: $org) { id name facilityCount
        facilities(limit: 5) { data { facilityId latitude doorCounts { total } doors { data { id name facilityId state { lock presence } } } } next } } }`,
      { variables: { org: orgId } },
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({
      organisation: {
        id: orgId,
        name: 'Harbour Fitness',
        facilityCount: 2,
        facilities: {
          data: expect.arrayContaining([
            expect.objectContaining({
              facilityId,
              latitude: null,
              doorCounts: { total: 1 },
              doors: {
                data: [{ id: doorId, name: 'Front door', facilityId, state: { lock: 'locked', presence: 'online' } }],
              },
            }),
          ]),
          next: null,
        },
      },
    });
    expect(answer.extensions).toMatchObject({ cost: { limit: 10_000, worst: expect.any(Number) } });
  });

  it('has nothing at an id that is no text', async () => {
    const half = '\ud800';
    const answer = await graph.ask(
      'query ($id: String!, $node: ID!) { organisation(organisationId: $id) { name } node(id: $node) { id } }',
      { variables: { id: half, node: `org_${half}` } },
    );
    expect(answer.errors).toMatchObject([
      { path: ['organisation'], extensions: { code: 'place_unknown' } },
      { path: ['node'], extensions: { code: 'place_unknown' } },
    ]);
  });

  it('finds a node by its id, whatever that is of', async () => {
    const { doorId, boxId, orgId } = api.world;
    const answer = await graph.ask(
      `{ a: node(id: "${doorId}") { __typename id ... on Door { name } } b: node(id: "box:${boxId}") { __typename id }
         c: node(id: "${orgId}") { id __typename } d: node(id: "nothing") { id } me { user { email } } }`,
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toMatchObject({
      a: { __typename: 'Door', id: doorId, name: 'Front door' },
      b: { __typename: 'Box', id: `box:${boxId}` },
      c: { __typename: 'Organisation', id: orgId },
      d: null,
      me: { user: { email: 'super@example.com' } },
    });
  });

  it('is refused where its caller is, and blanks nothing beside', async () => {
    const { facilityId } = api.world;
    const answer = await graph.ask(
      `{ mine: facility(facilityId: "${facilityId}") { name accessPolicy { graceHours } adminNotes { data { noteId } } }
         theirs: facility(facilityId: "${api.otherFacilityId}") { name } none: facility(facilityId: "fac_0000000000000000") { name } }`,
      { headers: api.callers.staff.headers },
    );
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({
      mine: { name: 'Harbour Gym', accessPolicy: { graceHours: 24 } },
      theirs: null,
      none: null,
    });
    const errors = answer.errors as { path: string[]; message: string; extensions: object }[];
    const at = (name: string) => errors.find(({ path }) => path[0] === name);
    expect(at('theirs')?.extensions).toEqual({
      code: 'place_unknown',
      status: 404,
      requestId: expect.stringMatching(/^req_/),
    });
    expect({ ...at('theirs'), path: [] }).toEqual({
      ...at('none'),
      path: [],
      locations: at('theirs') && expect.anything(),
    });
  });

  it('of nobody is 401 wherever it asks', async () => {
    const answer = await graph.ask('{ orgsList { next } }', { headers: { 'x-api-key': 'ghk_nobody' } });
    expect(answer.data).toEqual({ orgsList: null });
    expect(answer.errors).toMatchObject([{ path: ['orgsList'], extensions: { code: 'unauthenticated', status: 401 } }]);
  });

  it('leaves one row in the audit for each organisation that it touched', async () => {
    const before = (await api.audited()).length;
    await graph.ask(
      `query Wall { a: facility(facilityId: "${api.world.facilityId}") { doors { data { name } } } b: facility(facilityId: "${api.otherFacilityId}") { name } orgsList { next } }`,
    );
    const rows = (await api.audited()).slice(before);
    expect(rows.map(({ event, realm, via, endpoint }) => ({ event, realm, via, endpoint }))).toEqual(
      expect.arrayContaining(
        [api.world.orgId, api.otherOrgId, null].map((realm) => ({
          event: 'graph.queried',
          realm,
          via: 'graphql',
          endpoint: 'graph.query',
        })),
      ),
    );
    expect(rows).toHaveLength(3);
    expect(rows.find(({ realm }) => realm === api.world.orgId)?.target).toMatch(
      /^[0-9a-f]{16} Wall cost \d+: clubs\.read 1, device-doors\.list 1$/,
    );
  });

  it('counts once against the limit of an endpoint, however many parents a level has', async () => {
    const ids = Array.from({ length: 20 }, (_, i) => `a${i}: facility(facilityId: "${api.world.facilityId}") { name }`);
    for (let i = 0; i < 30; i++) expect((await graph.ask(`{ ${ids.join(' ')} }`)).errors).toBeUndefined();
  });
});

describe('a mutation', () => {
  it('is carried out one after the other, each by itself', async () => {
    const { facilityId } = api.world;
    const document = `mutation ($f: String!) {
      a: adminNotesPut(facilityId: $f, input: { text: "one" }) { noteId text }
      b: adminNotesPut(facilityId: $f, input: { text: "" }) { noteId }
      c: adminNotesPut(facilityId: $f, input: { text: "three" }) { noteId text } }`;
    const before = (await api.audited()).length;
    const answer = await graph.ask(document, { variables: { f: facilityId } });
    expect(answer.data).toMatchObject({ a: { text: 'one' }, b: null, c: { text: 'three' } });
    expect(answer.errors).toMatchObject([{ path: ['b'], extensions: { code: 'invalid_request', status: 400 } }]);
    const rows = (await api.audited()).slice(before);
    expect(rows.map(({ outcome, via }) => [outcome, via])).toEqual(
      expect.arrayContaining([
        ['ok', 'graphql'],
        ['invalid_request', 'graphql'],
        ['ok', 'graphql'],
      ]),
    );
  });

  it('is answered as the first time where it is sent again with its key', async () => {
    const input = `{ organisationId: "${api.world.orgId}", name: "Once", timezone: "UTC" }`;
    const document = `mutation { clubsAdd(input: ${input}, idempotencyKey: "a-key-of-sixteen") { facilityId } }`;
    const first = await graph.ask(document);
    expect(first.errors ?? []).toEqual([]);
    expect((await graph.ask(document)).data).toEqual(first.data);
  });

  it('is not there where they are switched off', async () => {
    const reading = graphOver(api, { mutations: false });
    expect(await reading.ask('mutation { jobsRetry(jobId: "x") { jobId } }')).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: 'document_invalid' } }],
    });
    await reading.close();
  });
});

describe('an operation that goes on', () => {
  it('is ended after five seconds, with what was asked so far', async () => {
    const { orgId } = api.world;
    let isAsked: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const never = (): Promise<never> => {
      isAsked();
      return new Promise(() => undefined);
    };
    const endpoints = api.endpoints.map((one) => (one.declaration.id === 'orgs.read' ? { ...one, many: never } : one));
    const slow = graphOver({ ...api, endpoints });
    const answer = slow.ask(`{ organisation(organisationId: "${orgId}") { name } }`);
    await asked;
    await clock.advance(Seconds(5));
    expect(await answer).toEqual({
      status: 504,
      errors: [
        {
          message: expect.stringContaining('5 seconds'),
          extensions: { code: 'deadline', status: 504, requestId: expect.stringMatching(/^req_/) },
        },
      ],
      refused: expect.objectContaining({ code: 'deadline' }),
    });
    await slow.close();
  });
});

describe('a document that is none', () => {
  it.each([
    ['of no words', '{ }}'],
    ['of fields that there are not', '{ organisationz { id } }'],
    ['of arguments that there are not', '{ orgsList(idz: "x") { next } }'],
    ['of an operation that is not in it', 'query A { me { user { email } } } query B { me { user { email } } }'],
    ['that subscribes', 'subscription { __typename }'],
    ['of variables that do not fit', 'query ($n: Int!) { orgsList(limit: $n) { next } }'],
  ])('%s is told so, and suggests nothing', async (_what, document) => {
    const answer = await graph.ask(document);
    expect(answer).toMatchObject({ status: 400, errors: [{ extensions: { code: 'document_invalid', status: 400 } }] });
    expect(answer.data).toBeUndefined();
    expect(JSON.stringify(answer)).not.toContain('Did you mean');
  });
});

describe('the schema itself', () => {
  it('is told apart from everything else', async () => {
    const answer = await graph.ask('{ __type(name: "Facility") { name fields { name } } }');
    expect(answer).toMatchObject({ status: 200, data: { __type: { name: 'Facility' } } });
    expect(await graph.ask('{ __type(name: "Facility") { name } me { user { email } } }')).toMatchObject({
      status: 400,
    });
  });
});
