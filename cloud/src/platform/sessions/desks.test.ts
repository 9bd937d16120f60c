import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declarations } from '../../areas.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { isPublicGate } from '../../kit/http/surfaces.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { confirms, scriptedLink } from '../../testing/world.ts';
import { connectLive } from '../live/testing/live-client.ts';
import { alternativesOf, type PlatformGate } from '../users/platform-surface.ts';
import { cookieOf, PAGE, signedIn, somebody, withCookie } from './testing/signing-in.ts';

const PIN = '493027';
type Headers = Readonly<Record<string, string>>;

describe.each(ENGINES)('a desk of a reception, on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-02T09:00:00.000Z');
  let db: Database;
  let api: PlatformApi;
  beforeEach(async () => {
    db = await open();
    api = await servePlatformApi(db, clock, scriptedLink(confirms).link);
  });
  afterEach(() => api.close());

  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, headers: Headers, body?: object) => {
    await clock.advance(Seconds(1));
    return api.send({ method, path: `/api${path}`, headers, ...(body && { body }) });
  };
  const enrolled = async (caller: Awaited<ReturnType<typeof somebody>>) => {
    const { headers } = await signedIn(api, caller.user.id, 'passkey');
    const path = `/facilities/${api.world.facilityId}/desks`;
    const answer = await send('POST', path, headers, { label: 'Reception, left' });
    expect(answer.status, answer.text).toBe(201);
    const token = cookieOf(answer, '__Host-desk') ?? '';
    return { deskId: answer.json.deskId as string, token, device: withCookie('__Host-desk', token) };
  };
  const setPin = async (userId: string, pin = PIN) => {
    const { headers } = await signedIn(api, userId, 'passkey');
    return send('PUT', '/desk-pin', headers, { pin });
  };
  const enter = (device: Headers, userId: string, pin = PIN) => send('POST', '/session/desk', device, { userId, pin });
  /** A desk, and the headers of somebody who has signed in there: a manager, as far as desks are concerned. */
  const atDesk = async () => {
    const manager = await somebody(api);
    const desk = await enrolled(manager);
    await setPin(manager.user.id);
    const answer = await enter(desk.device, manager.user.id);
    expect(answer.status, answer.text).toBe(200);
    return { ...desk, manager, answer, headers: withCookie('__Host-ops', cookieOf(answer, '__Host-ops') ?? '') };
  };
  const at = (path: string) => `/access-control/${api.world.facilityId}${path}`;

  it('is made one by who manages the facility and has proven it, tells who signs in there, and to others nothing', async () => {
    const manager = await somebody(api);
    const { headers } = await signedIn(api, manager.user.id);
    const path = `/facilities/${api.world.facilityId}/desks`;
    expect((await send('POST', path, headers, { label: 'X' })).json).toMatchObject({ error: 'step_up_required' });
    expect((await send('POST', path, manager.headers, { label: 'X' })).json).toMatchObject({ error: 'session_needed' });
    const { staff } = api.callers;
    const asStaff = await signedIn(api, staff.user.id, 'passkey');
    expect((await send('POST', path, asStaff.headers, { label: 'X' })).status).toBe(403);

    const { device, deskId } = await enrolled(manager);
    await setPin(staff.user.id);
    await setPin(api.callers.otherOrgAdmin.user.id);
    const seen = await send('GET', '/session/desk', device);
    expect(seen.json.desk).toMatchObject({
      deskId,
      label: 'Reception, left',
      facilityId: api.world.facilityId,
      people: [{ userId: staff.user.id, name: expect.any(String) }],
    });
    expect((await send('GET', '/session/desk', PAGE)).json).toEqual({ desk: null });
    expect(await enter(PAGE, staff.user.id)).toMatchObject({ status: 404, json: { error: 'desk_unknown' } });
    expect((await send('GET', path, manager.headers)).json.data).toMatchObject([{ deskId, label: 'Reception, left' }]);
  });

  it('lets a PIN unlock and begin a lockdown, and do no other thing, whatever its owner may do elsewhere', async () => {
    const { headers, answer } = await atDesk();
    const { facilityId, doorId } = api.world;
    expect(answer.json).toMatchObject({
      roles: [{ right: 'facility-staff', scopeId: facilityId }],
      stepUpUntil: null,
      desk: { label: 'Reception, left', facilityId },
    });
    expect((await send('GET', at('/door-states'), headers)).status).toBe(200);
    expect(await send('POST', at(`/doors/${doorId}/unlock`), headers, {})).toMatchObject({ status: 200 });
    const begun = await send('POST', at('/lockdowns'), headers, { target: { to: 'facility' }, reason: 'Help' });
    expect(begun.status).toBe(201);

    const end = at(`/lockdowns/${begun.json.lockdownId}/release`);
    for (const [method, path, body] of [
      ['POST', end, { reason: 'Over' }],
      ['POST', at(`/doors/${doorId}/maintenance`), { mode: 'force-open', reason: 'Air', until: null }],
      ['GET', '/passkeys', undefined],
      ['GET', '/sessions', undefined],
      ['POST', '/session/step-up', { code: '123456' }],
      ['PUT', '/desk-pin', { pin: '111111' }],
      ['GET', at('/walk-tests'), undefined],
      ['POST', `/devices/door-controllers/claims/${facilityId}`, { code: '7K3M-9QXT' }],
    ] as const)
      expect([path, (await send(method, path, headers, body)).status]).toEqual([path, 403]);
    const elsewhere = `/access-control/${api.otherFacilityId}/door-states`;
    expect((await send('GET', elsewhere, headers)).status).toBe(404);
    const { superAdmin } = api.callers;
    const acting = { ...headers, 'x-simulated-user': superAdmin.user.email };
    expect((await send('GET', at('/door-states'), acting)).status).toBe(403);
  });

  it('watches the doors of its own facility, and of no other', async () => {
    const { headers } = await atDesk();
    const live = await connectLive(api, clock, { ...headers, origin: `https://localhost:${api.port}` });
    live.say({ type: 'subscribe', topic: `facility:${api.world.facilityId}` });
    expect((await live.heard('snapshot'))[0]).toMatchObject({ data: [{ doorId: api.world.doorId }] });
    for (const topic of [`facility:${api.otherFacilityId}`, `organisation:${api.world.orgId}`])
      live.say({ type: 'subscribe', topic });
    await live.heard('refused', 2);
    live.client.terminate();
    await live.closed;
  });

  it('opens no endpoint that does not say so: of those that write, three', () => {
    const open = declarations.filter(
      ({ surface, gate }) =>
        surface.name === 'platform' &&
        !isPublicGate(gate as never) &&
        alternativesOf(gate as PlatformGate).some(({ atDesk }) => atDesk === true),
    );
    expect(
      open
        .filter(({ method }) => method !== 'GET')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['lockdowns.begin', 'sessions.sign-out', 'unlocks.unlock']);
    expect(open.filter(({ stepUp }) => stepUp !== undefined)).toEqual([]);
  });

  it('is left after ten minutes, and at once where the device is a desk no more', async () => {
    const whoami = (headers: Headers) => send('GET', '/session', headers);
    const first = await atDesk();
    expect(first.answer.headers['set-cookie']?.[0]).toContain('Max-Age=600');
    await clock.advance(Minutes(9));
    expect((await whoami(first.headers)).status).toBe(200);
    await clock.advance(Minutes(1));
    expect((await whoami(first.headers)).status).toBe(401);

    const second = await atDesk();
    const remove = `/facilities/${api.world.facilityId}/desks/${second.deskId}`;
    expect((await send('DELETE', remove, second.manager.headers)).status).toBe(200);
    expect((await whoami(second.headers)).status).toBe(401);
    expect((await enter(second.device, second.manager.user.id)).json).toMatchObject({ error: 'desk_unknown' });
    expect((await send('GET', '/session/desk', second.device)).json).toEqual({ desk: null });
  });

  it('is left by who works there no more, at once', async () => {
    const whoami = (headers: Headers) => send('GET', '/session', headers);
    const third = await atDesk();
    await db.write((tx) => tx.deleteFrom('role_grant').where('user_id', '=', third.manager.user.id).execute());
    expect((await whoami(third.headers)).status).toBe(401);
    expect((await enter(third.device, third.manager.user.id)).json).toMatchObject({ error: 'pin_wrong' });
  });

  it('gives ten tries in a quarter of an hour, the right one among them, also of many at once', async () => {
    const manager = await somebody(api);
    const { token, deskId } = await enrolled(manager);
    await setPin(manager.user.id);
    const { desks } = api.world.sessions;
    const { id } = manager.user;
    const setAt = (await db.read((tx) => desks.pinSince(tx, id))) ?? undefined;
    const attempt = (isRight: boolean) =>
      db.write((tx) => desks.redeemPin(tx, token, id, { deskId, setAt, isRight })).catch(({ code }) => code as string);
    const many = await Promise.all(Array.from({ length: 16 }, () => attempt(false)));
    expect(many.filter((came) => came === undefined)).toHaveLength(10);
    expect(await attempt(true)).toBe('too_many_pins');
    const body = { userId: id, pin: '000000' };
    const headers = withCookie('__Host-desk', token);
    const refused = await api.send({ method: 'POST', path: '/api/session/desk', headers, body });
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
    await clock.advance(Minutes(15));
    expect(await attempt(true)).toMatchObject({ user: { id }, grants: [{ right: 'facility-staff' }] });
  });

  it('forgets a PIN that was changed or deleted, and answers for somebody who has none alike', async () => {
    const { device, manager } = await atDesk();
    const { id } = manager.user;
    await setPin(id, '111111');
    expect((await enter(device, id)).json).toMatchObject({ error: 'pin_wrong' });
    expect((await send('DELETE', '/desk-pin', manager.headers)).json).toEqual({ setAt: null });
    expect((await enter(device, id, '111111')).json).toMatchObject({ error: 'pin_wrong' });
    expect((await enter(device, 'usr_0000000000000000')).json).toMatchObject({ error: 'pin_wrong' });
  });

  it('does not come back with an older database', async () => {
    const { deskId, manager } = await atDesk();
    const { sessions } = api.world;
    const setAt = await db.read((tx) => sessions.desks.pinSince(tx, manager.user.id));
    expect(await db.write((tx) => sessions.removeDeskAgain(tx, deskId))).toBe(true);
    expect(await db.write((tx) => sessions.removeDeskAgain(tx, deskId))).toBe(false);
    expect(await db.write((tx) => sessions.forgetDeskPinAgain(tx, manager.user.id, (setAt ?? 0) - 1))).toBe(false);
    expect(await db.write((tx) => sessions.forgetDeskPinAgain(tx, manager.user.id, setAt ?? 0))).toBe(true);
  });
});
