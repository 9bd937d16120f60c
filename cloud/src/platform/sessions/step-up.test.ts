import { generateKeyPairSync } from 'node:crypto';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declarations } from '../../areas.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { createAuthenticator, type Wrong } from './testing/authenticator.ts';
import { aPasskey, cookieOf, PAGE, signedIn, somebody } from './testing/signing-in.ts';
import { stepAt, totpCode } from './totp.ts';

type Headers = Readonly<Record<string, string>>;

describe.each(ENGINES)('proving who somebody is, on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-02T09:00:00.000Z');
  let db: Database;
  let api: PlatformApi;
  beforeEach(async () => {
    db = await open();
    api = await servePlatformApi(db, clock);
  });
  afterEach(() => api.close());

  const post = async (path: string, headers: Headers, body?: object) => {
    await clock.advance(Seconds(1));
    return api.send({ method: 'POST', path: `/api${path}`, headers, ...(body && { body }) });
  };
  /** Options for any passkey, in a browser that is signed in or not. */
  const asked = async (headers: Headers = PAGE) => {
    const options = await post('/session/passkey-options', headers);
    const pre = cookieOf(options, '__Host-pre');
    const cookie = [headers.cookie, `__Host-pre=${pre}`].filter((part) => part !== undefined).join('; ');
    return { options: options.json, headers: { ...headers, cookie } };
  };
  const aKey = (headers: Headers) => post('/users/me@example.com/mcp-keys', headers, { label: 'A key' });

  it('signs in with a passkey, and that is a proof for ten minutes', async () => {
    const { user } = await somebody(api);
    const passkey = await aPasskey(api, user.id);
    const { options, headers } = await asked();
    expect(options).toMatchObject({ rpId: 'console.example', userVerification: 'required', timeout: 300_000 });
    const assertion = passkey.get(options);
    const answer = await post('/session/passkey', headers, assertion);
    expect(answer).toMatchObject({ status: 200, json: { user: { userId: user.id }, stepUpUntil: expect.any(String) } });
    expect(await post('/session/passkey', headers, assertion), 'once').toMatchObject({
      status: 401,
      json: { error: 'passkey_wrong' },
    });
    const list = await api.send({
      path: '/api/passkeys',
      headers: { ...PAGE, cookie: `__Host-ops=${cookieOf(answer, '__Host-ops')}` },
    });
    expect(list.json.data).toMatchObject([
      { passkeyId: passkey.passkeyId, label: 'Test', lastUsedAt: expect.any(String) },
    ]);
  });

  it('takes a passkey’s answer of another origin, host, browser, key, without its PIN, replayed or late for nothing', async () => {
    const { user } = await somebody(api);
    const passkey = await aPasskey(api, user.id);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const wrongs: readonly Wrong[] = [
      { origin: 'https://console.example:8448' },
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { flags: 0x01 },
      { key: privateKey },
    ];
    for (const wrong of wrongs) {
      const { options, headers } = await asked();
      const answer = await post('/session/passkey', headers, passkey.get(options, wrong));
      expect(answer.json, JSON.stringify(Object.keys(wrong))).toMatchObject({ error: 'passkey_wrong' });
    }
    const [mine, other] = [await asked(), await asked()];
    expect((await post('/session/passkey', other.headers, passkey.get(mine.options))).status).toBe(401);
    expect((await post('/session/passkey', PAGE, passkey.get(mine.options))).status).toBe(401);
    expect((await post('/session/passkey', mine.headers, createAuthenticator().get(mine.options))).status).toBe(401);
    await clock.advance(Minutes(5));
    expect((await post('/session/passkey', mine.headers, passkey.get(mine.options))).status).toBe(401);

    // A counter that goes back is a copy of the authenticator.
    const good = await asked();
    expect((await post('/session/passkey', good.headers, passkey.get(good.options))).status).toBe(200);
    const copied = await asked();
    expect((await post('/session/passkey', copied.headers, passkey.get(copied.options, { counter: 1 }))).status).toBe(
      401,
    );
  });

  it('uses one answer of a passkey once, however many send it at once', async () => {
    const { user } = await somebody(api);
    const passkey = await aPasskey(api, user.id);
    const { sessions, db: marked } = api.world;
    const proof = await sessions.passkeys.check(passkey.get(sessions.passkeys.requestOptions('b')) as never, 'b');
    const used = await Promise.all(
      Array.from({ length: 16 }, () => marked.write((tx) => sessions.passkeys.use(tx, proof as never))),
    );
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('asks for a step-up before what is grave, of sessions and not of keys', async () => {
    const me = await api.aCaller('me', { right: 'global-admin', scope: 'platform', scopeId: '' });
    const passkey = await aPasskey(api, me.user.id);
    const { headers } = await signedIn(api, me.user.id);
    expect(await aKey(headers)).toMatchObject({ status: 403, json: { error: 'step_up_required' } });
    expect((await aKey(me.headers)).status).toBe(201);

    const stranger = await signedIn(api, (await somebody(api)).user.id);
    expect((await aKey(stranger.headers)).json, 'first of all they may not').toMatchObject({ error: 'forbidden' });

    const { options, headers: withBrowser } = await asked(headers);
    const proven = await post('/session/step-up', withBrowser, { passkey: passkey.get(options) });
    expect(proven.status, proven.text).toBe(200);
    expect((await aKey(headers)).status).toBe(201);
    await clock.advance(Minutes(10));
    expect((await aKey(headers)).json).toMatchObject({ error: 'step_up_required' });
  });

  it('asks where only some input is grave once it is known', async () => {
    const { user } = api.callers.manager;
    const { headers } = await signedIn(api, user.id);
    const { facilityId, doorId } = api.world;
    const set = (mode: string) =>
      post(`/access-control/${facilityId}/doors/${doorId}/maintenance`, headers, { mode, reason: 'Open day' });
    expect((await set('force-open')).json).toMatchObject({ error: 'step_up_required' });
    expect((await set('force-closed')).status).toBeLessThan(300);
    expect((await set('off')).status).toBeLessThan(300);
  });

  it('takes no passkey of somebody else for a proof, and none from a key', async () => {
    const [mine, theirs] = [(await somebody(api)).user, (await somebody(api)).user];
    const passkey = await aPasskey(api, theirs.id);
    const { headers } = await signedIn(api, mine.id);
    const { options, headers: withBrowser } = await asked(headers);
    expect(await post('/session/step-up', withBrowser, { passkey: passkey.get(options) })).toMatchObject({
      status: 403,
      json: { error: 'proof_wrong' },
    });
    const byKey = await post('/session/step-up', api.callers.superAdmin.headers, { code: '123456' });
    expect(byKey.json).toMatchObject({ error: 'session_needed' });
    const both = await post('/session/step-up', headers, {});
    expect(both).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  });

  it('lets a link from the machine add the first passkey, once and within five minutes', async () => {
    const { user } = await somebody(api);
    const byCode = await signedIn(api, user.id);
    expect((await post('/passkeys/options', byCode.headers)).json).toMatchObject({ error: 'step_up_required' });
    const link = async () => (await db.write((tx) => api.world.sessions.links.make(tx, user.id, 'test'))).token;
    const old = await link();
    const token = await link();
    expect((await post('/session/link', PAGE, { token: old })).json, 'a new one ends the old').toMatchObject({
      error: 'code_ended',
    });
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => api.send({ method: 'POST', path: '/api/session/link', headers: PAGE, body: { token } })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    const answer = all.find(({ status }) => status === 200);
    const headers = { ...PAGE, cookie: `__Host-ops=${answer && cookieOf(answer, '__Host-ops')}` };

    const options = await post('/passkeys/options', headers);
    const response = createAuthenticator().create(options.json);
    const added = await post('/passkeys', headers, { label: 'Phone', response });
    expect(added).toMatchObject({ status: 201, json: { label: 'Phone', lastUsedAt: null } });
    expect((await post('/passkeys', headers, { label: 'Again', response })).json).toMatchObject({
      error: 'passkey_refused',
    });

    const late = await link();
    await clock.advance(Minutes(5));
    expect((await post('/session/link', PAGE, { token: late })).json).toMatchObject({ error: 'code_ended' });
  });

  it('keeps at most ten passkeys, none twice, each in the session that asked', async () => {
    const { user } = await somebody(api);
    const { headers } = await signedIn(api, user.id, 'link');
    const other = await signedIn(api, user.id, 'link');
    const add = async (by: Headers, authenticator = createAuthenticator(), asks = by) => {
      const options = await post('/passkeys/options', asks);
      return post('/passkeys', by, { label: 'One', response: authenticator.create(options.json) });
    };
    const twice = createAuthenticator();
    expect((await add(headers, twice)).status).toBe(201);
    expect((await add(headers, twice)).json).toMatchObject({
      error: 'passkey_refused',
      message: 'This passkey is known already.',
    });
    expect((await add(headers, createAuthenticator(), other.headers)).json).toMatchObject({ error: 'passkey_refused' });
    for (let i = 1; i < 10; i++) expect((await add(headers)).status).toBe(201);
    expect((await add(headers)).json.message).toContain('at most 10');
    const [first] = (await api.send({ path: '/api/passkeys', headers })).json.data;
    const gone = await api.send({ method: 'DELETE', path: `/api/passkeys/${first.passkeyId}`, headers });
    expect(gone.json).toEqual({ passkeyId: first.passkeyId });
    expect(await db.write((tx) => api.world.sessions.deletePasskeyAgain(tx, user.id, first.passkeyId))).toBe(false);
    expect((await add(headers)).status).toBe(201);
  });

  it('takes each code of an authenticator once, and five tries in 15 minutes', async () => {
    const { user } = await somebody(api);
    const { headers } = await signedIn(api, user.id, 'link');
    expect((await api.send({ path: '/api/totp', headers })).json).toEqual({ enrolled: false, enrolledAt: null });
    expect((await post('/totp', headers, { code: '000000' })).json).toMatchObject({ error: 'totp_missing' });
    const { json } = await post('/totp', headers, {});
    expect(json.uri).toBe(
      `otpauth://totp/Gatehouse:${encodeURIComponent(user.email)}?secret=${json.secret}&issuer=Gatehouse`,
    );
    const secret = bytesOf(json.secret);
    const codeNow = () => totpCode(secret, stepAt(clock.wallMs()));
    const prove = (code: string) => post('/session/step-up', headers, { code });
    expect((await prove(codeNow())).json, 'not confirmed').toMatchObject({ error: 'proof_wrong' });
    expect((await post('/totp', headers, { code: codeNow() })).json).toEqual({
      enrolled: true,
      secret: null,
      uri: null,
    });
    expect((await post('/totp', headers, {})).json).toMatchObject({ error: 'totp_exists' });

    expect((await prove(codeNow())).json, 'it was used').toMatchObject({ error: 'proof_wrong' });
    await clock.advance(Seconds(30));
    expect((await prove(codeNow())).status).toBe(200);
    for (const _of of [4, 5]) expect((await prove('000000')).json).toMatchObject({ error: 'proof_wrong' });
    await clock.advance(Seconds(30));
    expect(await prove(codeNow())).toMatchObject({
      status: 429,
      json: { error: 'too_many_tries' },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    await clock.advance(Minutes(14));
    expect((await prove(codeNow())).status).toBe(200);
    const stored = await db.read((tx) => tx.selectFrom('totp').selectAll().execute());
    expect(JSON.stringify(stored)).not.toContain(json.secret);
    expect((await api.send({ method: 'DELETE', path: '/api/totp', headers })).json).toEqual({ enrolled: false });
  });
});

it('every endpoint that may be asked for a step-up says so, and its document too', () => {
  const asking = declarations.filter(({ stepUp }) => stepUp !== undefined).map(({ id }) => id);
  expect(asking.sort()).toEqual([
    'ai-credits.grant-credit',
    'ai-credits.make-key',
    'billing.adjust-wallet',
    'billing.decide-approval',
    'clubs.move',
    'db-sync.start',
    'desk-pin.set',
    'desks.enrol',
    'door-controllers.decommission',
    'doors.set-maintenance',
    'installers.invite',
    'invoices.create-credit-note',
    'lockdowns.release',
    'lockdowns.release-door',
    'mcp-keys.create',
    'members.erase',
    'model-router-admin.adjust',
    'model-router-admin.pause',
    'partner-contacts.set',
    'partner-keys.consent',
    'partner-keys.create',
    'partner-keys.rotate',
    'passkeys.create',
    'passkeys.delete',
    'passkeys.options',
    'payments.decide-unmatched',
    'payments.match',
    'payproc.account-session',
    'payproc.generate-kyc-token',
    'single-sign-on.delete',
    'single-sign-on.put',
    'totp.delete',
    'totp.enrol',
    'users.create',
    'users.delete',
    'users.roles.delete',
    'users.roles.put',
  ]);
  // Beginning a lockdown is never delayed, and a key that got out dies in one step.
  for (const id of ['lockdowns.begin', 'mcp-keys.delete', 'partner-keys.revoke']) expect(asking).not.toContain(id);
});

const bytesOf = (base32: string): Uint8Array => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
};
