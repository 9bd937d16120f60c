import { Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import {
  type AClient,
  bearer,
  FORM,
  formOf,
  serveTwoReplicas,
  serveUnifiedApi,
  type TwoReplicas,
  type UnifiedApi,
} from '../testing/unified-api.ts';

const ISSUER = new URL('https://unified.example');
const WHOAMI = '/v1/rest/admin/users/is-simulated-user';

describe.each(ENGINES)('tokens of the unified API on $name', ({ open }) => {
  const clock = new ManualClock();
  let db: Database;
  let api: UnifiedApi;
  let replicas: TwoReplicas;
  let replica: TwoReplicas['replica'];
  beforeAll(async () => {
    db = await open();
    replicas = await serveTwoReplicas(db, clock);
    ({ api, replica } = replicas);
  });
  afterAll(async () => {
    await replicas.close();
  });
  beforeEach(() => api.moveOn());

  /** As any client of OAuth asks, over the sockets of this API. */
  const overHere = async (
    url: string,
    {
      method = 'GET',
      headers,
      body,
    }: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: unknown },
  ) => {
    const { pathname, search } = new URL(url);
    const answer = await api.send({
      method,
      path: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && { body: String(body) }),
    });
    const told = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(answer.text, { status: answer.status, headers: told });
  };
  const here = { [oauth.customFetch]: overHere };
  const discover = async () =>
    oauth.processDiscoveryResponse(ISSUER, await oauth.discoveryRequest(ISSUER, { ...here, algorithm: 'oauth2' }));
  const aClient = () => api.clientOf(api.callers.superAdmin.headers);

  it('are traded by a client that knows the address alone, and end by it', async () => {
    const server = await discover();
    const { client_id, client_secret } = await aClient();
    const client = { client_id };
    for (const auth of [oauth.ClientSecretBasic(client_secret), oauth.ClientSecretPost(client_secret)]) {
      const asked = await oauth.clientCredentialsGrantRequest(server, client, auth, { scope: 'read' }, here);
      const token = await oauth.processClientCredentialsResponse(server, client, asked);
      expect(token).toMatchObject({ token_type: 'bearer', expires_in: 900, scope: 'read' });
      expect((await api.get(WHOAMI, token.access_token)).status).toBe(200);
      const ended = await oauth.revocationRequest(server, client, auth, token.access_token, here);
      expect(await oauth.processRevocationResponse(ended)).toBeUndefined();
      for (const send of [api.send, replica.send])
        expect(await send({ method: 'GET', path: WHOAMI, headers: bearer(token.access_token) })).toMatchObject({
          status: 401,
          json: { error: 'unauthenticated' },
        });
    }
  });
  it('are named by the metadata of what they open', async () => {
    const asked = await oauth.resourceDiscoveryRequest(ISSUER, here);
    expect(await oauth.processResourceDiscoveryResponse(ISSUER, asked)).toMatchObject({
      authorization_servers: [ISSUER.href.slice(0, -1)],
      bearer_methods_supported: ['header'],
    });
  });
  it('last 15 minutes, and no longer', async () => {
    const token = await api.tokenOf(api.callers.superAdmin.headers, 'read');
    await clock.advance(Milliseconds(Minutes(15) - 1));
    expect((await api.get(WHOAMI, token)).status).toBe(200);
    await clock.advance(Seconds(1));
    const answer = await api.get(WHOAMI, token);
    expect(answer).toMatchObject({ status: 401, json: { error: 'unauthenticated' } });
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer error="invalid_token", resource_metadata="https://unified.example/.well-known/oauth-protected-resource"',
    );
  });
  it('read, unless something else is asked for', async () => {
    expect((await api.ask(await aClient())).json).toMatchObject({ scope: 'read', expires_in: 900 });
  });
  it('are in no answer that may be kept', async () => {
    const { headers } = await api.ask(await aClient());
    expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
  });

  describe('are not given', () => {
    const refused = async (
      fields: Readonly<Record<string, string>>,
      headers: Readonly<Record<string, string>> = {},
    ) => {
      await api.moveOn();
      const answer = await api.send({
        method: 'POST',
        path: '/oauth/token',
        headers: { ...FORM, ...headers },
        body: formOf(fields),
      });
      return { status: answer.status, error: answer.json?.error, asks: answer.headers['www-authenticate'] };
    };
    const grant = { grant_type: 'client_credentials' };
    it.each([
      ['without a grant', {}, 400, 'invalid_request'],
      ['for another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
      ['for a word that is no scope', { ...grant, scope: 'read everything' }, 400, 'invalid_scope'],
      ['for an act that there is not', { ...grant, scope: 'grave:nothing' }, 400, 'invalid_scope'],
      ['for a place that there is not', { ...grant, scope: 'read org:org_0000000000000000' }, 400, 'invalid_scope'],
      ['for a place without an act', { ...grant, scope: 'facility:fac_0000000000000000' }, 400, 'invalid_scope'],
    ])('%s', async (_why, fields, status, error) => {
      expect(await refused({ ...(await aClient()), ...fields })).toMatchObject({ status, error });
    });
    it('for a place of others, as if there were none', async () => {
      const scope = `read facility:${api.otherFacilityId}`;
      expect(await refused({ ...(await api.clientOf(api.callers.orgAdmin.headers)), ...grant, scope })).toMatchObject({
        status: 400,
        error: 'invalid_scope',
      });
    });
    it('to whoever does not show a key, or shows it twice', async () => {
      const { client_id, client_secret } = await aClient();
      const basic = { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` };
      const nobody = { status: 401, error: 'invalid_client', asks: 'Basic realm="gatehouse"' };
      expect(await refused(grant)).toEqual(nobody);
      expect(await refused({ ...grant, client_id, client_secret: `ghk_${'z'.repeat(43)}` })).toEqual(nobody);
      const another = await api.clientOf(api.callers.staff.headers);
      expect(await refused({ ...grant, client_id: another.client_id, client_secret })).toEqual(nobody);
      expect(await refused(grant, { authorization: 'Basic !' })).toEqual(nobody);
      expect(await refused({ ...grant, client_secret }, basic)).toMatchObject({
        status: 400,
        error: 'invalid_request',
      });
      expect(await refused({ ...grant, client_id: another.client_id }, basic)).toMatchObject({ status: 400 });
    });
    it('in any other form than a form', async () => {
      const body = JSON.stringify({ ...grant, ...(await aClient()) });
      const sent = { method: 'POST', path: '/oauth/token', body };
      expect((await api.send({ ...sent, headers: { 'content-type': 'application/json' } })).status).toBe(415);
    });
  });

  it('are asked for by guesses ten times a minute, of a key and from a network', async () => {
    await clock.advance(Minutes(2));
    const { client_id, client_secret } = await api.clientOf(api.callers.agent.headers);
    const guess = async (client: AClient) => {
      await api.moveOn();
      return api.ask(client);
    };
    for (let i = 0; i < 10; i += 1)
      expect((await guess({ client_id, client_secret: `ghk_${'z'.repeat(43)}` })).status).toBe(401);
    const late = await guess({ client_id, client_secret });
    expect(late).toMatchObject({ status: 429, json: { error: 'rate_limit_exceeded' } });
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess(await aClient())).status, 'from the same network').toBe(429);
    await clock.advance(Minutes(1));
    expect((await guess({ client_id, client_secret })).status).toBe(200);
  });

  it('count no more as soon as their key is deleted, or the role is taken, on every replica', async () => {
    const { user, headers } = await api.aCaller('leaver', {
      right: 'facility-staff',
      scope: 'facility',
      scopeId: api.world.facilityId,
    });
    const token = await api.tokenOf(headers, 'read');
    const path = `/v1/rest/facilities/${api.world.facilityId}`;
    const both = async () =>
      Promise.all(
        [api.send, replica.send].map(
          async (send) => (await send({ method: 'GET', path, headers: bearer(token) })).status,
        ),
      );
    expect(await both()).toEqual([200, 200]);
    const [grant] = await db.read((tx) => api.world.users.grantsOf(tx, user.id));
    if (grant === undefined) throw new TypeError('they hold nothing');
    await db.write((tx) => api.world.users.takeGrant(tx, user.id, grant));
    expect(await both()).toEqual([404, 404]);
    const { client_id } = await api.clientOf(headers);
    await db.write((tx) => api.world.users.removeKey(tx, user.id, client_id));
    expect(await both()).toEqual([401, 401]);
  });
  it('of others are not ended, and the answer is the same', async () => {
    const token = await api.tokenOf(api.callers.superAdmin.headers, 'read');
    const other = await api.clientOf(api.callers.staff.headers);
    const body = formOf({ token, ...other });
    expect(await api.send({ method: 'POST', path: '/oauth/revoke', headers: FORM, body })).toMatchObject({
      status: 200,
      text: '{}',
    });
    expect((await api.get(WHOAMI, token)).status).toBe(200);
  });

  it('[R159] are needed: nothing else opens this API', async () => {
    const key = api.callers.superAdmin.headers['x-api-key'] ?? '';
    const partner = await db.write((tx) => api.world.partners.createKey(tx, api.world.partnerId, 'live', 'test'));
    const { token: ofABox } = api.world.tokens.issue(api.world.boxId, 'edge');
    const { token: ofADevice } = api.world.tokens.issue(api.world.boxId, 'events');
    for (const headers of [
      {},
      { 'x-api-key': key },
      bearer(key),
      bearer(partner.text),
      bearer(ofABox),
      bearer(ofADevice),
      bearer(`ght_${'z'.repeat(43)}`),
      { cookie: '__Host-ops=x' },
    ] as Readonly<Record<string, string>>[]) {
      const answer = await api.send({ method: 'GET', path: WHOAMI, headers });
      expect(answer).toMatchObject({ status: 401, json: { error: 'unauthenticated' } });
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer .*resource_metadata="https:/);
    }
    const hinted = await api.send({ method: 'GET', path: WHOAMI, headers: { 'x-api-key': key } });
    expect(hinted.json.message).toContain('/oauth/token');
  });
  it('open nothing of the platform API itself', async () => {
    const token = await api.tokenOf(api.callers.superAdmin.headers, 'read');
    expect((await api.get('/api/admin/users/is-simulated-user', token)).status).toBe(401);
  });
  it('in an address are refused, whoever sends them', async () => {
    const token = await api.tokenOf(api.callers.superAdmin.headers, 'read');
    for (const headers of [{}, bearer(token)] as Readonly<Record<string, string>>[]) {
      const answer = await api.send({ method: 'GET', path: `${WHOAMI}?access_token=${token}`, headers });
      expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
    }
  });
  it('are in no log, nor any row, nor any refusal', async () => {
    const token = await api.tokenOf(api.callers.superAdmin.headers, 'read');
    const answers = [
      await api.get(`${WHOAMI}?access_token=${token}`, token),
      await api.get(`/v1/rest/${token}`, token),
      await api.get(`/v1/rest/facilities/${token}`, token),
    ];
    for (const { text } of answers) expect(text).not.toContain(token);
    await api.requests.flush();
    const rows = await db.read(async (tx) => [
      await tx.selectFrom('request_log').selectAll().execute(),
      await tx.selectFrom('audit_entry').selectAll().execute(),
      await tx.selectFrom('unified_token').selectAll().execute(),
    ]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(0, 12));
  });
  it('leave a row in the audit that names who asked for them', async () => {
    const client = await aClient();
    const answer = await api.ask(client);
    const row = (await api.audited()).find(({ request_id }) => request_id === answer.headers['x-request-id']);
    expect(row).toMatchObject({
      event: 'token.issued',
      outcome: 'ok',
      target: `${api.callers.superAdmin.user.id} ${client.client_id}`,
    });
  });
});

it('a token that somebody at the machine asks for is of the user whom they name, and of a key that lasts as long', async () => {
  const [sqlite] = ENGINES;
  const clock = new ManualClock();
  const api = await serveUnifiedApi((await sqlite?.open()) ?? expect.fail('no engine'), clock);
  try {
    const orders = Object.assign({}, ...api.world.collected('operator'));
    const order = (email: string, scope = 'read') => orders.token.run({ email, scope, by: 'test' });
    const { token, keyId } = await order('super@example.com');
    expect((await api.get(WHOAMI, token)).json).toMatchObject({ user: { email: 'super@example.com' } });
    await api.world.db.write((tx) => api.world.users.removeKey(tx, api.callers.superAdmin.user.id, keyId));
    expect((await api.get(WHOAMI, token)).status).toBe(401);
    await expect(order('stranger@example.com')).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(order('super@example.com', 'everything')).rejects.toMatchObject({ code: 'invalid_scope' });
  } finally {
    await api.close();
  }
});
