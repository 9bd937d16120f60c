import { Days, Hours, Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { cookieOf, signedIn, somebody } from './testing/signing-in.ts';

type Headers = Readonly<Record<string, string>>;

describe.each(ENGINES)('a session of the console, on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-02T09:00:00.000Z');
  let db: Database;
  let api: PlatformApi;
  beforeEach(async () => {
    db = await open();
    api = await servePlatformApi(db, clock);
  });
  afterEach(() => api.close());
  const get = (headers: Headers, path = '/api/session') => api.send({ path, headers });
  const remove = (headers: Headers, path = '/api/session') => api.send({ method: 'DELETE', path, headers });

  it('ends after 30 minutes without a request, and after 12 hours with them', async () => {
    const { user } = await somebody(api);
    const { headers, sessionId } = await signedIn(api, user.id);
    /** Asks, until it is written down that it was seen. */
    const ask = async () => {
      const answer = await get(headers);
      const at = clock.wallMs();
      await clock.advance(Minutes(1));
      const seenAt = async () =>
        (
          await db.read((tx) =>
            tx.selectFrom('console_session').where('id', '=', sessionId).select('seen_at').execute(),
          )
        )[0];
      if (answer.status === 200) await vi.waitFor(async () => expect(await seenAt()).toEqual({ seen_at: at }));
      return answer;
    };
    await clock.advance(Minutes(29));
    expect(await ask()).toMatchObject({
      status: 200,
      json: { endsAt: '2026-03-02T21:00:00.000Z', idleEndsAt: '2026-03-02T09:59:00.000Z' },
    });
    for (let i = 0; i < 23; i++) {
      await clock.advance(Minutes(28));
      expect((await ask()).status).toBe(200);
    }
    await clock.advance(Minutes(22));
    expect((await ask()).status).toBe(200);
    expect(isoOf(clock.wallMs())).toBe('2026-03-02T21:00:00.000Z');
    expect((await ask()).status).toBe(401);

    const late = await signedIn(api, user.id);
    await clock.advance(Milliseconds(Minutes(30) - Seconds(1)));
    expect((await get(late.headers)).status).toBe(200);
    await clock.advance(Seconds(5));
    expect((await get(late.headers)).status, 'before it is written with others').toBe(200);

    const idle = await signedIn(api, user.id);
    await clock.advance(Minutes(30));
    expect((await get(idle.headers)).status).toBe(401);
  });

  it('is not kept alive by what a page asks unattended', async () => {
    const { user } = await somebody(api);
    const { headers } = await signedIn(api, user.id);
    const began = clock.wallMs();
    const unattended = { ...headers, 'x-unattended': '1' };
    for (let i = 0; i < 2; i++) {
      await clock.advance(Minutes(14));
      expect((await get(unattended)).json).toMatchObject({ idleEndsAt: isoOf(began + Minutes(30)) });
    }
    const { isSignedIn } = api.world.sessions;
    expect(await isSignedIn(headers.cookie)).toBe(true);
    await clock.advance(Minutes(2));
    expect((await get(unattended)).status).toBe(401);
    for (const cookies of [headers.cookie, '__Host-ops=made-up', 'other=one', undefined])
      expect(await isSignedIn(cookies), cookies).toBe(false);
  });

  it('ends at once with its user, with the last thing that they hold, and where they end it', async () => {
    const { users, db: marked } = api.world;
    const deleted = (await somebody(api)).user;
    const rightless = (await somebody(api)).user;
    const leaving = (await somebody(api)).user;
    const sessions = { deleted: await signedIn(api, deleted.id), rightless: await signedIn(api, rightless.id) };
    await marked.write((tx) => users.remove(tx, deleted.id));
    const [grant] = (await db.read((tx) => users.heldBy(tx, [rightless.id]))).get(rightless.id) ?? [];
    await marked.write((tx) => users.takeGrant(tx, rightless.id, grant as never));
    for (const { headers } of Object.values(sessions))
      expect(await get(headers)).toMatchObject({ status: 401, json: { error: 'unauthenticated' } });
    // Whoever gets something anew signs in anew.
    await marked.write((tx) => users.addGrant(tx, rightless.id, grant as never, 'test'));
    expect((await get(sessions.rightless.headers)).status).toBe(401);

    const [one, other] = [await signedIn(api, leaving.id), await signedIn(api, leaving.id)];
    expect((await remove(one.headers, `/api/sessions/${other.sessionId}`)).json).toEqual({
      sessionId: other.sessionId,
    });
    expect((await get(other.headers)).status).toBe(401);
    const out = await remove(one.headers);
    expect(out).toMatchObject({ status: 200, json: { sessionId: one.sessionId } });
    expect(cookieOf(out, '__Host-ops')).toBe('');
    expect((await get(one.headers)).status).toBe(401);
  });

  it('writes nothing more once it has ended, though the request had begun', async () => {
    const { user } = await somebody(api);
    const { sessionId } = await signedIn(api, user.id);
    const { sessions, db: marked } = api.world;
    await db.read((tx) => sessions.requireLive(tx, sessionId));
    await marked.write((tx) => sessions.end(tx, user.id, sessionId));
    await expect(db.read((tx) => sessions.requireLive(tx, sessionId))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('is listed with where it is, and those of others are not', async () => {
    const { user } = await somebody(api);
    const first = await signedIn(api, user.id, 'link');
    await clock.advance(Minutes(1));
    const { headers, sessionId } = await signedIn(api, user.id);
    await remove(headers, `/api/sessions/${first.sessionId}`);
    const { json } = await get(headers, '/api/sessions?limit=1');
    expect(json.data).toMatchObject([{ sessionId, current: true, live: true, signedInBy: 'code', ip: '192.0.2.7' }]);
    expect((await get(headers, `/api/sessions?limit=1&after=${json.next}`)).json).toMatchObject({
      data: [{ sessionId: first.sessionId, current: false, live: false, signedInBy: 'link' }],
      next: null,
    });
    const theirs = await signedIn(api, api.callers.superAdmin.user.id);
    expect((await remove(headers, `/api/sessions/${theirs.sessionId}`)).json).toMatchObject({
      error: 'session_unknown',
    });
    expect((await get(theirs.headers)).status).toBe(200);
  });

  it('is ended by who administers its user, and by nobody else, whoever they are to each other', async () => {
    const { staff, manager, iam, orgAdmin, otherOrgAdmin, superAdmin } = api.callers;
    const sam = await signedIn(api, staff.user.id);
    const path = `/api/users/${staff.user.id}/sessions/${sam.sessionId}`;
    for (const [by, status] of [
      [manager, 403],
      [iam, 403],
      [otherOrgAdmin, 404],
    ] as const)
      expect((await remove(by.headers, path)).status).toBe(status);
    expect((await get(sam.headers)).status).toBe(200);
    const ofAnother = `/api/users/${staff.user.id}/sessions/${(await signedIn(api, manager.user.id)).sessionId}`;
    expect((await remove(orgAdmin.headers, ofAnother)).json).toMatchObject({ error: 'session_unknown' });
    const theirs = await signedIn(api, superAdmin.user.id);
    const upwards = `/api/users/${superAdmin.user.id}/sessions/${theirs.sessionId}`;
    expect((await remove(orgAdmin.headers, upwards)).status, 'who holds more than they may give').toBe(404);

    expect((await remove(orgAdmin.headers, path)).json).toEqual({ sessionId: sam.sessionId });
    expect((await get(sam.headers)).status).toBe(401);
    expect((await remove(orgAdmin.headers, path)).status, 'one that has ended stays so').toBe(200);
    const audited = await db.read((tx) =>
      tx
        .selectFrom('audit_entry')
        .where('event', '=', 'session.ended-by-other')
        .where('outcome', '=', 'ok')
        .select(['actor', 'target'])
        .execute(),
    );
    expect(audited[0]).toEqual({
      actor: `user:${orgAdmin.user.id}`,
      target: `${staff.user.id} ${sam.sessionId}`,
    });
  });

  it('is named in the audit beside its user, and after it has ended', async () => {
    const { user } = await somebody(api);
    const { headers, sessionId } = await signedIn(api, user.id);
    await get(headers);
    await remove(headers);
    await get(headers);
    const rows = await db.read((tx) =>
      tx.selectFrom('audit_entry').select(['actor', 'session_id', 'outcome', 'status']).orderBy('at').execute(),
    );
    const actor = `user:${user.id}`;
    expect(rows).toEqual(
      expect.arrayContaining([
        { actor, session_id: sessionId, outcome: 'ok', status: 200 },
        { actor, session_id: sessionId, outcome: 'unauthenticated', status: 401 },
      ]),
    );
    expect(rows.every((row) => row.session_id === sessionId)).toBe(true);
  });

  it('tells a super admin who they are and whom they act as, and lets nobody act as a way in', async () => {
    const { superAdmin, manager } = api.callers;
    const { headers } = await signedIn(api, superAdmin.user.id, 'passkey');
    const acting = { ...headers, 'x-simulated-user': manager.user.email };
    expect((await get(acting)).json).toMatchObject({
      user: { email: superAdmin.user.email },
      simulating: { email: manager.user.email },
      roles: [{ right: 'facility-manager' }],
    });
    for (const [method, path] of [
      ['GET', '/api/sessions'],
      ['GET', '/api/passkeys'],
      ['POST', '/api/passkeys/options'],
      ['DELETE', '/api/totp'],
    ] as const)
      expect((await api.send({ method, path, headers: acting })).json).toMatchObject({ error: 'acting_refused' });
  });

  it('is forgotten 30 days after it has ended', async () => {
    const { user } = await somebody(api);
    await db.write((tx) => tx.deleteFrom('console_session').execute());
    const { headers } = await signedIn(api, user.id);
    await remove(headers);
    await signedIn(api, user.id);
    const forget = () => db.write((tx) => api.world.sessions.forgetEndedBefore(tx, clock.wallMs() - Days(30), 10));
    await clock.advance(Days(30));
    expect(await forget()).toBe(0);
    await clock.advance(Hours(1));
    expect(await forget()).toBe(1);
    await clock.advance(Hours(12));
    expect(await forget()).toBe(1);
  });

  it('stays ended after a restore', async () => {
    const { user } = await somebody(api);
    const { headers, sessionId } = await signedIn(api, user.id);
    const { sessions } = api.world;
    expect(await db.write((tx) => sessions.endSessionAgain(tx, sessionId))).toBe(true);
    expect(await db.write((tx) => sessions.endSessionAgain(tx, sessionId))).toBe(false);
    expect((await get(headers)).status).toBe(401);
  });
});
