import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { signedIn } from '../sessions/testing/signing-in.ts';

type Headers = Readonly<Record<string, string>>;

/** What a request says of itself, and whether it is carried out with a cookie. `host` stands for that of the listener. */
const MATRIX: readonly (readonly [string, Headers, 'reads' | 'writes' | 'reads and writes' | 'nothing'])[] = [
  ['a page of the console', { 'sec-fetch-site': 'same-origin', 'x-console': '1' }, 'reads and writes'],
  ['a page in a browser without fetch metadata', { origin: 'host', 'x-console': '1' }, 'reads and writes'],
  ['a page with both', { 'sec-fetch-site': 'same-origin', origin: 'host', 'x-console': '1' }, 'reads and writes'],
  ['a typed address', { 'sec-fetch-site': 'none' }, 'reads'],
  ['a script of ours that forgets its header', { 'sec-fetch-site': 'same-origin' }, 'reads'],
  ['another value of that header', { 'sec-fetch-site': 'same-origin', 'x-console': 'true' }, 'reads'],
  ['nothing at all', {}, 'reads'],
  ['that header alone', { 'x-console': '1' }, 'reads'],
  ['another site', { 'sec-fetch-site': 'cross-site', 'x-console': '1' }, 'nothing'],
  [
    'another site that names our origin',
    { 'sec-fetch-site': 'cross-site', origin: 'host', 'x-console': '1' },
    'nothing',
  ],
  ['another host of this site', { 'sec-fetch-site': 'same-site', 'x-console': '1' }, 'nothing'],
  ['another origin', { origin: 'https://evil.example', 'x-console': '1' }, 'reads'],
  ['no origin that says so', { origin: 'null', 'x-console': '1' }, 'reads'],
  ['our host over plain HTTP', { origin: 'plain host', 'x-console': '1' }, 'reads'],
];

describe('a request with the cookie of a session', () => {
  let api: PlatformApi;
  let cookie: string;
  beforeAll(async () => {
    const sqlite = ENGINES.find(({ name }) => name === 'sqlite');
    api = await servePlatformApi((await sqlite?.open()) ?? expect.fail('no engine'), new ManualClock());
    cookie = (await signedIn(api, api.callers.superAdmin.user.id, 'passkey')).headers.cookie;
  });
  afterAll(() => api.close());

  const named = (headers: Headers): Headers => {
    const host = `localhost:${api.port}`;
    const { origin, ...rest } = headers;
    if (origin === undefined) return rest;
    return {
      ...rest,
      origin: origin === 'host' ? `https://${host}` : origin === 'plain host' ? `http://${host}` : origin,
    };
  };
  const read = (headers: Headers) => api.send({ path: '/api/session', headers });
  const write = (headers: Headers, body: unknown = { label: 'A key' }) =>
    api.send({ method: 'POST', path: '/api/users/super@example.com/mcp-keys', headers, body });

  it.each(MATRIX)('from %s', async (_from, headers, does) => {
    await api.moveOn();
    const sent = { ...named(headers), cookie };
    expect((await read(sent)).status).toBe(does.includes('reads') ? 200 : 403);
    const written = await write(sent);
    expect(written.status, written.text).toBe(does.includes('writes') ? 201 : 403);
    if (!does.includes('writes')) expect(written.json).toMatchObject({ error: 'cross_site_request' });
  });

  it.each(MATRIX)('signing in, from %s', async (_from, headers, does) => {
    await api.moveOn();
    const asked = await api.send({ method: 'POST', path: '/api/session/passkey-options', headers: named(headers) });
    expect(asked.status, asked.text).toBe(does.includes('writes') ? 200 : 403);
  });

  it('is refused where its body is of no kind, or of another than the endpoint takes', async () => {
    await api.moveOn();
    const page = { 'sec-fetch-site': 'same-origin', 'x-console': '1', cookie };
    const text = JSON.stringify({ label: 'A key' });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await write({ ...page, 'content-type': type }, text)).status, type).toBe(415);
    expect((await write(page, text)).json).toMatchObject({ error: 'unsupported_media_type' });
    expect((await write({ ...page, 'content-type': 'application/json' }, text)).status).toBe(201);
  });

  it('is refused beside a key, whoever’s', async () => {
    await api.moveOn();
    for (const key of [api.callers.superAdmin.headers['x-api-key'] ?? '', 'ghk_nope'])
      expect(await read({ 'x-api-key': key, cookie })).toMatchObject({
        status: 400,
        json: { error: 'key_and_cookie' },
      });
  });

  it('is nobody’s where the cookie is not one of ours, comes twice, or is empty', async () => {
    await api.moveOn();
    for (const wrong of ['__Host-ops=nope', `${cookie}; ${cookie}`, '__Host-ops=', `ops=${cookie}`])
      expect((await read({ cookie: wrong })).status, wrong).toBe(401);
  });
});
