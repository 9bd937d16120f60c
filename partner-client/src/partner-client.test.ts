import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AnswerLostError, createPartnerClient, PartnerApiError, PartnerClientConfigError } from './partner-client.ts';
import { A_KEY, type Scripted, type Seen, scriptedServer } from './testing/scripted-server.ts';

const BASE = 'https://api.example.org';
const ADA = { door_id: 'door_1', facility_id: 'fac_1', member_id: 'M-1001', first_name: 'Ada', last_name: 'Byron' };
const LOST = new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
const OK: Scripted = { status: 200, json: { status: 'unlocked' } };

const against = (script: (request: Seen, at: number) => Scripted | Error) => {
  const server = scriptedServer(script);
  const notes: unknown[] = [];
  const client = createPartnerClient({ baseUrl: BASE, key: A_KEY, ...server, onAnswer: (note) => notes.push(note) });
  return { ...server, client, notes };
};
const failed = (status: number, reason: string): Scripted => ({
  status,
  json: { status: 'failed', reason, message: 'No.' },
});
const thrownBy = async (call: Promise<unknown>): Promise<PartnerApiError> =>
  call.then(
    () => expect.fail('it went well'),
    (error) => error,
  );

describe('[R6] what is sent', () => {
  it('is the key as user name with an empty password, and the input where the document puts it', async () => {
    const { client, seen } = against(() => OK);
    await client.doors.unlock({ ...ADA, door_id: 'a/b' }, { waitSeconds: 3 });
    await client.doors.list({ facility_id: 'fac 1' });
    await client.auth.ping();
    const { door_id: _inPath, ...body } = ADA;
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: `${BASE}/partner/v1/access-control/doors/a%2Fb/unlock`,
      headers: { authorization: `Basic ${Buffer.from(`${A_KEY}:`).toString('base64')}`, prefer: 'wait=3' },
    });
    expect(seen[0]?.body).toEqual(body);
    expect(seen[1]).toMatchObject({ method: 'GET', body: undefined });
    expect(seen[1]?.url).toBe(`${BASE}/partner/v1/access-control/doors?facility_id=fac+1`);
    expect(seen[2]?.url).toBe(`${BASE}/partner/v1/auth/ping`);
  });

  it('[R5] never goes over plain HTTP, nor to an address with something else in it', () => {
    for (const baseUrl of ['http://api.example.org', 'ftp://x', 'api', 'https://me:pw@x.org', 'https://x.org/?a=1'])
      expect(() => createPartnerClient({ baseUrl, key: A_KEY })).toThrow(PartnerClientConfigError);
  });
  it('is nothing with a key that is none, and the refusal does not show it', () => {
    const almost = `${A_KEY}!`;
    const tried = () => createPartnerClient({ baseUrl: BASE, key: almost });
    expect(tried).toThrow(PartnerClientConfigError);
    expect(tried).toThrow(expect.not.objectContaining({ message: expect.stringContaining(A_KEY) }));
  });
});

describe('the key', () => {
  it('shows in no error, no note and no inspection, even if the network’s own error repeats the request', async () => {
    const encoded = Buffer.from(`${A_KEY}:`).toString('base64');
    const leaky = new Error(`cannot send authorization: Basic ${encoded} of ${A_KEY}`);
    const { client, notes } = against((_request, at) => (at === 0 ? leaky : { status: 400, json: { error: 'x' } }));
    const error = await thrownBy(client.auth.ping());
    const once = against(() => leaky);
    const lost = await thrownBy(once.client.doors.unlock(ADA));
    const shown = [client, error, lost, notes].map((one) => inspect(one, { depth: 9, showHidden: true })).join();
    expect(lost.message).toContain('[key]');
    for (const secret of [A_KEY, encoded, A_KEY.slice(8)]) expect(shown).not.toContain(secret);
  });
});

