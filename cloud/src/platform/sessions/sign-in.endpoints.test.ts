import { Days, Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import {
  askedCode,
  codeSentTo,
  cookieOf,
  PAGE,
  sendCodes,
  signedIn,
  somebody,
  withCookie,
} from './testing/signing-in.ts';

describe.each(ENGINES)('signing in with a code, on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-02T09:00:00.000Z');
  let db: Database;
  let api: PlatformApi;
  beforeEach(async () => {
    db = await open();
    api = await servePlatformApi(db, clock);
  });
  afterEach(() => api.close());

  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = PAGE) =>
    api.send({ method: 'POST', path: `/api/session${path}`, headers, body });
  const signIn = (email: string, code: string, browser: string) =>
    post('', { email, code }, withCookie('__Host-pre', browser));
  const whoami = (token: string) => api.send({ path: '/api/session', headers: withCookie('__Host-ops', token) });
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('begins a session in the browser that asked, and in no other', async () => {
    const { user } = await somebody(api);
    const asked = await post('/codes', { email: user.email.toUpperCase() });
    expect(asked).toMatchObject({ status: 202, json: { expiresInSeconds: 600 } });
    const browser = cookieOf(asked, '__Host-pre') ?? '';
    const code = await codeSentTo(api, user.email);

    for (const elsewhere of ['', 'x'.repeat(43)])
      expect((await signIn(user.email, code, elsewhere)).json).toMatchObject({ error: 'code_ended' });
    const answer = await signIn(user.email, code, browser);
    expect(answer).toMatchObject({
      status: 200,
      json: { user: { email: user.email }, simulating: null, stepUpUntil: null, endsAt: '2026-03-02T21:00:00.000Z' },
    });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^__Host-ops=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    expect(cookieOf(answer, '__Host-pre')).toBe('');
    expect(await whoami(cookieOf(answer, '__Host-ops') ?? '')).toMatchObject({
      status: 200,
      json: {
        sessionId: answer.json.sessionId,
        roles: [
          { right: 'facility-manager', scope: 'facility', scopeId: api.world.facilityId, scopeName: 'Harbour Gym' },
        ],
      },
    });
  });

  it('counts a code once, for ten minutes, until a newer one is asked for', async () => {
    const { email } = (await somebody(api)).user;
    const used = await askedCode(api, email);
    expect((await signIn(email, used.code, used.browser)).status).toBe(200);
    expect(await signIn(email, used.code, used.browser)).toMatchObject({ status: 401, json: { error: 'code_ended' } });

    const old = await askedCode(api, email);
    const fresh = await askedCode(api, email);
    expect((await signIn(email, old.code, old.browser)).json).toMatchObject({ error: 'code_ended' });
    await clock.advance(Minutes(10));
    expect((await signIn(email, fresh.code, fresh.browser)).json).toMatchObject({ error: 'code_ended' });
  });

  it('gives five tries, and answers a code that is nobody’s alike', async () => {
    const { email } = (await somebody(api)).user;
    const stranger = 'stranger@example.com';
    const real = await askedCode(api, email);
    const asked = await post('/codes', { email: stranger });
    const decoy = cookieOf(asked, '__Host-pre') ?? '';
    const plain = ({ status, text, headers }: Awaited<ReturnType<typeof post>>) => ({
      status,
      text: text.replaceAll(String(headers['x-request-id']), '…'),
      names: Object.keys(headers).sort(),
    });
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      await clock.advance(Seconds(1));
      const answers = [await signIn(email, other(real.code), real.browser), await signIn(stranger, '000000', decoy)];
      expect(answers[0]?.json).toMatchObject({ error: 'code_wrong', triesLeft });
      expect(plain(answers[0] as never)).toEqual(plain(answers[1] as never));
    }
    await clock.advance(Seconds(1));
    const ended = [await signIn(email, real.code, real.browser), await signIn(stranger, '000000', decoy)];
    expect(ended[0]?.json).toMatchObject({ error: 'code_ended' });
    expect(plain(ended[0] as never)).toEqual(plain(ended[1] as never));
  });

  it('does the same for an address that nobody has, and for who holds nothing: rows, jobs, answer', async () => {
    const { email } = (await somebody(api)).user;
    const { user: rightless } = await api.aCaller('rightless');
    const left = [];
    for (const address of [email, 'stranger@example.com', rightless.email]) {
      const answer = await post('/codes', { email: address });
      const rows = await db.write(async (tx) => ({
        codes: await tx.deleteFrom('sign_in_code').returningAll().execute(),
        turns: await tx.deleteFrom('sign_in_turn').returning('slot').execute(),
        jobs: await tx.deleteFrom('job').returning(['kind', 'payload']).execute(),
      }));
      left.push({
        status: answer.status,
        text: answer.text,
        cookie: cookieOf(answer, '__Host-pre')?.length,
        codes: rows.codes.map((row) => Object.values(row).map((value) => String(value ?? '').length)),
        turns: rows.turns.length,
        jobs: rows.jobs.map(({ kind, payload }) => [kind, payload.length]),
      });
    }
    expect(left[1]).toEqual(left[0]);
    expect(left[2]).toEqual(left[0]);
  });

  it('sends an address that nobody has nothing', async () => {
    await post('/codes', { email: 'stranger@example.com' });
    await sendCodes(api);
    expect(await db.read((tx) => tx.selectFrom('mail').select('id').execute())).toEqual([]);
  });

  it('sends three codes in 15 minutes, whoever it is and however many ask at once', async () => {
    const { email } = (await somebody(api)).user;
    for (const address of [email, 'stranger@example.com']) {
      const { sessions } = api.world;
      const asking = Array.from({ length: 16 }, (_, i) =>
        api.world.db.write((tx) => sessions.codes.ask(tx, { email: address, remoteAddress: `198.51.100.${i}` })),
      );
      const asked = await Promise.allSettled(asking);
      expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      const refused = await post('/codes', { email: address });
      expect(refused).toMatchObject({
        status: 429,
        json: { error: 'too_many_codes' },
        headers: { 'retry-after': '900' },
      });
    }
    await clock.advance(Minutes(15));
    expect((await post('/codes', { email })).status).toBe(202);
  });

  it('sends twenty codes an hour to one network', async () => {
    for (let i = 0; i < 20; i++) {
      await clock.advance(Seconds(1));
      expect((await post('/codes', { email: `n${i}@example.com` })).status).toBe(202);
    }
    expect((await post('/codes', { email: 'n20@example.com' })).json).toMatchObject({ error: 'too_many_codes' });
    await clock.advance(Hours(1));
    expect((await post('/codes', { email: 'n20@example.com' })).status).toBe(202);
  });

  it('begins one session of one code that is used 64 times at once', async () => {
    const { user } = await somebody(api);
    const { browser, code } = await askedCode(api, user.email);
    const { sessions, db: marked } = api.world;
    const all = await Promise.all(
      Array.from({ length: 64 }, () =>
        marked.write((tx) => sessions.codes.redeem(tx, { email: user.email, code, browser })),
      ),
    );
    expect(all.filter(({ outcome }) => outcome === 'in')).toHaveLength(1);
    expect(all.filter(({ outcome }) => outcome === 'ended')).toHaveLength(63);
  });

  it('always begins a new session, and ends the one that the browser had', async () => {
    const { user } = await somebody(api);
    const before = await signedIn(api, user.id);
    const { browser, code } = await askedCode(api, user.email);
    const cookie = `__Host-ops=${before.token}; __Host-pre=${browser}`;
    const answer = await post('', { email: user.email, code }, { ...PAGE, cookie });
    expect(answer.status, answer.text).toBe(200);
    expect(cookieOf(answer, '__Host-ops')).not.toBe(before.token);
    expect(answer.json.sessionId).not.toBe(before.sessionId);
    expect((await whoami(before.token)).status).toBe(401);
  });

  it('lets nobody in who was deleted, or lost what they held, since they asked', async () => {
    const { users, db: marked } = api.world;
    const gone = (await somebody(api)).user;
    const rightless = (await somebody(api)).user;
    const codes = [await askedCode(api, gone.email), await askedCode(api, rightless.email)];
    await marked.write((tx) => users.remove(tx, gone.id));
    await db.write((tx) => tx.deleteFrom('role_grant').where('user_id', '=', rightless.id).execute());
    for (const [i, email] of [gone.email, rightless.email].entries())
      expect((await signIn(email, codes[i]?.code ?? '', codes[i]?.browser ?? '')).json).toMatchObject({
        error: 'code_wrong',
        triesLeft: 4,
      });
  });

  it('names the user and the session in the audit, and forgets codes after a day', async () => {
    const { user } = await somebody(api);
    const { browser, code } = await askedCode(api, user.email);
    const { json } = await signIn(user.email, code, browser);
    const rows = await db.read((tx) =>
      tx.selectFrom('audit_entry').where('event', '=', 'session.begun').select(['target', 'outcome']).execute(),
    );
    expect(rows).toEqual([{ target: `${user.id} ${json.sessionId}`, outcome: 'ok' }]);
    const forget = (at: number) => db.write((tx) => api.world.sessions.forgetCodesBefore(tx, at, 100));
    expect(await forget(clock.wallMs())).toBe(0);
    expect(await forget(clock.wallMs() + Days(1))).toBeGreaterThanOrEqual(3);
  });

  it('serves none of this where keys alone are taken', async () => {
    const { authenticatePlatform } = await import('../users/platform-surface.ts');
    const authenticate = authenticatePlatform(api.world);
    const request = {
      method: 'POST',
      remoteAddress: '192.0.2.1',
      header: () => undefined,
      params: {},
      query: () => undefined,
    };
    await expect(authenticate(request as never, { public: 'why' })).rejects.toMatchObject({ code: 'no_such_path' });
    const { token } = await signedIn(api, api.callers.superAdmin.user.id);
    const header = (name: string) => (name === 'cookie' ? `__Host-ops=${token}` : undefined);
    const asked = authenticate({ ...request, method: 'GET', header } as never, { needs: 'agent', in: 'anywhere' });
    await expect(asked).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
