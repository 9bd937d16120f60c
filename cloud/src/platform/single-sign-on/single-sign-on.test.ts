import { Milliseconds, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { cookieOf, PAGE, somebody, withCookie } from '../sessions/testing/signing-in.ts';
import { ProviderProblem } from './openid.ts';
import { aTrip, PROVIDER, withProvider } from './testing/a-provider.ts';
import { scriptedOpenId } from './testing/scripted-openid.ts';

describe.each(ENGINES)('signing in by the OpenID provider of an organisation, on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-02T09:00:00.000Z');
  let db: Database;
  let api: PlatformApi;
  beforeEach(async () => {
    db = await open();
    api = await servePlatformApi(db, clock);
    await withProvider(api);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await api.close();
  });

  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = PAGE) =>
    api.send({ method: 'POST', path, body: JSON.stringify(body), headers });
  const answer = async (email: string, { browser, state }: Awaited<ReturnType<typeof aTrip>>) =>
    post('/api/session/single-sign-on/answer', { state, code: `c-${email}` }, withCookie('__Host-pre', browser));
  /** Signs in there, as whom the provider says. */
  const comes = async (email: string) => answer(email, await aTrip(api));
  const sessionOf = (came: Awaited<ReturnType<typeof comes>>) =>
    withCookie('__Host-ops', cookieOf(came, '__Host-ops') ?? '');

  it('lets in who holds something there, with that and nothing else, and steps up nobody', async () => {
    const { user } = await somebody(api);
    const grant = { right: 'super-admin', scope: 'platform', scopeId: '' } as const;
    await db.write((tx) => api.world.users.addGrant(tx, user.id, grant, 'test'));
    const came = await comes(user.email);
    const roles = [expect.objectContaining({ right: 'facility-manager', scope: 'facility' })];
    expect(came).toMatchObject({ status: 200, json: { user: { email: user.email }, roles, stepUpUntil: null } });
    expect((await api.send({ path: '/api/session', headers: sessionOf(came) })).json).toMatchObject({ roles });
    expect((await api.send({ path: '/api/admin/mailbox', headers: sessionOf(came) })).status).toBe(403);
    const live = await db.read((tx) => api.world.sessions.liveOf(tx, user.id));
    expect(live).toMatchObject([{ signedInBy: 'organisation' }]);
  });

  it('has nothing of what is its user’s own everywhere, until they have proven themself here who they are', async () => {
    const { user } = await somebody(api);
    const headers = sessionOf(await comes(user.email));
    const own = [
      ['GET', '/api/sessions'],
      ['GET', '/api/passkeys'],
      ['GET', '/api/push/subscriptions'],
      ['DELETE', '/api/desk-pin'],
      ['GET', `/api/users/${user.id}`],
      ['GET', `/api/users/${user.id}/mcp-keys`],
    ] as const;
    const statuses = () =>
      Promise.all(own.map(async ([method, path]) => (await api.send({ method, path, headers })).status));
    expect(await statuses()).toEqual(own.map(() => 403));
    expect((await api.send({ path: '/api/session', headers })).status).toBe(200);
    await db.write(async (tx) => {
      const [session] = await api.world.sessions.liveOf(tx, user.id);
      await api.world.sessions.stepUp(tx, session?.sessionId ?? '');
    });
    await clock.advance(Milliseconds(1_000));
    expect((await statuses()).filter((status) => status === 403)).toEqual([]);
    expect((await api.send({ method: 'DELETE', path: '/api/session', headers })).status).toBe(200);
  });

  it('lets in nobody who holds nothing there, and whom nobody here is', async () => {
    const elsewhere = { right: 'super-admin', scope: 'platform', scopeId: '' } as const;
    const { user } = await api.aCaller('boss', elsewhere);
    for (const email of [user.email, 'nobody@example.com'])
      expect(await comes(email)).toMatchObject({ status: 401, json: { error: 'nobody_here' } });
  });

  it('knows people by what the provider calls them: not by an address that moves to somebody else', async () => {
    const { user } = await somebody(api);
    await comes(user.email);
    await db.write((tx) =>
      tx.updateTable('openid_subject').set({ subject: 'another' }).where('user_id', '=', user.id).execute(),
    );
    expect(await comes(user.email)).toMatchObject({ status: 401, json: { error: 'nobody_here' } });
  });

  it('counts once, for ten minutes, in the browser that began it', async () => {
    const { user } = await somebody(api);
    const trip = await aTrip(api);
    const ended = { status: 401, json: { error: 'sign_in_ended' } };
    expect(await answer(user.email, { ...trip, browser: 'another' })).toMatchObject(ended);
    expect(await answer(user.email, { ...trip, state: 'another' })).toMatchObject(ended);
    await clock.advance(Milliseconds(1_000));
    const came = await Promise.all(Array.from({ length: 5 }, () => answer(user.email, trip)));
    expect(came.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    const late = await aTrip(api);
    await clock.advance(Minutes(10));
    expect(await answer(user.email, late)).toMatchObject(ended);
    const early = await aTrip(api);
    await clock.advance(Milliseconds(Minutes(10) - 1));
    expect((await answer(user.email, early)).status).toBe(200);
  });

  it('asks the provider once, whatever comes again: also where that asking was cut off', async () => {
    const asked = vi.spyOn(scriptedOpenId, 'finish');
    const { user } = await somebody(api);
    const trip = await aTrip(api);
    await Promise.all(Array.from({ length: 5 }, () => answer(user.email, trip)));
    await clock.advance(Milliseconds(1_000));
    expect((await answer(user.email, trip)).status).toBe(401);
    await answer(user.email, { ...(await aTrip(api)), browser: 'another' });
    expect(asked).toHaveBeenCalledTimes(1);
    const cut = await aTrip(api);
    asked.mockRejectedValueOnce(new ProviderProblem('unreachable', 'it hung up'));
    expect(await answer(user.email, cut)).toMatchObject({ status: 503, json: { error: 'provider_unreachable' } });
    expect(await answer(user.email, cut)).toMatchObject({ status: 401, json: { error: 'sign_in_ended' } });
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('lets in nobody whose provider is removed while it is asked', async () => {
    const { user } = await somebody(api);
    const trip = await aTrip(api);
    vi.spyOn(scriptedOpenId, 'finish').mockImplementationOnce(async () => {
      await db.write((tx) => api.world.singleSignOn.remove(tx, api.world.orgId));
      return { subject: user.email, email: user.email, emailVerified: true };
    });
    expect(await answer(user.email, trip)).toMatchObject({ status: 401, json: { error: 'sign_in_ended' } });
    expect(await db.read((tx) => api.world.sessions.liveOf(tx, user.id))).toEqual([]);
  });

  it('is over where the provider refuses it', async () => {
    const trip = await aTrip(api);
    expect(await answer('', trip)).toMatchObject({ status: 422, json: { error: 'provider_refused' } });
    const { user } = await somebody(api);
    expect(await answer(user.email, trip)).toMatchObject({ status: 401, json: { error: 'sign_in_ended' } });
  });

  it('ends with the provider, and with another one in its place, and comes back with neither', async () => {
    const { world } = api;
    for (const ends of [
      () => db.write((tx) => world.singleSignOn.remove(tx, world.orgId)),
      () =>
        db.write((tx) =>
          world.singleSignOn.put(tx, world.orgId, { ...PROVIDER, issuer: 'https://login.another.example' }, 'test'),
        ),
    ]) {
      await withProvider(api);
      const { user } = await somebody(api);
      const headers = sessionOf(await comes(user.email));
      expect((await api.send({ path: '/api/session', headers })).status).toBe(200);
      const onItsWay = await aTrip(api);
      await ends();
      expect((await api.send({ path: '/api/session', headers })).status).toBe(401);
      expect((await answer(user.email, onItsWay)).status).toBe(401);
    }
    await withProvider(api);
    const again = (issuer: string) => db.write((tx) => world.singleSignOn.removeAgain(tx, world.orgId, issuer));
    expect(await again('https://login.another.example')).toBe(false);
    expect(await again(PROVIDER.issuer)).toBe(true);
  });

  it('begins sixty times an hour from one network, and not at all where there is no provider', async () => {
    const { orgId } = api.world;
    const begin = () => post('/api/session/single-sign-on', { organisationId: orgId });
    const first = await begin();
    expect(first).toMatchObject({
      status: 200,
      json: { url: expect.stringContaining(`${PROVIDER.issuer}/authorize`) },
    });
    expect(cookieOf(first, '__Host-pre')).toMatch(/^[\w-]{43}$/);
    const none = { status: 404, json: { error: 'no_single_sign_on' } };
    expect(await post('/api/session/single-sign-on', { organisationId: 'org_0000000000000000' })).toMatchObject(none);
    const turns = { turn: 0 };
    for (; turns.turn < 100; turns.turn++) {
      await clock.advance(Milliseconds(400));
      const { status } = await begin();
      if (status === 429) break;
    }
    expect(turns.turn).toBe(59);
  });
});
