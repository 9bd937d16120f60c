import { Days, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

type Headers = Readonly<Record<string, string>>;

describe.each(ENGINES)('users over the platform API on $name', ({ open }) => {
  let api: PlatformApi;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock);
  });
  afterEach(() => api.close());

  const send = async (method: string, path: string, headers: Headers, body?: object) =>
    api.send({ method, path: `/api/${path}`, headers, ...(body && { body }) });
  const staffAt = (scopeId: string) => ({ role: 'facility-staff', scope: 'facility', scopeId });
  const person = (email: string, roles: readonly object[] = []) => ({
    email,
    firstName: 'Sam',
    lastName: 'Rivers',
    roles,
  });
  const emails = (answer: { json: { data: { email: string }[] } }) => answer.json.data.map(({ email }) => email).sort();
  const rowOf = async (answer: { headers: Record<string, unknown> }) =>
    (await api.audited()).find(({ request_id }) => request_id === answer.headers['x-request-id']);

  describe('creating', () => {
    it('makes somebody with roles at once, or nobody', async () => {
      const { orgAdmin } = api.callers;
      const { facilityId, orgId } = api.world;
      const made = await send('POST', 'users', orgAdmin.headers, person('Sam@Example.com', [staffAt(facilityId)]));
      expect(made).toMatchObject({ status: 201, json: { email: 'sam@example.com' } });
      expect(await rowOf(made)).toMatchObject({ event: 'user.created', outcome: 'ok', target: made.json.userId });
      const tooMuch = [staffAt(facilityId), { role: 'super-admin', scope: 'platform' }];
      expect(await send('POST', 'users', orgAdmin.headers, person('b@example.com', tooMuch))).toMatchObject({
        status: 403,
      });
      const elsewhere = [{ role: 'org-admin', scope: 'organisation', scopeId: api.otherOrgId }];
      expect(await send('POST', 'users', orgAdmin.headers, person('b@example.com', elsewhere))).toMatchObject({
        status: 404,
        json: { error: 'place_unknown' },
      });
      const found = await send('GET', `admin/users/listusers?organisationId=${orgId}`, orgAdmin.headers);
      expect(emails(found)).toContain('sam@example.com');
      expect(emails(found)).not.toContain('b@example.com');
    });

    it('without a role is for who administers users everywhere', async () => {
      const { orgAdmin, globalAdmin } = api.callers;
      expect(await send('POST', 'users', orgAdmin.headers, person('b@example.com'))).toMatchObject({ status: 403 });
      expect(await send('POST', 'users', globalAdmin.headers, person('b@example.com'))).toMatchObject({ status: 201 });
    });

    it('N11 of somebody who works elsewhere invites them, and tells nothing of them until they accept', async () => {
      const { orgAdmin, otherOrgAdmin, globalAdmin, superAdmin, staff } = api.callers;
      const { facilityId } = api.world;
      const kim = await api.aCaller('kim', {
        right: 'facility-staff',
        scope: 'facility',
        scopeId: api.otherFacilityId,
      });
      const ours = person('Kim@example.com', [staffAt(facilityId)]);
      const found = (headers: Headers) => send('GET', 'admin/users/searchuser?q=KIM%40', headers);
      const invitations = (headers: Headers) => send('GET', 'users/invitations', headers);
      const accept = (id: unknown, headers: Headers) => send('PUT', `users/invitations/${id}/accepted`, headers);

      const made = await send('POST', 'users', orgAdmin.headers, ours);
      expect(made).toMatchObject({ status: 201, json: { userId: kim.user.id, email: 'kim@example.com' } });
      expect(await rowOf(made)).toMatchObject({ event: 'user.created', target: `${kim.user.id} invited` });
      const told = await api.world.db.read((tx) => tx.selectFrom('mail').select(['recipient', 'text_body']).execute());
      expect(told).toEqual([{ recipient: 'kim@example.com', text_body: expect.stringContaining('Harbour Gym') }]);
      expect(JSON.stringify(told)).not.toContain('kim Example');
      for (const { headers } of [orgAdmin, staff]) {
        expect((await found(headers)).json.data).toEqual([]);
        expect(await send('PUT', 'users/kim@example.com/roles', headers, staffAt(facilityId))).not.toMatchObject({
          status: 200,
        });
      }
      expect((await found(globalAdmin.headers)).json.data).toMatchObject([
        { roles: [{ scopeId: api.otherFacilityId }] },
      ]);

      // Asking again renews it, and sends nothing.
      expect((await send('POST', 'users', orgAdmin.headers, ours)).status).toBe(201);
      const [invited, ...others] = (await invitations(kim.headers)).json.data;
      expect([invited, others]).toMatchObject([
        { place: 'Harbour Gym', role: 'facility-staff', scopeId: facilityId },
        [],
      ]);
      expect(await api.world.db.read((tx) => tx.selectFrom('mail').select('id').execute())).toHaveLength(1);
      const { invitationId } = invited;
      for (const { headers } of [orgAdmin, otherOrgAdmin, superAdmin])
        expect(await accept(invitationId, headers)).toMatchObject({
          status: 404,
          json: { error: 'invitation_unknown' },
        });
      const acting = { ...superAdmin.headers, 'x-simulated-user': 'kim@example.com' };
      expect((await accept(invitationId, acting)).status).toBe(403);

      expect(await accept(invitationId, kim.headers)).toMatchObject({
        status: 200,
        json: { role: 'facility-staff', scope: 'facility', scopeId: facilityId },
      });
      expect((await found(orgAdmin.headers)).json.data).toMatchObject([
        { firstName: 'kim', lastName: 'Example', roles: [{ role: 'facility-staff', scopeId: facilityId }] },
      ]);
      expect((await invitations(kim.headers)).json.data).toEqual([]);
      expect((await accept(invitationId, kim.headers)).status).toBe(404);
      // Neither of the two could give what the other has given: their name is their own from then on.
      for (const { headers } of [orgAdmin, otherOrgAdmin])
        for (const [method, body] of [['PATCH', { firstName: 'X' }] as const, ['DELETE', undefined] as const])
          expect(await send(method, 'users/kim@example.com', headers, body)).toMatchObject({ status: 403 });
    });

    it('N11 an invitation ends by itself, with the rights of who sent it, and with the user', async () => {
      const { orgAdmin, iam, globalAdmin, superAdmin } = api.callers;
      const kim = await api.aCaller('kim', { right: 'agent', scope: 'facility', scopeId: api.otherFacilityId });
      const invite = async (headers: Headers, email = 'kim@example.com') => {
        const role = { role: 'iam', scope: 'facility', scopeId: api.world.facilityId };
        expect((await send('POST', 'users', headers, person(email, [role]))).status).toBe(201);
        return (await send('GET', 'users/invitations', kim.headers)).json.data[0]?.invitationId;
      };
      const accept = (id: unknown) => send('PUT', `users/invitations/${id}/accepted`, kim.headers);
      const late = await invite(orgAdmin.headers);
      clock.jumpWall(Days(30));
      expect((await accept(late)).status).toBe(404);
      expect((await send('GET', 'users/invitations', kim.headers)).json.data).toEqual([]);

      const lost = await invite(iam.headers);
      expect(lost).not.toBe(late);
      const [held] = (await send('GET', 'admin/users/searchuser?q=iam%40', orgAdmin.headers)).json.data;
      const gone = await send('DELETE', `users/${held.userId}/roles/${held.roles[0].roleId}`, orgAdmin.headers);
      expect(gone.status).toBe(200);
      expect((await accept(lost)).status).toBe(404);
      expect((await accept(await invite(orgAdmin.headers))).status).toBe(200);

      const elsewhere = { right: 'agent', scope: 'facility', scopeId: api.otherFacilityId } as const;
      await invite(orgAdmin.headers, (await api.aCaller('pat', elsewhere)).user.email);
      expect((await send('DELETE', 'users/pat@example.com', superAdmin.headers)).status).toBe(200);
      expect(await api.world.db.read((tx) => tx.selectFrom('role_invitation').selectAll().execute())).toEqual([]);
      // Whoever holds nothing anywhere is taken up under the name that is given.
      const lee = { ...person('lee@example.com'), firstName: 'Lee', phoneNumber: '+61400000002' };
      expect((await send('POST', 'users', globalAdmin.headers, lee)).status).toBe(201);
      const again = person('lee@example.com', [staffAt(api.world.facilityId)]);
      expect((await send('POST', 'users', orgAdmin.headers, again)).status).toBe(201);
      expect((await send('GET', 'admin/users/searchuser?q=lee%40', orgAdmin.headers)).json.data).toMatchObject([
        { firstName: 'Sam', phoneNumber: null },
      ]);
    });

    it('does not tell the number of somebody who works elsewhere', async () => {
      const { orgAdmin, otherOrgAdmin, globalAdmin } = api.callers;
      const role = { role: 'facility-staff', scope: 'facility', scopeId: api.otherFacilityId };
      const kim = { ...person('kim@example.com', [role]), phoneNumber: '+61400000000' };
      await send('POST', 'users', otherOrgAdmin.headers, kim);
      const { users, db, facilityId } = api.world;
      await db.write(async (tx) => {
        const grant = { right: 'facility-staff', scope: 'facility', scopeId: facilityId } as const;
        await users.addGrant(tx, (await users.findByEmail(tx, 'kim@example.com'))?.id ?? '', grant, 'test');
      });
      const numbers = async ({ headers }: { headers: Headers }) => {
        const found = await send('GET', 'admin/users/searchuser?q=kim%40', headers);
        return found.json.data.map(({ phoneNumber }: { phoneNumber: string | null }) => phoneNumber);
      };
      expect(await numbers(orgAdmin)).toEqual([null]);
      expect(await numbers(globalAdmin)).toEqual(['+61400000000']);
      const alone = { ...person('lee@example.com', [staffAt(api.world.facilityId)]), phoneNumber: '+61400000001' };
      await send('POST', 'users', orgAdmin.headers, alone);
      const colleague = await send('GET', 'admin/users/searchuser?q=lee%40', api.callers.staff.headers);
      expect(colleague.json.data).toMatchObject([{ phoneNumber: '+61400000001' }]);
    });

    it('of somebody whom the caller sees is refused', async () => {
      const answer = await send('POST', 'users', api.callers.orgAdmin.headers, person('staff@example.com', []));
      expect(answer.status).toBe(403);
      const again = person('Staff@example.com', [staffAt(api.world.facilityId)]);
      expect(await send('POST', 'users', api.callers.orgAdmin.headers, again)).toMatchObject({
        status: 409,
        json: { error: 'user_exists' },
      });
    });
  });

  describe('lists', () => {
    it('show who holds something where the caller works with people, and what of it they may see', async () => {
      const { staff, orgAdmin, superAdmin, otherOrgAdmin } = api.callers;
      const here = [
        'admin@example.com',
        'agent@example.com',
        'iam@example.com',
        'manager@example.com',
        'org@example.com',
        'staff@example.com',
      ];
      const list = (headers: Headers) => send('GET', 'admin/users/listusers?limit=200', headers);
      expect(emails(await list(orgAdmin.headers))).toEqual(here);
      expect(emails(await list(otherOrgAdmin.headers))).toEqual(['other@example.com']);
      const colleagues = await list(staff.headers);
      expect(emails(colleagues)).toEqual(['agent@example.com', 'manager@example.com', 'staff@example.com']);
      expect(emails(await list(superAdmin.headers))).toHaveLength(12);
    });

    it('come page by page, each user once', async () => {
      const { headers } = api.callers.superAdmin;
      const seen: string[] = [];
      let after = '';
      do {
        await api.moveOn();
        const answer = await send('GET', `admin/users/listusers?limit=4${after}`, headers);
        seen.push(...emails(answer));
        after = answer.json.next === null ? '' : `&after=${answer.json.next}`;
      } while (after !== '');
      expect([seen.length, new Set(seen).size]).toEqual([12, 12]);
    });

    it('find at most ten by a part of name or e-mail, taken as it is', async () => {
      const { headers } = api.callers.globalAdmin;
      for (let i = 0; i < 12; i++) await api.aCaller(`many-${i}`);
      const search = async (q: string) =>
        emails(await send('GET', `admin/users/searchuser?q=${encodeURIComponent(q)}`, headers));
      expect(await search('MANY')).toHaveLength(10);
      expect(await search('many-1 exam')).toEqual(['many-1@example.com']);
      for (const pattern of ['m_ny', 'ma%y', 'x\\x']) expect(await search(pattern)).toEqual([]);
      await api.aCaller('ÖZIL');
      for (const q of ['özil', 'Özil ex', 'ÖZIL']) expect((await search(q)).length, q).toBe(1);
    });

    it('do not tell staff what somebody holds elsewhere', async () => {
      const { users, db, facilityId } = api.world;
      const { staff, manager } = api.callers;
      const other = { right: 'facility-staff', scope: 'facility', scopeId: api.otherFacilityId } as const;
      await db.write((tx) => users.addGrant(tx, manager.user.id, other, 'test'));
      const found = await send('GET', 'admin/users/searchuser?q=manager%40', staff.headers);
      expect(found.json.data).toMatchObject([{ email: 'manager@example.com' }]);
      expect(found.json.data[0].roles.map(({ scopeId }: { scopeId: string }) => scopeId)).toEqual([facilityId]);
    });
  });

  it('keep a key that somebody took for its id out of the audit and the log of requests', async () => {
    const { headers } = api.callers.staff;
    const key = headers['x-api-key'] ?? '';
    const refused = await send('DELETE', `users/staff@example.com/mcp-keys/${key}`, headers);
    expect(refused).toMatchObject({ status: 404, json: { error: 'user_key_unknown' } });
    expect(await rowOf(refused)).toMatchObject({ target: '[key]', outcome: 'user_key_unknown' });
    await api.requests.close();
    const logged = await api.world.db.read((tx) => tx.selectFrom('request_log').select('path').execute());
    expect(JSON.stringify(logged)).toContain('/mcp-keys/[key]');
    expect(JSON.stringify([logged, await api.audited()])).not.toContain(key.slice(4));
  });

  describe('changing', () => {
    it('is for the user, and for who could give what they hold', async () => {
      const { staff, orgAdmin, iam, superAdmin } = api.callers;
      const patch = (headers: Headers, body: object) => send('PATCH', 'users/staff@example.com', headers, body);
      expect(await patch(staff.headers, { phoneNumber: '+61400000000' })).toMatchObject({
        status: 200,
        json: { firstName: 'staff', phoneNumber: '+61400000000' },
      });
      const encoded = await send('PATCH', 'users/Staff%40example.com', staff.headers, { lastName: 'Rivers' });
      expect(encoded).toMatchObject({ status: 200, json: { lastName: 'Rivers' } });
      expect(await patch(orgAdmin.headers, { firstName: 'Sam' })).toMatchObject({
        status: 200,
        json: { firstName: 'Sam', phoneNumber: '+61400000000' },
      });
      expect(await patch(superAdmin.headers, { phoneNumber: null })).toMatchObject({ json: { phoneNumber: null } });
      // Holds nothing but `iam`, and so could not make anybody staff.
      expect(await patch(iam.headers, { firstName: 'X' })).toMatchObject({ status: 403 });
      expect((await rowOf(await patch(iam.headers, {})))?.target).toBeNull();
    });
  });

  describe('deleting', () => {
    it('ends keys and roles with the very next request, and frees the e-mail', async () => {
      const { orgAdmin, staff } = api.callers;
      const list = () => send('GET', 'admin/users/searchuser?q=staff', staff.headers);
      expect((await list()).status).toBe(200);
      expect(await send('DELETE', `users/${staff.user.id}`, orgAdmin.headers)).toMatchObject({ status: 200 });
      expect((await list()).status).toBe(401);
      expect(await send('DELETE', `users/${staff.user.id}`, orgAdmin.headers)).toMatchObject({ status: 404 });
      const again = await send(
        'POST',
        'users',
        orgAdmin.headers,
        person('staff@example.com', [staffAt(api.world.facilityId)]),
      );
      expect(again.status).toBe(201);
      expect(again.json.userId).not.toBe(staff.user.id);
    });

    it('is refused for oneself, also behind another name, and for the last super admin', async () => {
      const { superAdmin, orgAdmin } = api.callers;
      const own = await send('DELETE', `users/${orgAdmin.user.id}`, orgAdmin.headers);
      expect(own).toMatchObject({ status: 409, json: { error: 'own_account' } });
      const second = await api.aCaller('second', { right: 'super-admin', scope: 'platform', scopeId: '' });
      const behind = { ...superAdmin.headers, 'x-simulated-user': 'second@example.com' };
      const ownBehind = await send('DELETE', `users/${superAdmin.user.id}`, behind);
      expect(ownBehind).toMatchObject({ status: 409, json: { error: 'own_account' } });
      const answers = await Promise.all([
        send('DELETE', `users/${second.user.id}`, superAdmin.headers),
        send('DELETE', `users/${superAdmin.user.id}`, second.headers),
      ]);
      // One of the two is first; the other finds itself gone, or the last.
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });
  });

  describe('roles', () => {
    it('count from the very next request on, and are held once', async () => {
      const { orgAdmin, nobody } = api.callers;
      await api.world.db.write((tx) =>
        api.world.users.addGrant(
          tx,
          nobody.user.id,
          { right: 'agent', scope: 'facility', scopeId: api.world.facilityId },
          'test',
        ),
      );
      const list = () => send('GET', 'admin/users/listusers', nobody.headers);
      const give = () => send('PUT', `users/${nobody.user.id}/roles`, orgAdmin.headers, staffAt(api.world.facilityId));
      expect((await list()).status).toBe(403);
      const [first, second] = [await give(), await give()];
      expect(first).toMatchObject({ status: 200, json: staffAt(api.world.facilityId) });
      expect(second.json).toEqual(first.json);
      expect(await rowOf(first)).toMatchObject({
        event: 'user.role-given',
        target: `${nobody.user.id} facility-staff ${api.world.facilityId}`,
        realm: api.world.orgId,
        site: api.world.facilityId,
      });
      expect((await list()).status).toBe(200);
      const taken = await send('DELETE', `users/${nobody.user.id}/roles/${first.json.roleId}`, orgAdmin.headers);
      expect(taken.status).toBe(200);
      expect((await list()).status).toBe(403);
    });

    it('above one’s own are nobody’s to give or to take', async () => {
      const { iam, manager, orgAdmin } = api.callers;
      const { facilityId, orgId, users, db } = api.world;
      const give = (headers: Headers, body: object) => send('PUT', 'users/staff@example.com/roles', headers, body);
      const manages = { role: 'facility-manager', scope: 'facility', scopeId: facilityId };
      expect((await give(iam.headers, manages)).status).toBe(403);
      expect((await give(manager.headers, manages)).status).toBe(403);
      expect((await give(iam.headers, { role: 'iam', scope: 'organisation', scopeId: orgId })).status).toBe(200);
      expect((await give(orgAdmin.headers, { role: 'iam', scope: 'platform' })).status).toBe(403);
      const held = await db.read((tx) => users.heldBy(tx, [orgAdmin.user.id]));
      const [role] = held.get(orgAdmin.user.id) ?? [];
      const taken = await send('DELETE', `users/${orgAdmin.user.id}/roles/${role?.id}`, iam.headers);
      expect(taken.status).toBe(403);
    });

    it('of the last super admin stay, whoever asks at the same time', async () => {
      const { superAdmin } = api.callers;
      const second = await api.aCaller('second', { right: 'super-admin', scope: 'platform', scopeId: '' });
      const roleOf = async (id: string) =>
        (await api.world.db.read((tx) => api.world.users.heldBy(tx, [id]))).get(id)?.[0]?.id ?? '';
      const take = async ({ user, headers }: typeof second) => {
        const roleId = await roleOf(user.id);
        return () => send('DELETE', `users/${user.id}/roles/${roleId}`, headers);
      };
      const takes = await Promise.all([take(superAdmin), take(second)]);
      const answers = await Promise.all(takes.map((each) => each()));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.json.error).toBe('last_super_admin');
    });
  });

  describe('keys', () => {
    it('are made by their user, shown once, listed without their text, and end when deleted', async () => {
      const { staff } = api.callers;
      const path = 'users/staff@example.com/mcp-keys';
      await api.moveOn();
      const made = await send('POST', path, staff.headers, { label: 'Front desk' });
      expect(made).toMatchObject({ status: 201, json: { label: 'Front desk', expiresAt: null } });
      const fresh = { 'x-api-key': made.json.key as string };
      const list = () => send('GET', path, fresh);
      expect((await list()).json.data).toMatchObject([{ label: 'Front desk', lastUsedAt: null }, { label: 'test' }]);
      await clock.advance(Seconds(11));
      await vi.waitFor(async () => expect((await list()).json.data[0].lastUsedAt).toEqual(expect.any(String)));
      const listed = await list();
      expect(listed.json.data[0].keyId).toBe(made.json.keyId);
      expect(listed.text).not.toContain(made.json.key);
      expect(listed.json.data[0].redacted).toBe(`${made.json.key.slice(0, 'ghk_'.length + 8)}…`);
      for (const { keyId, redacted } of listed.json.data) expect([keyId, redacted.length]).toEqual([keyId, 13]);
      expect(listed.text).not.toContain(made.json.key.slice(14));
      expect((await send('DELETE', `${path}/${made.json.keyId}`, staff.headers)).status).toBe(200);
      expect((await list()).status).toBe(401);
      expect(await send('DELETE', `${path}/${made.json.keyId}`, staff.headers)).toMatchObject({
        status: 404,
        json: { error: 'user_key_unknown' },
      });
    });

    it('end when they were made to', async () => {
      const { staff } = api.callers;
      const path = 'users/staff@example.com/mcp-keys';
      await api.moveOn();
      const at = (ms: number) => new Date(clock.wallMs() + ms).toISOString();
      const made = await send('POST', path, staff.headers, { label: 'Today', expiresAt: at(Minutes(1)) });
      const fresh = { 'x-api-key': made.json.key as string };
      expect((await send('GET', path, fresh)).status).toBe(200);
      await clock.advance(Minutes(1));
      expect((await send('GET', path, fresh)).status).toBe(401);
      expect((await send('GET', path, staff.headers)).json.data[0]).toMatchObject({ label: 'Today', expired: true });
      const past = await send('POST', path, staff.headers, { label: 'Late', expiresAt: at(0) });
      expect(past).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
    });

    it('of others are for global admins, and never of somebody who may do more than they', async () => {
      const { globalAdmin, orgAdmin, superAdmin } = api.callers;
      const make = (headers: Headers, of: string) =>
        send('POST', `users/${of}/mcp-keys`, headers, { label: 'For a tool' });
      expect((await make(globalAdmin.headers, 'staff@example.com')).status).toBe(201);
      expect((await make(orgAdmin.headers, 'staff@example.com')).status).toBe(403);
      expect((await make(orgAdmin.headers, 'nobody-at-all@example.com')).status).toBe(403);
      expect((await make(globalAdmin.headers, superAdmin.user.id)).status).toBe(403);
    });

    it('Q2 of everybody are listed and ended by global admins, also of somebody who may do more than they', async () => {
      const { globalAdmin, orgAdmin, superAdmin } = api.callers;
      const path = `users/${superAdmin.user.id}/mcp-keys`;
      const made = await send('POST', path, superAdmin.headers, { label: 'Leaked' });
      const leaked = { 'x-api-key': made.json.key as string };
      expect((await send('GET', path, leaked)).status).toBe(200);
      const listed = await send('GET', path, globalAdmin.headers);
      expect(listed.json.data).toContainEqual(expect.objectContaining({ keyId: made.json.keyId, label: 'Leaked' }));
      expect(listed.text).not.toContain(made.json.key);
      expect((await send('DELETE', `${path}/${made.json.keyId}`, orgAdmin.headers)).status).toBe(403);
      expect((await send('POST', path, globalAdmin.headers, { label: 'Mine' })).status).toBe(403);
      const ended = await send('DELETE', `${path}/${made.json.keyId}`, globalAdmin.headers);
      expect(ended).toMatchObject({ status: 200, json: { keyId: made.json.keyId } });
      expect(await rowOf(ended)).toMatchObject({ event: 'user.key-deleted', actor: `user:${globalAdmin.user.id}` });
      expect((await send('GET', path, leaked)).status).toBe(401);
    });

    it('are fifty at most, and one that is sent twice is made once', async () => {
      const { staff } = api.callers;
      const path = 'users/staff@example.com/mcp-keys';
      const headers = { ...staff.headers, 'idempotency-key': 'once' };
      const first = await send('POST', path, headers, { label: 'Once' });
      const second = await send('POST', path, headers, { label: 'Once' });
      expect([first.status, second.status, second.json.error]).toEqual([201, 409, 'answer_not_kept']);
      const { users, db } = api.world;
      for (let i = 0; i < 48; i++) await db.write((tx) => users.addKey(tx, staff.user.id, { label: `${i}` }, 'test'));
      expect(await send('POST', path, staff.headers, { label: 'More' })).toMatchObject({
        status: 409,
        json: { error: 'user_full' },
      });
    });
  });

  it('welcomes somebody by an e-mail without any key', async () => {
    const { superAdmin, globalAdmin, staff } = api.callers;
    const path = `admin/users/${staff.user.id}/send-welcome-email`;
    expect((await send('POST', path, globalAdmin.headers)).status).toBe(403);
    expect((await send('POST', 'admin/users/no-one@example.com/send-welcome-email', superAdmin.headers)).status).toBe(
      404,
    );
    const answer = await send('POST', path, superAdmin.headers);
    expect(answer).toMatchObject({ status: 202, json: { mailId: expect.any(String) } });
    const mails = await api.world.db.read((tx) => tx.selectFrom('mail').selectAll().execute());
    expect(mails).toMatchObject([{ recipient: 'staff@example.com' }]);
    expect(mails[0]?.text_body).toContain('https://platform.example/api/users/staff%40example.com/mcp-keys');
    expect(mails[0]?.text_body).not.toContain('ghk_');
  });
});
