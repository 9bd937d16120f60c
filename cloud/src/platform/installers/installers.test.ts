import { Days, Hours, Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { connectLive } from '../live/testing/live-client.ts';
import { askedCode, cookieOf, PAGE, signedIn, withCookie } from '../sessions/testing/signing-in.ts';
import { installersModule } from './installers.module.ts';
import { anInvite, forgetInvites, linkTokenSentTo } from './testing/an-invite.ts';

type Headers = Readonly<Record<string, string>>;
const KIM = 'kim@wires.example';

describe.each(ENGINES)('an installer’s invite, on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: PlatformApi;
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock('2026-03-02T09:00:00.000Z');
    api = await servePlatformApi(db, clock);
  });
  afterEach(async () => {
    await api.world.live.close();
    await api.close();
  });

  const send = async (method: string, path: string, headers: Headers, body?: object) => {
    await clock.advance(Seconds(1));
    return api.send({ method, path: `/api${path}`, headers, ...(body && { body }) });
  };
  const invites = () => `/facilities/${api.world.facilityId}/installers`;
  const invite = (email = KIM, headers: Headers = api.callers.manager.headers, key?: string) =>
    send('POST', invites(), { ...headers, ...(key && { 'idempotency-key': key }) }, { email, name: 'Kim of Wires' });
  const boxes = (headers: Headers) =>
    api.send({ path: `/api/devices/door-controllers/${api.world.facilityId}`, headers });
  /** Signs in as everybody does: with a code that is sent to the address. */
  const signIn = async (email = KIM): Promise<Headers> => {
    const { browser, code } = await askedCode(api, email);
    const answer = await send('POST', '/session', withCookie('__Host-pre', browser), { email, code });
    expect(answer.status, answer.text).toBe(200);
    return withCookie('__Host-ops', cookieOf(answer, '__Host-ops') ?? '');
  };
  const sweep = () => api.world.users.endPassingGrants();
  const audited = (event: string) =>
    db.read((tx) =>
      tx.selectFrom('audit_entry').where('event', '=', event).select(['actor', 'target', 'site', 'outcome']).execute(),
    );
  const look = (token: string) => send('POST', '/session/invite', PAGE, { token });

  it('lets whoever has the address install doors for two days, and says who did it', async () => {
    const made = await invite();
    expect(made).toMatchObject({
      status: 201,
      json: { email: KIM, name: 'Kim of Wires', state: 'open', endsAt: isoOf(clock.wallMs() + Hours(48)) },
    });
    const headers = await signIn();
    expect((await boxes(headers)).json.data).toMatchObject([{ uuid: api.world.boxId }]);
    const { json } = await send('GET', '/session', headers);
    expect(json).toMatchObject({
      user: { email: KIM, firstName: 'Kim of Wires', lastName: '' },
      roles: [{ right: 'installer', scopeId: api.world.facilityId, endsAt: made.json.endsAt }],
    });
    expect((await send('GET', invites(), api.callers.manager.headers)).json.data).toEqual([made.json]);
    expect(await audited('installer.invited')).toEqual([
      {
        actor: `user:${api.callers.manager.user.id}`,
        target: `${made.json.inviteId} ${json.user.userId} until ${made.json.endsAt}`,
        site: api.world.facilityId,
        outcome: 'ok',
      },
    ]);
  });

  it('is made, seen and revoked by who manages the facility, after a step-up', async () => {
    const { manager, staff, installer, otherOrgAdmin } = api.callers;
    for (const headers of [staff.headers, installer.headers]) {
      expect((await invite(KIM, headers)).json).toMatchObject({ error: 'forbidden' });
      expect((await send('GET', invites(), headers)).json).toMatchObject({ error: 'forbidden' });
    }
    expect((await invite(KIM, otherOrgAdmin.headers)).json).toMatchObject({ error: 'place_unknown' });
    const byCode = await signedIn(api, manager.user.id);
    expect((await invite(KIM, byCode.headers)).json).toMatchObject({ error: 'step_up_required' });
    const byPasskey = await signedIn(api, manager.user.id, 'passkey');
    expect((await invite(KIM, byPasskey.headers)).status).toBe(201);
  });

  it('tells nobody whether the address is known: not by its answer, its e-mail, its list or the users', async () => {
    const { otherOrgAdmin, manager, staff, orgAdmin } = api.callers;
    const [known, unknown] = [await invite(otherOrgAdmin.user.email), await invite('nobody@wires.example')];
    const plain = ({ status, json }: typeof known) => {
      const { inviteId: _id, email: _email, invitedAt: _at, endsAt: _ends, ...rest } = json;
      return { status, ...rest };
    };
    expect(plain(known)).toEqual(plain(unknown));
    const texts = await Promise.all(
      [otherOrgAdmin.user.email, 'nobody@wires.example'].map(async (email) => {
        const [mail] = await db.read((tx) =>
          tx.selectFrom('mail').where('recipient', '=', email).select('text_body').execute(),
        );
        return mail?.text_body.replace(await linkTokenSentTo(api, email), '…');
      }),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toMatch(/Hello Kim of Wires,[\s\S]*Harbour Gym/);
    const users = `/admin/users/listusers?organisationId=${api.world.orgId}`;
    for (const { headers } of [manager, staff, orgAdmin]) {
      const answers = [await send('GET', '/admin/users/searchuser?q=example', headers)];
      answers.push(await send('GET', users, headers));
      for (const { text } of answers) {
        expect(text).not.toContain(otherOrgAdmin.user.email);
        expect(text).not.toContain('nobody@wires.example');
      }
    }
    const reads = [otherOrgAdmin.user.email, 'nobody@wires.example', 'none@wires.example'].map((email) =>
      send('GET', `/users/${email}`, orgAdmin.headers),
    );
    for (const { status } of await Promise.all(reads)) expect(status).toBe(404);
  });

  it('takes nobody out of the hands of their own organisation, and ends no key of theirs', async () => {
    const { staff, orgAdmin } = api.callers;
    const key = await send('POST', `/users/${staff.user.id}/mcp-keys`, api.callers.superAdmin.headers, {
      label: 'One',
    });
    await anInvite(api, { email: staff.user.email, facilityId: api.otherFacilityId });
    const profile = await send('PATCH', `/users/${staff.user.id}`, orgAdmin.headers, { firstName: 'Renamed' });
    expect(profile.status, profile.text).toBe(200);
    const own = await send('GET', `/users/${staff.user.id}`, { 'x-api-key': key.json.key });
    expect(own.status, own.text).toBe(200);
    expect((await send('GET', '/session', staff.headers)).json.roles, 'no key carries it').toHaveLength(1);
    const { headers } = await signedIn(api, staff.user.id);
    expect((await send('GET', '/session', headers)).json.roles).toHaveLength(2);
    expect((await send('GET', `/access-control/${api.otherFacilityId}/members`, headers)).json).toMatchObject({
      error: 'forbidden',
    });
    expect((await send('GET', `/devices/doors/${api.otherFacilityId}`, headers)).status).toBe(200);
  });

  it('ends at its moment, with the session and the socket that lived by it', async () => {
    await invite();
    const endsAt = clock.wallMs() + Hours(48);
    await clock.advance(Milliseconds(Hours(48) - Seconds(20)));
    const headers = await signIn();
    const live = await connectLive(api, clock, {
      cookie: headers.cookie ?? '',
      origin: `https://localhost:${api.port}`,
    });
    live.say({ type: 'subscribe', topic: `facility:${api.world.facilityId}` });
    await live.heard('snapshot');
    expect((await send('GET', '/session', headers)).json).toMatchObject({ endsAt: isoOf(endsAt) });
    await clock.advance(Milliseconds(endsAt - clock.wallMs() - 1));
    expect((await boxes(headers)).status).toBe(200);
    await clock.advance(Milliseconds(1));
    expect((await boxes(headers)).status).toBe(401);
    await clock.advance(Seconds(1));
    expect((await live.closed).code).toBe(4403);
    expect((await send('GET', invites(), api.callers.manager.headers)).json.data).toMatchObject([{ state: 'ended' }]);
    await invite();
    expect((await boxes(headers)).status, 'another invite wakes no session').toBe(401);
    expect((await boxes(await signIn())).status).toBe(200);
  });

  it('is longer by no clock that goes back, and comes back with none', async () => {
    await invite();
    await clock.advance(Hours(20));
    const headers = await signIn();
    await sweep();
    clock.jumpWall(Seconds(-90));
    expect((await boxes(headers)).status, 'as clocks are set right').toBe(200);
    clock.jumpWall(Minutes(-1));
    expect((await boxes(headers)).status).toBe(401);
    await sweep();
    clock.jumpWall(Minutes(3));
    expect((await boxes(headers)).status, 'it was taken away').toBe(401);

    await forgetInvites(api);
    await invite();
    const again = await signIn();
    clock.jumpWall(Hours(48));
    expect((await boxes(again)).status).toBe(401);
    await sweep();
    clock.jumpWall(Milliseconds(-Hours(48)));
    expect((await boxes(again)).status).toBe(401);
  });

  it('is taken away for good within a minute of such a step, whatever the wall clock says', async () => {
    const log = { error: (why: unknown) => expect.fail(String(why)) };
    const stop = await installersModule.start?.({ clock, log, users: api.world.users } as never);
    expect(stop).toBeDefined();
    await invite();
    const held = () =>
      db.read((tx) => tx.selectFrom('role_grant').where('ends_at', 'is not', null).select('id').execute());
    const before = await held();
    expect(before).toHaveLength(2);
    await clock.advance(Minutes(1));
    clock.jumpWall(Minutes(-30));
    await clock.advance(Minutes(1));
    await vi.waitFor(async () => expect(await held()).toEqual([]), 5_000);
    stop?.();
  });

  it('is revoked at once, and again without harm', async () => {
    const { json } = await invite();
    const headers = await signIn();
    const live = await connectLive(api, clock, {
      cookie: headers.cookie ?? '',
      origin: `https://localhost:${api.port}`,
    });
    const revoke = () => send('DELETE', `${invites()}/${json.inviteId}`, api.callers.manager.headers);
    expect(await revoke()).toMatchObject({ status: 200, json: { state: 'revoked' } });
    expect((await boxes(headers)).status).toBe(401);
    await clock.advance(Seconds(1));
    expect((await live.closed).code).toBe(4403);
    expect(await revoke()).toMatchObject({ status: 200, json: { state: 'revoked' } });
    expect((await audited('installer.revoked')).map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  });

  it('says behind its link what it is about, until it is sent anew', async () => {
    await invite();
    const first = await linkTokenSentTo(api, KIM);
    expect((await look(first)).json).toMatchObject({
      ...{ state: 'open', facilityName: 'Harbour Gym', email: KIM },
      invitedBy: { name: 'manager Example' },
    });
    await invite();
    expect((await look(first)).json).toMatchObject({ error: 'invite_unknown' });
    const second = await linkTokenSentTo(api, KIM);
    await clock.advance(Hours(48));
    expect((await look(second)).json).toMatchObject({ state: 'ended', email: null, facilityName: 'Harbour Gym' });
    expect((await look('x'.repeat(43))).status).toBe(404);
  });

  it('is sent three times an hour to an address, twenty times a day, and stands for ten at once', async () => {
    for (let i = 0; i < 3; i++) expect((await invite()).status).toBe(201);
    const fourth = await invite();
    expect(fourth).toMatchObject({ status: 429, json: { error: 'too_many_invites' } });
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(3_500);
    const sent = await Promise.all(Array.from({ length: 12 }, (_, i) => invite(`k${i}@wires.example`)));
    const statuses = sent.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(9);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
    await clock.advance(Hours(48));
    for (let i = 0; i < 20; i++) {
      await db.write((tx) => tx.deleteFrom('installer_invite').execute());
      expect((await invite(`l${i}@wires.example`)).status).toBe(201);
    }
    expect((await invite('last@wires.example')).status).toBe(429);
    await clock.advance(Days(1));
    expect((await invite('last@wires.example')).status).toBe(201);
  });

  it('lets nobody force a door, nor unlock one that is not being tried', async () => {
    const { facilityId, doorId, boxId } = api.world;
    const { headers } = api.callers.installer;
    const unlock = () => send('POST', `/access-control/${facilityId}/doors/${doorId}/unlock`, headers, {});
    expect(await unlock()).toMatchObject({ status: 403, json: { error: 'walk_test_needed' } });
    const begun = await send('POST', `/access-control/${facilityId}/walk-tests`, headers, { boxId });
    expect(begun.status, begun.text).toBe(200);
    await api.world.beacon();
    expect((await unlock()).status).toBe(200);
    await send('POST', `/access-control/${facilityId}/walk-tests/${begun.json.walkTestId}/end`, headers);
    expect((await unlock()).status).toBe(403);

    const [box] = (await boxes(headers)).json.data;
    const update = (doors: object[]) =>
      send('POST', `/devices/door-controllers/update/${facilityId}`, headers, {
        ...{ uuid: boxId, expectedVersion: box.version, doors },
      });
    const maintenance = { mode: 'force-open', reason: 'For a while' };
    expect((await update([{ doorId, maintenance }])).json).toMatchObject({ error: 'forbidden' });
    expect((await update([{ doorId, holdSeconds: 7 }])).status).toBe(200);
  });
});
