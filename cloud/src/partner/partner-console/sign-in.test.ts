import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { cookieOf, PAGE } from '../../platform/sessions/testing/signing-in.ts';
import { ASKING_COOKIE, CONSOLE_COOKIE } from './console-surface.ts';
import { type ConsoleApi, DEVELOPER, OWNER, serveConsoleApi } from './testing/console-api.ts';

describe.each(ENGINES)('signing in at the partner console, on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-02T09:00:00.000Z');
  let db: Database;
  let api: ConsoleApi;
  beforeEach(async () => {
    db = await open();
    api = await serveConsoleApi(db, clock);
  });
  afterEach(() => api.close());

  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = PAGE) =>
    api.send({ method: 'POST', path: `/console/v1/${path}`, headers, body });
  const signIn = (body: object, browser: string) =>
    post('session', { partnerId: api.world.partnerId, ...body }, { ...PAGE, cookie: `${ASKING_COOKIE}=${browser}` });
  const whoami = (headers: Readonly<Record<string, string>>) => api.send({ path: '/console/v1/session', headers });
  const nobody = () => randomId('ptr');

  it('sends the code to the contact that is named, or to the first owner, and begins a session of 8 hours', async () => {
    const { partnerId } = api.world;
    for (const email of [DEVELOPER.email.toUpperCase(), undefined]) {
      const asked = await post('session-codes', { partnerId, ...(email !== undefined && { email }) });
      expect(asked).toMatchObject({ status: 202, json: { expiresInSeconds: 600 } });
      const contact = email === undefined ? OWNER : DEVELOPER;
      const code = await api.codeSentTo(contact.email);
      const browser = cookieOf(asked, ASKING_COOKIE) ?? '';
      const answer = await signIn({ ...(email !== undefined && { email }), code }, browser);
      expect(answer).toMatchObject({
        status: 200,
        json: { partner: { partnerId, name: 'Acme Members' }, contact: { email: contact.email, role: contact.role } },
      });
      expect(answer.json.endsAt).toBe('2026-03-02T17:00:00.000Z');
      expect(answer.headers['set-cookie']?.[0]).toMatch(
        /^__Host-console=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=28800$/,
      );
      const headers = { ...PAGE, cookie: `${CONSOLE_COOKIE}=${cookieOf(answer, CONSOLE_COOKIE)}` };
      expect((await whoami(headers)).json).toMatchObject({ sessionId: answer.json.sessionId });
    }
  });

  it('lets a contact in once by a link that the machine made, and an older one not at all', async () => {
    const { partnerId } = api.world;
    const orders = Object.assign({}, ...api.world.collected('operator'));
    const order = (body: object) => orders['partner-sign-in-link'].run({ partnerId, by: 'test', ...body });
    const tokenOf = ({ link }: { readonly link: string }) => {
      expect(link).toMatch(/^https:\/\/console\.example\/console\/sign-in#[\w-]{43}$/);
      return link.split('#')[1];
    };
    const older = tokenOf(await order({}));
    const token = tokenOf(await order({}));
    const enter = (given: unknown) => post('session/link', { token: given });
    expect(await enter(older)).toMatchObject({ status: 401, json: { error: 'code_ended' } });
    const answer = await enter(token);
    expect(answer).toMatchObject({ status: 200, json: { partner: { partnerId }, contact: { email: OWNER.email } } });
    expect(await enter(token)).toMatchObject({ status: 401, json: { error: 'code_ended' } });
    const headers = { ...PAGE, cookie: `${CONSOLE_COOKIE}=${cookieOf(answer, CONSOLE_COOKIE)}` };
    expect((await whoami(headers)).status).toBe(200);
    const staff = await api.world.db.write((tx) => api.world.sessions.links.make(tx, 'usr_0123456789abcdef', 'test'));
    expect((await enter(staff.token)).status, 'a link of the other console').toBe(401);
    const left = tokenOf(await order({ email: DEVELOPER.email }));
    await api.world.db.write((tx) => api.world.partners.setContacts(tx, partnerId, [OWNER]));
    expect((await enter(left)).status, 'of who is a contact no more').toBe(401);
    await expect(order({ email: DEVELOPER.email })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('does the same for accounts and contacts that nobody has: rows, jobs, answers, turns', async () => {
    const { partnerId } = api.world;
    const left = [];
    for (const who of [
      { partnerId, email: OWNER.email },
      { partnerId, email: 'alice@acme.example' },
      { partnerId: nobody(), email: OWNER.email },
    ]) {
      const answers = [await post('session-codes', who)];
      const browser = cookieOf(answers[0] as never, ASKING_COOKIE) ?? '';
      for (let tries = 0; tries < 6; tries += 1) {
        await clock.advance(Seconds(1));
        answers.push(await signIn({ ...who, code: '000000' }, browser));
      }
      for (let asks = 0; asks < 3; asks += 1) answers.push(await post('session-codes', who));
      const rows = await db.write(async (tx) => ({
        codes: await tx.deleteFrom('sign_in_code').returningAll().execute(),
        turns: await tx.deleteFrom('sign_in_turn').returning('slot').execute(),
        jobs: await tx.deleteFrom('job').returning(['kind', 'payload']).execute(),
      }));
      left.push({
        answers: answers.map(({ status, text, headers }) => ({
          status,
          text: text.replaceAll(String(headers['x-request-id']), '…'),
          names: Object.keys(headers).sort(),
        })),
        codes: rows.codes.map((row) => Object.values(row).map((value) => String(value ?? '').length)),
        turns: rows.turns.length,
        jobs: rows.jobs.map(({ kind, payload }) => [kind, payload.length]),
      });
    }
    expect(left[0]?.answers.map(({ status }) => status)).toEqual([202, 401, 401, 401, 401, 401, 401, 202, 202, 429]);
    expect(left[1]).toEqual(left[0]);
    expect(left[2]).toEqual(left[0]);
    await post('session-codes', { partnerId: nobody() });
    await api.codeSentTo(OWNER.email);
    expect(await db.read((tx) => tx.selectFrom('mail').select('id').execute())).toEqual([]);
  });

  it('begins one session of one code that is used 64 times at once', async () => {
    const { browser, code } = await api.askedCode(undefined);
    const { partnerId, partnerConsole, db: marked } = api.world;
    const all = await Promise.all(
      Array.from({ length: 64 }, () =>
        marked.write((tx) => partnerConsole.codes.redeem(tx, { partnerId, code, browser })),
      ),
    );
    expect(all.filter(({ outcome }) => outcome === 'in')).toHaveLength(1);
    expect(all.filter(({ outcome }) => outcome === 'ended')).toHaveLength(63);
  });

  it('lets nobody in by a code that was sent to somebody else, who was first owner then', async () => {
    const { partnerId, partners, db: marked } = api.world;
    const { browser, code } = await api.askedCode(undefined);
    const next = { email: 'next@acme.example', name: 'Next', role: 'owner' } as const;
    await marked.write((tx) => partners.setContacts(tx, partnerId, [next]));
    expect(await signIn({ code }, browser)).toMatchObject({ status: 401, json: { error: 'code_wrong' } });
  });

  it('is no code or session of the operations console, and the other way round', async () => {
    const { token } = await api.signedIn();
    const { sessions, db: marked } = api.world;
    expect(await sessions.authenticate(token, { unattended: false })).toBeUndefined();
    expect(await sessions.recognise(token)).toBeUndefined();
    const { token: staffs } = await marked.write((tx) =>
      sessions.begin(tx, { subjectId: 'usr_1', by: 'link', remoteAddress: '192.0.2.1', userAgent: undefined }),
    );
    expect((await whoami({ ...PAGE, cookie: `${CONSOLE_COOKIE}=${staffs}` })).status).toBe(401);
  });

  it('ends with its time, its contact, a sign-out or a word from elsewhere, and knows what it was signed in as', async () => {
    const { partnerId, partners, db: marked } = api.world;
    const one = await api.signedIn();
    const other = await api.signedIn(DEVELOPER.email);
    const own = await api.signedIn(DEVELOPER.email);
    const list = await api.send({ path: '/console/v1/sessions', headers: own.headers });
    expect(list.json.data).toMatchObject([{ live: true }, { live: true }]);
    const end = (id: string, headers: Record<string, string>) =>
      api.send({ method: 'DELETE', path: `/console/v1/sessions/${id}`, headers });
    expect((await end(one.session.id, own.headers)).json).toMatchObject({ error: 'session_unknown' });
    expect((await end(other.session.id, own.headers)).status).toBe(200);
    expect((await whoami(other.headers)).status).toBe(401);

    await marked.write((tx) => partners.setContacts(tx, partnerId, [OWNER]));
    expect((await whoami(own.headers)).status).toBe(401);
    expect((await whoami(one.headers)).status).toBe(200);
    await clock.advance(Minutes(30));
    expect((await whoami(one.headers)).status).toBe(401);

    const long = await api.signedIn();
    for (let at = 0; at < 20; at += 1) {
      await clock.advance(Minutes(24));
      expect((await whoami(long.headers)).status).toBe(at < 19 ? 200 : 401);
    }
    const last = await api.signedIn();
    const out = await api.send({ method: 'DELETE', path: '/console/v1/session', headers: last.headers });
    expect([out.status, cookieOf(out, CONSOLE_COOKIE)]).toEqual([200, '']);
    expect((await whoami(last.headers)).status).toBe(401);
    expect(Hours(8)).toBe(20 * Minutes(24));
  });

  it('takes nothing from a page of another site, and no key beside a cookie or instead of one', async () => {
    const { headers } = await api.signedIn();
    const { partnerId } = api.world;
    const key = await api.world.db.write((tx) => api.world.partners.createKey(tx, partnerId, 'live', 'x'));
    const basic = { authorization: `Basic ${Buffer.from(`${key.text}:`).toString('base64')}` };
    expect(await whoami({ ...headers, ...basic })).toMatchObject({ status: 400, json: { error: 'key_and_cookie' } });
    expect((await whoami(basic)).status).toBe(401);
    const { 'x-console': _no, ...noScript } = headers;
    for (const sent of [
      { ...headers, 'sec-fetch-site': 'cross-site' },
      { ...headers, 'sec-fetch-site': 'same-site' },
      noScript,
    ]) {
      const out = await api.send({ method: 'DELETE', path: '/console/v1/session', headers: sent as never });
      expect(out).toMatchObject({ status: 403, json: { error: 'cross_site_request' } });
    }
    const { 'sec-fetch-site': _site, ...elsewhere } = PAGE;
    expect((await post('session-codes', { partnerId }, elsewhere)).status).toBe(403);
    expect((await whoami(headers)).status).toBe(200);
  });

  it('lets owners alone say who the contacts are, at least one of them an owner', async () => {
    const [owner, developer] = [await api.signedIn(), await api.signedIn(DEVELOPER.email)];
    const set = (headers: Record<string, string>, contacts: readonly object[]) =>
      api.send({ method: 'PUT', path: '/console/v1/contacts', headers, body: { contacts } });
    expect((await set(developer.headers, [OWNER])).json).toMatchObject({ error: 'forbidden' });
    for (const contacts of [[], [DEVELOPER], [OWNER, { ...DEVELOPER, email: OWNER.email.toUpperCase() }]])
      expect((await set(owner.headers, contacts)).status).toBe(400);
    expect(
      (
        await set(owner.headers, [
          { ...OWNER, role: 'developer' },
          { ...DEVELOPER, role: 'owner' },
        ])
      ).status,
    ).toBe(200);
    // Both are at once what they are by now.
    expect((await set(owner.headers, [OWNER])).json).toMatchObject({ error: 'forbidden' });
    expect((await set(developer.headers, [{ ...DEVELOPER, role: 'owner' }])).status).toBe(200);
    expect((await whoami(owner.headers)).status).toBe(401);
  });
});
