import { describe, expect, it, vi } from 'vitest';
import { createClient, type Fetch } from './client.ts';
import { RefusedError, UnreachableError } from './request-errors.ts';

const answering = (...answers: readonly (Response | Error)[]) => {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch: Fetch = async (url, init) => {
    sent.push({ url, init });
    const answer = answers[sent.length - 1] ?? new Error('asked once too often');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const told = { onSignedOut: vi.fn(), onServerTime: vi.fn() };
  return { sent, ...told, client: createClient({ fetch, ...told }) };
};
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const refusalFrom = async (asked: Promise<unknown>) => {
  const error = await asked.catch((refused) => refused);
  expect(error).toBeInstanceOf(RefusedError);
  return (error as RefusedError).refusal;
};
const DOOR = { facilityId: 'fac_0123456789abcdef', doorId: 'door_0123456789abcdef' };
const UNLOCK = 'POST /api/access-control/{facilityId}/doors/{doorId}/unlock';

describe('the client of the consoles', () => {
  it('puts each part where the document has it, whatever is in it', async () => {
    const { client, sent } = answering(json(200, { data: [], next: null }));
    const MEMBERS = 'GET /api/access-control/{facilityId}/members';
    await client.ask(MEMBERS, { path: { facilityId: 'a/b?c' }, query: { search: 'Ada & Bo', after: undefined } });
    expect(sent[0]?.url).toBe('/api/access-control/a%2Fb%3Fc/members?search=Ada+%26+Bo');
    expect(sent[0]?.init).toMatchObject({ method: 'GET', credentials: 'same-origin', cache: 'no-store' });
    expect(sent[0]?.init.headers).not.toHaveProperty('x-console');
  });

  it('sends what changes something with the header that no form of another site can send', async () => {
    const { client, sent } = answering(json(200, {}));
    await client.ask(UNLOCK, { path: DOOR, body: { reason: 'Rain' } }, { idempotencyKey: 'k1' });
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"reason":"Rain"}',
      headers: { 'x-console': '1', 'content-type': 'application/json', 'idempotency-key': 'k1' },
    });
  });

  it('says of a refusal its code, its words and its request, also of an unlock that failed and of a proxy', async () => {
    const fault = { error: 'forbidden', message: 'Not for you.', request_id: 'req_1' };
    const failed = { status: 'failed', reason: 'relay_fault', message: 'It did not move.', request_id: 'req_2' };
    const { client } = answering(
      json(403, fault),
      json(502, failed, { 'retry-after': '3' }),
      new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'x-request-id': 'req_3' } }),
    );
    const ask = () => client.ask(UNLOCK, { path: DOOR, body: {} });
    expect(await refusalFrom(ask())).toMatchObject({ status: 403, code: 'forbidden', requestId: 'req_1' });
    expect(await refusalFrom(ask())).toMatchObject({ code: 'relay_fault', requestId: 'req_2', retryAfterSeconds: 3 });
    expect(await refusalFrom(ask())).toMatchObject({ code: 'unexpected_answer', message: '', requestId: 'req_3' });
  });

  it('tells that the session is over, but not of a code that was wrong', async () => {
    const over = () => json(401, { error: 'unauthorized' });
    const { client, onSignedOut } = answering(json(401, { error: 'code_wrong' }), over(), over(), over());
    await client.ask('POST /api/session', { body: { email: 'a@example.com', code: '000000' } }).catch(() => {});
    expect(onSignedOut).not.toHaveBeenCalled();
    await client.ask('GET /api/facilities', {}).catch(() => {});
    expect(onSignedOut).toHaveBeenCalledOnce();
    await client.ask('GET /api/sessions', {}).catch(() => {});
    await client.ask('POST /api/session/step-up', { body: { code: '287082' } }).catch(() => {});
    expect(onSignedOut).toHaveBeenCalledTimes(3);
  });

  it('tells an answer that never came from one that was refused, and what was called off from both', async () => {
    const { client } = answering(new TypeError('failed to fetch'), new DOMException('', 'AbortError'));
    await expect(client.ask('GET /api/facilities', {})).rejects.toBeInstanceOf(UnreachableError);
    const aborted = AbortSignal.abort();
    await expect(client.ask('GET /api/facilities', {}, { signal: aborted })).rejects.toBeInstanceOf(DOMException);
  });

  it('goes by the clock of the server', async () => {
    const at = 'Thu, 01 Jan 2026 09:30:00 GMT';
    const { client, onServerTime } = answering(json(200, {}, { date: at }));
    await client.ask('GET /api/facilities', {});
    expect(onServerTime).toHaveBeenCalledWith(Date.parse(at));
  });

  it('does not compile for what is not there', () => {
    const { client } = answering();
    const unasked = () => [
      // @ts-expect-error: there is no such operation.
      client.ask('GET /api/nothing', {}),
      // @ts-expect-error: the facility is missing.
      client.ask('GET /api/facilities/{facilityId}', {}),
      // @ts-expect-error: there is no such member of the query.
      client.ask('GET /api/facilities', { query: { colour: 'red' } }),
      // @ts-expect-error: there is no such member of the answer.
      client.ask('GET /api/facilities', {}).then(({ colour }) => colour),
    ];
    expect(unasked).toBeTypeOf('function');
  });
});
