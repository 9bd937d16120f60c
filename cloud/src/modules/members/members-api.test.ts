import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import type { Database } from '../../db/unit-of-work.ts';
import { ObjectStoreError } from '../../objects/object-store.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../test-kit/partner-api.ts';
import { confirms, scriptedLink } from '../../test-kit/world.ts';

const absolute = (fields: Record<string, unknown> = {}) => ({
  external_id: 'a',
  kind: 'absolute',
  from: 0,
  to: 60,
  ...fields,
});
const HOURS = { sun: [], mon: [['09:00', '17:00']], tue: [], wed: [], thu: [], fri: [], sat: [] };
const weekly = (fields: Record<string, unknown> = {}) => ({
  external_id: 'w',
  kind: 'weekly',
  access_hours: HOURS,
  ...fields,
});
const PNG = Buffer.from('89504e470d0a1a0a000102', 'hex').toString('base64');
const OTHER_PNG = Buffer.from('89504e470d0a1a0a030405', 'hex').toString('base64');

describe.each(ENGINES)('members over the partner API on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: PartnerApi;
  let live: Record<string, string>;
  let facilityId: FacilityId;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    api = await servePartnerApi(db, clock, scriptedLink(confirms).link);
    live = basic((await api.keyOf('live')).text);
    facilityId = api.world.facilityId;
  });
  afterEach(async () => {
    await api.close();
    await db.close();
  });

  const aMember = (fields: Record<string, unknown> = {}) => ({
    facility_id: facilityId,
    member_id: 'M-1',
    first_name: 'Ada',
    last_name: 'Byron',
    ...fields,
  });
  const withWindows = (revision: number | undefined, windows: unknown, fields: Record<string, unknown> = {}) =>
    aMember({ access_time_windows: windows, access_time_windows_revision: revision, ...fields });
  const send = async (body: unknown, headers: Record<string, string> = live) => {
    await clock.advance(Seconds(1));
    return api.send({ method: 'POST', path: '/partner/v1/members', headers, body });
  };
  const push = (...members: unknown[]) => send({ members });
  const stored = (memberId = 'M-1', of = facilityId, partnerId = api.world.partnerId) =>
    db.read((tx) => api.world.members.find(tx, partnerId, of, memberId));
  const windowsOf = (memberId = 'M-1') =>
    db.read((tx) => api.world.members.windowsOf(tx, api.world.partnerId, facilityId, memberId));
  const rows = async () => ({
    member: await db.read((tx) => tx.selectFrom('member').selectAll().orderBy('member_id').execute()),
    windows: await db.read((tx) => tx.selectFrom('member_windows').selectAll().orderBy('member_id').execute()),
    keys: await db.read((tx) => tx.selectFrom('scope_key').selectAll().orderBy('key').execute()),
  });

  describe('batches', () => {
    it('creates members, updates those it knows, and says how many', async () => {
      const answer = await push(aMember({ email: 'ada@example.test' }), aMember({ member_id: 'M-2' }));
      expect(answer).toMatchObject({
        status: 200,
        json: { message: '2 of 2 members applied.', metadata: { success: 2, skipped: 0, skipped_items: [] } },
      });
      expect(answer.json).not.toHaveProperty('metadata.dry-run');
      await push(aMember({ type: 'staff', email: null }));
      expect((await stored())?.record).toEqual({ first_name: 'Ada', last_name: 'Byron', type: 'staff' });
      expect((await rows()).member).toHaveLength(2);
    });

    it('[R15] skips an item without the configured identifier, with a reason, and takes the others', async () => {
      const answer = await push(
        aMember({ facility_id: undefined, linking_identifier: 'BNE-01' }),
        aMember({ member_id: 'M-2', gender: 'Male' }),
        aMember({ member_id: 'M-3' }),
        'no member at all',
        aMember({ member_id: undefined }),
      );
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        metadata: {
          success: 1,
          skipped: 4,
          skipped_items: [
            { index: 0, member_id: 'M-1', facility_id: null, reason: 'Missing facility_id' },
            {
              index: 1,
              member_id: 'M-2',
              facility_id: facilityId,
              reason: expect.stringMatching(/^gender: must be one of male/),
            },
            { index: 3, member_id: null, facility_id: null },
            { index: 4, member_id: null, facility_id: facilityId, reason: 'Missing member_id' },
          ],
        },
      });
      expect(await stored('M-3')).toBeDefined();
    });

    it('[R14] goes by the configured way of linking and ignores the other', async () => {
      const { partners, orgId } = api.world;
      const other = await partners.create({
        name: 'Linked',
        linkingMethod: 'linking_identifier',
        organisations: [orgId],
      });
      await partners.setIntegration(other, facilityId, { enabled: true, linkingIdentifier: 'BNE-01' });
      const key = basic((await api.keyOf('live', other)).text);
      const answer = await send(
        { members: [aMember({ facility_id: 'fac_0000000000000000', linking_identifier: 'BNE-01' })] },
        key,
      );
      expect(answer).toMatchObject({ status: 200, json: { metadata: { success: 1 } } });
      expect(await stored('M-1', facilityId, other)).toBeDefined();
      expect(await stored()).toBeUndefined();
    });

    it('[R13] reaches only facilities of its own organisations, and only where the integration is enabled', async () => {
      const { organisations, partners } = api.world;
      const strangers = await organisations.createOrganisation('Elsewhere');
      const theirs = await organisations.createFacility({ orgId: strangers, name: 'Theirs', timezone: 'UTC' });
      const ours = await organisations.createFacility({ orgId: api.world.orgId, name: 'Off', timezone: 'UTC' });
      await partners.setIntegration(api.world.partnerId, ours, { enabled: false });
      const answer = await push(
        aMember({ facility_id: theirs }),
        aMember({ facility_id: 'fac_0000000000000000' }),
        aMember({ facility_id: ours }),
      );
      expect(answer.json).toMatchObject({
        metadata: {
          success: 0,
          skipped_items: [
            { facility_id: theirs, reason: 'Unknown facility' },
            { facility_id: 'fac_0000000000000000', reason: 'Unknown facility' },
            { facility_id: ours, reason: 'Integration not enabled' },
          ],
        },
      });
      expect((await rows()).member).toEqual([]);
    });

    it('[R3] takes 1001 members in one request', async () => {
      const answer = await push(...Array.from({ length: 1001 }, (_, i) => aMember({ member_id: `M-${i}` })));
      expect(answer).toMatchObject({ status: 200, json: { metadata: { success: 1001 } } });
      expect((await rows()).member).toHaveLength(1001);
    });

    it('a body without the array of members is a 400', async () => {
      for (const body of [{}, { members: null }, { members: {} }, [], 'x'])
        expect(await send(body)).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
      expect(await push()).toMatchObject({ status: 200, json: { metadata: { success: 0, skipped: 0 } } });
    });

    it('[R11] a read-only key writes nothing', async () => {
      const readOnly = basic((await api.keyOf('read-only')).text);
      expect(await send({ members: [aMember()] }, readOnly)).toMatchObject({ status: 403 });
      expect((await rows()).member).toEqual([]);
    });

    it('[R12] a dryrun key is told what would happen, item after item, and changes nothing', async () => {
      await push(withWindows(5, [absolute()]));
      const before = await rows();
      const dry = basic((await api.keyOf('dryrun')).text);
      const members = [
        withWindows(6, [absolute({ scope_key: 'pool' })], { profile_picture: PNG }),
        withWindows(5, [absolute()]),
        withWindows(6, [absolute({ scope_key: 'gym' })]),
        aMember({ member_id: 'M-new', gender: 'x' }),
      ];
      const answer = await send({ members }, dry);
      expect(answer).toMatchObject({
        status: 409,
        json: {
          metadata: {
            'dry-run': true,
            success: 1,
            skipped_items: [{ index: 1 }, { index: 2 }, { index: 3 }],
          },
          conflicts: [{ index: 2, member_id: 'M-1', stored_revision: 6 }],
        },
      });
      expect(await send({ members: [aMember({ member_id: 'M-new' })] }, dry)).toMatchObject({
        status: 200,
        json: { message: '1 of 1 members would be applied.', metadata: { 'dry-run': true } },
      });
      expect(await rows()).toEqual(before);
      expect(api.world.objects.objects.size).toBe(0);
      expect(await db.read((tx) => tx.selectFrom('member_picture').selectAll().execute())).toEqual([]);
    });

    it('leaves one audit row a request, that says how it ended', async () => {
      await push(withWindows(1, []));
      await push(withWindows(1, [absolute()]));
      await push(withWindows(undefined, []));
      const audited = (await api.audited()).filter(({ event }) => event === 'members.push');
      expect(audited.map(({ outcome, status }) => [outcome, status])).toEqual([
        ['ok', 200],
        ['revision_conflict', 409],
        ['validation_failed', 422],
      ]);
    });
  });

  describe('members', () => {
    it('[R22] takes five words for gender, and any for type, status and a plan’s status', async () => {
      const answer = await push(
        ...['male', 'female', 'non_binary', 'prefer_not_to_say', 'unknown', 'other'].map((gender, i) =>
          aMember({
            member_id: `M-${i}`,
            gender,
            type: 'house cat',
            membership_status: 'on a break',
            membership_plans: [{ membership_plan_id: 'P', status: 'frozen solid', is_current: true }],
          }),
        ),
      );
      expect(answer.json).toMatchObject({ metadata: { success: 5, skipped_items: [{ member_id: 'M-5' }] } });
      expect((await stored('M-2'))?.record).toMatchObject({
        gender: 'non_binary',
        type: 'house cat',
        membership_status: 'on a break',
      });
    });

    it('[R23] collapses a malformed address into its first line, and refuses nobody for it', async () => {
      await push(
        aMember({ address: { street: 'Quay Street', number: 1, place: ['Brisbane', { code: 4000 }] } }),
        aMember({ member_id: 'M-2', address: { city: 'Brisbane', country: 'AU' } }),
      );
      expect((await stored())?.record.address).toEqual({ address_line_1: 'Quay Street, 1, Brisbane, 4000' });
      expect((await stored('M-2'))?.record.address).toEqual({ city: 'Brisbane', country: 'AU' });
    });

    it('[R24] skips a member with two current plans', async () => {
      const plans = [
        { membership_plan_id: 'P1', is_current: true },
        { membership_plan_id: 'P2', is_current: true },
      ];
      const answer = await push(
        aMember({ membership_plans: plans }),
        aMember({ member_id: 'M-2', membership_plans: [plans[0]] }),
      );
      expect(answer.json).toMatchObject({
        metadata: {
          success: 1,
          skipped_items: [{ member_id: 'M-1', reason: expect.stringMatching(/^membership_plans:/) }],
        },
      });
    });

    it('[R25] takes a date of birth as YYYY-MM-DD only', async () => {
      const answer = await push(
        aMember({ date_of_birth: '2000-02-29' }),
        aMember({ member_id: 'M-2', date_of_birth: '2001-02-29' }),
        aMember({ member_id: 'M-3', date_of_birth: '29.02.2000' }),
      );
      expect(answer.json).toMatchObject({ metadata: { success: 1, skipped_items: [{ index: 1 }, { index: 2 }] } });
    });

    it('keeps the picture out of the row, and one object a picture', async () => {
      const { objects } = api.world.objects;
      await push(
        aMember({ profile_picture: PNG }),
        aMember({ member_id: 'M-2', profile_picture: `data:image/png;base64,${PNG}` }),
      );
      expect(objects.size).toBe(2);
      const [first] = [...objects.keys()];
      const picture = () => api.world.members.pictureOf(api.world.partnerId, facilityId, 'M-1');
      expect(Buffer.from((await picture()) ?? []).toString('base64')).toBe(PNG);
      expect(JSON.stringify(await rows())).not.toContain(PNG.slice(0, 12));

      await push(aMember({ profile_picture: PNG }));
      expect([...objects.keys()]).toContain(first);
      expect(objects.size).toBe(2);
      await push(aMember({ profile_picture: OTHER_PNG }));
      expect([...objects.keys()]).not.toContain(first);
      expect(Buffer.from((await picture()) ?? []).toString('base64')).toBe(OTHER_PNG);
      await push(aMember({ profile_picture: null }));
      expect(await picture()).toBeUndefined();
      expect(objects.size).toBe(1);
      expect(await db.read((tx) => tx.selectFrom('member_picture').select('state').execute())).toEqual([
        { state: 'used' },
      ]);
    });

    it('of several pictures in a batch the last one stays, whatever was stored before', async () => {
      const picture = async () =>
        Buffer.from((await api.world.members.pictureOf(api.world.partnerId, facilityId, 'M-1')) ?? []).toString(
          'base64',
        );
      const others = Array.from({ length: 150 }, (_, i) => aMember({ member_id: `other-${i}` }));
      await push(aMember({ profile_picture: PNG }));
      for (const between of [[], others])
        for (const first of [OTHER_PNG, null, PNG]) {
          await push(
            aMember({ profile_picture: first }),
            ...between,
            aMember({ profile_picture: PNG, tags: [String(first)] }),
          );
          expect(await picture()).toBe(PNG);
          expect(api.world.objects.objects.size).toBe(1);
        }
      await push(aMember({ profile_picture: PNG }), ...others, aMember({ profile_picture: null }));
      expect(await picture()).toBe('');
      expect(api.world.objects.objects.size).toBe(0);
    });

    it('does not let windows wait for a store of pictures that is down', async () => {
      await push(aMember({ profile_picture: PNG }));
      api.world.objects.failures.push(new ObjectStoreError('down'));
      const answer = await push(
        withWindows(1, [absolute()], { profile_picture: OTHER_PNG }),
        aMember({ member_id: 'M-2', profile_picture: OTHER_PNG }),
      );
      expect(answer).toMatchObject({
        status: 503,
        json: { error: 'picture_store_unavailable', metadata: { success: 2 } },
      });
      expect(await windowsOf()).toHaveLength(1);
      expect(
        Buffer.from((await api.world.members.pictureOf(api.world.partnerId, facilityId, 'M-1')) ?? []).toString(
          'base64',
        ),
      ).toBe(PNG);
    });
  });

  describe('the source of a push', () => {
    const refused = () => db.read((tx) => tx.selectFrom('refused_member').select(['member_id', 'reason']).execute());
    const lastPush = async () => (await api.world.scopes.listSources(facilityId))[0]?.lastPushAt;

    it('is as fresh as its last push, also when that changed nothing', async () => {
      await push(aMember());
      const first = await lastPush();
      expect(first).toBe(clock.wallMs());
      await push(aMember());
      expect(await lastPush()).toBe(clock.wallMs());
      expect(await lastPush()).toBeGreaterThan(first as number);
    });

    it('is told of members that were refused, until they are taken', async () => {
      await push(withWindows(1, [absolute()]));
      await push(withWindows(1, []), aMember({ member_id: 'M-2' }));
      expect(await refused()).toMatchObject([{ member_id: 'M-1' }]);
      await push(withWindows(2, []));
      expect(await refused()).toEqual([]);
      await push(
        withWindows(3, [absolute({ to: 0 })]),
        withWindows(undefined, [], { member_id: 'M-2' }),
        aMember({ member_id: 'M-3' }),
      );
      expect((await refused()).map(({ member_id }) => member_id).sort()).toEqual(['M-1', 'M-2']);
      await push(withWindows(3, []), withWindows(1, [], { member_id: 'M-2' }));
      expect(await refused()).toEqual([]);
    });

    it('is told of every facility of a batch', async () => {
      const second = await api.world.organisations.createFacility({
        orgId: api.world.orgId,
        name: 'Second',
        timezone: 'UTC',
      });
      await api.world.partners.setIntegration(api.world.partnerId, second, { enabled: true });
      await push(aMember(), aMember({ facility_id: second }));
      for (const at of [facilityId, second])
        expect((await api.world.scopes.listSources(at))[0]?.lastPushAt).toBe(clock.wallMs());
    });

    it('a dryrun tells it nothing', async () => {
      const dry = basic((await api.keyOf('dryrun')).text);
      await send({ members: [aMember()] }, dry);
      await send({ members: [withWindows(undefined, [])] }, dry);
      expect(await lastPush()).toBeUndefined();
      expect(await refused()).toEqual([]);
    });
  });

  describe('snapshots of windows', () => {
    it('[R54] windows that are left out stay, with their revision', async () => {
      await push(withWindows(7, [absolute()]));
      expect((await push(aMember({ type: 'staff' }))).status).toBe(200);
      expect((await stored())?.windows).toMatchObject({ revision: 7 });
      expect(await windowsOf()).toHaveLength(1);
      expect((await stored())?.record.type).toBe('staff');
    });

    it('[R55] a newer revision replaces the whole snapshot', async () => {
      await push(withWindows(7, [absolute(), weekly()]));
      await push(withWindows(9, [absolute({ external_id: 'new', scope_key: 'pool' })]));
      expect(await windowsOf()).toEqual([{ ...absolute({ external_id: 'new' }), timezone: 'UTC', scope_key: 'pool' }]);
      expect((await rows()).keys.map(({ key, member_count }) => [key, member_count])).toEqual([
        ['default', 0],
        ['pool', 1],
      ]);
    });

    it('[R56] the same revision with the same content, however written, changes nothing', async () => {
      await push(withWindows(7, [absolute(), weekly()]));
      const before = await rows();
      const written = [weekly({ timezone: 'UTC', scope_key: 'default' }), absolute({ timezone: 'UTC' })];
      expect(await push(withWindows(7, written))).toMatchObject({
        status: 200,
        json: { metadata: { success: 1, skipped: 0 } },
      });
      expect(await rows()).toEqual(before);
    });

    it('[R57] the same revision with other content is a 409: that member is untouched, the others are applied', async () => {
      await push(withWindows(7, [absolute()]));
      const answer = await push(
        withWindows(7, [absolute({ to: 61 })], { first_name: 'Changed' }),
        withWindows(1, [absolute()], { member_id: 'M-2' }),
      );
      expect(answer.status).toBe(409);
      expect(answer.json).toMatchObject({
        error: 'revision_conflict',
        metadata: { success: 1, skipped: 1, skipped_items: [{ index: 0, member_id: 'M-1', facility_id: facilityId }] },
        conflicts: [{ index: 0, member_id: 'M-1', facility_id: facilityId, stored_revision: 7 }],
        request_id: expect.any(String),
      });
      expect(await windowsOf()).toMatchObject([{ to: 60 }]);
      expect((await stored())?.record.first_name).toBe('Ada');
      expect(await windowsOf('M-2')).toHaveLength(1);
    });

    it('[R58] an older revision is skipped whole, with both revisions', async () => {
      await push(withWindows(7, [absolute()], { membership_status: 'expired' }));
      const answer = await push(withWindows(6, [], { membership_status: 'current' }));
      expect(answer).toMatchObject({
        status: 200,
        json: {
          metadata: {
            success: 0,
            skipped: 1,
            skipped_items: [
              {
                member_id: 'M-1',
                facility_id: facilityId,
                reason: 'Stale access_time_windows_revision',
                access_time_windows_revision: 6,
                stored_revision: 7,
              },
            ],
          },
        },
      });
      expect(await windowsOf()).toHaveLength(1);
      expect((await stored())?.record.membership_status).toBe('expired');
    });

    it('[R59] [] with a newer revision revokes all windows of this source, and no other’s', async () => {
      const { partners, orgId } = api.world;
      const other = await partners.create({ name: 'Other', linkingMethod: 'facility_id', organisations: [orgId] });
      await partners.setIntegration(other, facilityId, { enabled: true });
      const theirs = basic((await api.keyOf('live', other)).text);
      await push(withWindows(7, [absolute()]));
      await send({ members: [withWindows(3, [absolute()])] }, theirs);
      expect((await push(withWindows(8, []))).status).toBe(200);
      expect(await windowsOf()).toEqual([]);
      expect((await stored('M-1', facilityId, other))?.windows).toMatchObject({ revision: 3, scopeKeys: ['default'] });
      expect((await push(withWindows(7, [absolute()]))).json).toMatchObject({ metadata: { skipped: 1 } });
      expect(await windowsOf()).toEqual([]);
    });

    it('the same member twice in a batch is as if sent one after the other', async () => {
      const answer = await push(
        withWindows(1, [absolute()], { type: 'first' }),
        withWindows(3, [absolute({ to: 61 })], { type: 'second' }),
        withWindows(2, [], { type: 'late' }),
        withWindows(3, [], { type: 'conflict' }),
        aMember({ tags: ['last'] }),
      );
      expect(answer).toMatchObject({
        status: 409,
        json: {
          metadata: { success: 3, skipped_items: [{ index: 2 }, { index: 3 }] },
          conflicts: [{ index: 3, stored_revision: 3 }],
        },
      });
      expect((await stored())?.record).toMatchObject({ type: 'second', tags: ['last'] });
      expect(await windowsOf()).toMatchObject([{ to: 61 }]);
    });

    it('an item without windows whose `updated` is older than the stored one is skipped', async () => {
      await push(aMember({ membership_status: 'expired', updated: '2026-03-01T10:00:00+10:00' }));
      const answer = await push(aMember({ membership_status: 'current', updated: '2026-02-28T23:59:59Z' }));
      expect(answer.json).toMatchObject({
        metadata: { success: 0, skipped_items: [{ reason: expect.stringMatching(/^Stale updated/) }] },
      });
      expect((await stored())?.record.membership_status).toBe('expired');
      expect(
        (await push(aMember({ membership_status: 'current', updated: '2026-03-01T00:00:00Z' }))).json,
      ).toMatchObject({
        metadata: { success: 1 },
      });
    });
  });
});
