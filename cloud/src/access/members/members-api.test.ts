import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { ObjectStoreError } from '../../kit/objects/object-store.ts';
import { basic } from '../../testing/partner-api.ts';
import { absolute, membersApi } from './testing/members-api.ts';

const PNG = Buffer.from('89504e470d0a1a0a000102', 'hex').toString('base64');
const OTHER_PNG = Buffer.from('89504e470d0a1a0a030405', 'hex').toString('base64');

describe.each(ENGINES)('members over the partner API on $name', ({ open }) => {
  const { on, aMember, withWindows, send, push, stored, windowsOf, rows } = membersApi(open);

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
          success: 2,
          skipped: 3,
          skipped_items: [
            { index: 0, member_id: 'M-1', facility_id: null, reason: 'Missing facility_id' },
            { index: 3, member_id: null, facility_id: null },
            { index: 4, member_id: null, facility_id: on.facilityId, reason: 'Missing member_id' },
          ],
          ignored_fields: [
            {
              index: 1,
              member_id: 'M-2',
              facility_id: on.facilityId,
              path: 'gender',
              reason: expect.stringMatching(/^gender: must be one of male/),
            },
          ],
        },
      });
      expect(await stored('M-3')).toBeDefined();
    });

    it('[R14] goes by the configured way of linking and ignores the other', async () => {
      const { db, partners, orgId } = on.api.world;
      const other = await db.write((tx) =>
        partners.create(tx, {
          name: 'Linked',
          linkingMethod: 'linking_identifier',
          organisations: [orgId],
        }),
      );
      await db.write((tx) =>
        partners.setIntegration(tx, other, on.facilityId, { enabled: true, linkingIdentifier: 'BNE-01' }),
      );
      const key = basic((await on.api.keyOf('live', other)).text);
      const answer = await send(
        { members: [aMember({ facility_id: 'fac_0000000000000000', linking_identifier: 'BNE-01' })] },
        key,
      );
      expect(answer).toMatchObject({ status: 200, json: { metadata: { success: 1 } } });
      expect(await stored('M-1', on.facilityId, other)).toBeDefined();
      expect(await stored()).toBeUndefined();
    });

    it('[R13] reaches only facilities of its own organisations, and only where the integration is enabled', async () => {
      const { db, organisations, partners } = on.api.world;
      const strangers = await organisations.createOrganisation('Elsewhere');
      const theirs = await organisations.createFacility({ orgId: strangers, name: 'Theirs', timezone: 'UTC' });
      const ours = await organisations.createFacility({ orgId: on.api.world.orgId, name: 'Off', timezone: 'UTC' });
      await db.write((tx) => partners.setIntegration(tx, on.api.world.partnerId, ours, { enabled: false }));
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

    it('[R13] learns nothing of what another partner has set up, by id or by identifier', async () => {
      const { db, organisations, partners, orgId } = on.api.world;
      const strangers = await organisations.createOrganisation('Elsewhere');
      const theirs = await organisations.createFacility({ orgId: strangers, name: 'Theirs', timezone: 'UTC' });
      const made = { linkingMethod: 'linking_identifier' } as const;
      const first = await db.write((tx) =>
        partners.create(tx, { ...made, name: 'First', organisations: [orgId, strangers] }),
      );
      await db.write((tx) =>
        partners.setIntegration(tx, first, on.facilityId, { enabled: true, linkingIdentifier: 'BNE-01' }),
      );
      await db.write((tx) =>
        partners.setIntegration(tx, first, theirs, { enabled: true, linkingIdentifier: 'ELSE-01' }),
      );
      const second = await db.write((tx) => partners.create(tx, { ...made, name: 'Second', organisations: [orgId] }));
      const members = ['BNE-01', 'ELSE-01', 'NOWHERE'].map((linking_identifier) => aMember({ linking_identifier }));
      const answer = await send({ members }, basic((await on.api.keyOf('live', second)).text));
      const reasons = (items: { reason: string }[]) => new Set(items.map(({ reason }) => reason));
      expect(answer.json.metadata).toMatchObject({ success: 0, skipped: 3 });
      expect(reasons(answer.json.metadata.skipped_items)).toEqual(new Set([expect.stringContaining('Unknown')]));
      const byId = await push(aMember({ facility_id: theirs }), aMember({ facility_id: 'fac_0000000000000000' }));
      expect(reasons(byId.json.metadata.skipped_items)).toEqual(new Set(['Unknown facility']));
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
      const readOnly = basic((await on.api.keyOf('read-only')).text);
      expect(await send({ members: [aMember()] }, readOnly)).toMatchObject({ status: 403 });
      expect((await rows()).member).toEqual([]);
    });

    it('[R12] a dryrun key is told what would happen, item after item, and changes nothing', async () => {
      await push(withWindows(5, [absolute()]));
      const before = await rows();
      const dry = basic((await on.api.keyOf('dryrun')).text);
      const members = [
        withWindows(6, [absolute({ scope_key: 'pool' })], { profile_picture: PNG }),
        withWindows(5, [absolute()]),
        withWindows(6, [absolute({ scope_key: 'gym' })]),
        aMember({ member_id: undefined }),
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
      expect(on.api.world.objects.objects.size).toBe(0);
      expect(await on.db.read((tx) => tx.selectFrom('member_picture').selectAll().execute())).toEqual([]);
    });

    it('leaves one audit row a request, that says how it ended', async () => {
      await push(withWindows(1, []));
      await push(withWindows(1, [absolute()]));
      await push(withWindows(undefined, []));
      const audited = (await on.api.audited()).filter(({ event }) => event === 'members.push');
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
      expect(answer.json).toMatchObject({
        metadata: { success: 6, ignored_fields: [{ member_id: 'M-5', path: 'gender' }] },
      });
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

    it('[R24] does not take two current plans', async () => {
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
          success: 2,
          ignored_fields: [
            {
              member_id: 'M-1',
              path: 'membership_plans',
              reason: 'membership_plans: at most one may have is_current true',
            },
            { member_id: 'M-1', path: 'membership_plans', reason: expect.stringContaining('only as far as') },
          ],
        },
      });
      expect((await stored())?.record.membership_plans).toEqual([]);
    });

    it('[R25] takes a date of birth as YYYY-MM-DD only', async () => {
      const answer = await push(
        aMember({ date_of_birth: '2000-02-29' }),
        aMember({ member_id: 'M-2', date_of_birth: '2001-02-29' }),
        aMember({ member_id: 'M-3', date_of_birth: '29.02.2000' }),
      );
      expect(answer.json).toMatchObject({ metadata: { success: 3, ignored_fields: [{ index: 1 }, { index: 2 }] } });
      expect((await stored('M-2'))?.record).not.toHaveProperty('date_of_birth');
    });

    it('keeps the picture out of the row, and one object a picture', async () => {
      const { objects } = on.api.world.objects;
      await push(
        aMember({ profile_picture: PNG }),
        aMember({ member_id: 'M-2', profile_picture: `data:image/png;base64,${PNG}` }),
      );
      expect(objects.size).toBe(2);
      const [first] = [...objects.keys()];
      const picture = () => on.api.world.members.pictureOf(on.api.world.partnerId, on.facilityId, 'M-1');
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
      expect(await on.db.read((tx) => tx.selectFrom('member_picture').select('state').execute())).toEqual([
        { state: 'used' },
      ]);
    });

    it('of several pictures in a batch the last one stays, whatever was stored before', async () => {
      const picture = async () =>
        Buffer.from(
          (await on.api.world.members.pictureOf(on.api.world.partnerId, on.facilityId, 'M-1')) ?? [],
        ).toString('base64');
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
          expect(on.api.world.objects.objects.size).toBe(1);
        }
      await push(aMember({ profile_picture: PNG }), ...others, aMember({ profile_picture: null }));
      expect(await picture()).toBe('');
      expect(on.api.world.objects.objects.size).toBe(0);
    });

    it('does not let windows wait for a store of pictures that is down', async () => {
      await push(aMember({ profile_picture: PNG }));
      on.api.world.objects.failures.push(new ObjectStoreError('down'));
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
        Buffer.from(
          (await on.api.world.members.pictureOf(on.api.world.partnerId, on.facilityId, 'M-1')) ?? [],
        ).toString('base64'),
      ).toBe(PNG);
    });
  });
});