describe('[R8] the backoff', () => {
  it.each([429, 500, 502, 503, 504])('after a %i waits 1, 2 and 4 s, then stops and says so', async (status) => {
    const { client, slept, seen } = against(() => ({ status, json: { error: 'busy', message: 'Later.' } }));
    const error = await thrownBy(client.facilities.list());
    expect(slept).toEqual([1_000, 2_000, 4_000]);
    expect(seen).toHaveLength(4);
    expect(error).toMatchObject({ status, code: 'busy', attempts: 4 });
  });
  it.each([400, 401, 403, 404, 409, 413, 415, 422])('does not repeat a %i', async (status) => {
    const { client, seen, slept } = against(() => ({ status, json: { error: 'no' } }));
    expect(await thrownBy(client.facilities.list())).toMatchObject({ status, attempts: 1 });
    expect([seen.length, slept]).toEqual([1, []]);
  });
  it('repeats a read whose answer got lost, and gives up in the same way', async () => {
    const once = against((_request, at) => (at === 0 ? LOST : { status: 200, json: { data: [] } }));
    expect(await once.client.facilities.list()).toEqual({ data: [] });
    expect(once.slept).toEqual([1_000]);
    const never = against(() => LOST);
    const error = await thrownBy(never.client.facilities.list());
    expect(error).toBeInstanceOf(AnswerLostError);
    expect(error.message).toBe('no answer after 4 attempts: fetch failed: ECONNRESET');
  });
  it('waits as long as Retry-After says where that is longer, in seconds or as a date', async () => {
    const says = ['3', 'Thu, 01 Jan 2026 00:00:10 GMT', '1'];
    const { client, slept } = against((_request, at) =>
      at < 3 ? { status: 429, headers: { 'retry-after': says[at] ?? '' } } : { status: 200, json: {} },
    );
    await client.facilities.list();
    expect(slept).toEqual([3_000, 7_000, 4_000]);
  });
  it('stops where the server asks for more than half a minute', async () => {
    const { client, slept } = against(() => ({ status: 503, headers: { 'retry-after': '31' } }));
    expect(await thrownBy(client.facilities.list())).toMatchObject({ status: 503, attempts: 1 });
    expect(slept).toEqual([]);
  });
  it('ends at once when its caller wants no more', async () => {
    const stop = new AbortController();
    const { client, seen } = against(() => {
      stop.abort(new Error('enough'));
      return { status: 503 };
    });
    await expect(client.facilities.list({ signal: stop.signal })).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });
});

describe('[R65] an unlock', () => {
  const keyed = { ...ADA, idempotency_key: 'visit-1' };

  it('without a key is sent once, whatever comes of it', async () => {
    for (const ended of [LOST, { status: 429 }, { status: 500 }, failed(503, 'device_offline')] as const) {
      const { client, seen } = against(() => ended);
      await thrownBy(client.doors.unlock(ADA));
      expect(seen).toHaveLength(1);
    }
  });
  it('with a key is sent again with the same one after a lost answer, and the stored result is known as such', async () => {
    const { client, seen, notes } = against((_request, at) =>
      at === 0 ? LOST : { ...OK, headers: { 'idempotent-replayed': 'true' } },
    );
    expect(await client.doors.unlock(keyed)).toEqual({ status: 'unlocked' });
    expect(seen.map(({ body }) => body.idempotency_key)).toEqual(['visit-1', 'visit-1']);
    expect(notes).toEqual([{ operation: 'doors.unlock', status: 200, requestId: 'req_2', attempt: 2, replayed: true }]);
  });
  it.each([
    ['a 429: nothing was tried', { status: 429 }],
    ['a 500 without a result', { status: 500, json: { error: 'internal_error' } }],
    ['something in between that is not the API', { status: 502, text: '<html>' }],
    ['a 200 that is not JSON', { status: 200, text: '<html>Sign in to this network' }],
  ])('with a key is sent again after %s', async (_what, first) => {
    const { client, seen } = against((_request, at) => (at === 0 ? first : OK));
    await client.doors.unlock(keyed);
    expect(seen).toHaveLength(2);
  });
  it.each([
    [409, 'maintenance_mode_active'],
    [502, 'relay_fault'],
    [503, 'device_offline'],
    [504, 'unlock_confirmation_timeout'],
  ])('is not sent again after a received %i %s: another attempt is its caller’s decision', async (status, reason) => {
    const { client, seen } = against(() => failed(status, reason));
    const error = await thrownBy(client.doors.unlock(keyed));
    expect(error).toBeInstanceOf(PartnerApiError);
    expect(error).toMatchObject({ status, code: reason, body: { status: 'failed' }, requestId: 'req_1' });
    expect(seen).toHaveLength(1);
  });
});

describe('an error', () => {
  it('has the code, the status, the request’s id and every problem', async () => {
    const errors = [{ path: 'member_id', rule: 'required', message: 'is required' }];
    const { client } = against(() => ({
      status: 400,
      json: { error: 'invalid_request', message: 'member_id: is required', errors, request_id: 'req_x' },
    }));
    const error = await thrownBy(client.doors.unlock(ADA));
    expect(error).toMatchObject({ code: 'invalid_request', status: 400, requestId: 'req_x', errors });
    expect(error.message).toBe('400 invalid_request: member_id: is required (req_x)');
  });
  it('of something in between has the status for a code', async () => {
    const { client } = against(() => ({ status: 413, text: '<html>' }));
    expect(await thrownBy(client.doors.unlock(ADA))).toMatchObject({ code: 'http_413', requestId: 'req_1' });
  });
});
