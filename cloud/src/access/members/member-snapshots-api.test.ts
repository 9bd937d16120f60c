import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { basic } from '../../testing/partner-api.ts';
import { absolute, membersApi, weekly } from './testing/members-api.ts';

describe.each(ENGINES)('snapshots of windows on $name', ({ open }) => {
  const { on, aMember, withWindows, send, push, stored, windowsOf, rows } = membersApi(open);

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
      metadata: {
        success: 1,
        skipped: 1,
        skipped_items: [{ index: 0, member_id: 'M-1', facility_id: on.facilityId }],
      },
      conflicts: [{ index: 0, member_id: 'M-1', facility_id: on.facilityId, stored_revision: 7 }],
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
              facility_id: on.facilityId,
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
    const { db, partners, orgId } = on.api.world;
    const other = await db.write((tx) =>
      partners.create(tx, { name: 'Other', linkingMethod: 'facility_id', organisations: [orgId] }),
    );
    await db.write((tx) => partners.setIntegration(tx, other, on.facilityId, { enabled: true }));
    const theirs = basic((await on.api.keyOf('live', other)).text);
    await push(withWindows(7, [absolute()]));
    await send({ members: [withWindows(3, [absolute()])] }, theirs);
    expect((await push(withWindows(8, []))).status).toBe(200);
    expect(await windowsOf()).toEqual([]);
    expect((await stored('M-1', on.facilityId, other))?.windows).toMatchObject({
      revision: 3,
      scopeKeys: ['default'],
    });
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

  it('of more conflicts than an answer names the first 10,000 are named, and all are counted', async () => {
    const { json } = await push(
      withWindows(1, [absolute()]),
      ...Array.from({ length: 10_001 }, () => withWindows(1, [])),
    );
    expect(json.metadata).toMatchObject({ success: 1, skipped: 10_001 });
    expect(json.message).toBe(
      '1 of 10002 members applied. Other windows are stored under the revision of 10001 of them.',
    );
    const places = Array.from({ length: 10_000 }, (_, n) => n + 1);
    for (const named of [json.metadata.skipped_items, json.conflicts])
      expect(named.map(({ index }: { index: number }) => index)).toEqual(places);
  });

  it('an item without windows whose `updated` is older than the stored one is skipped', async () => {
    await push(aMember({ membership_status: 'expired', updated: '2026-03-01T10:00:00+10:00' }));
    const answer = await push(aMember({ membership_status: 'current', updated: '2026-02-28T23:59:59Z' }));
    expect(answer.json).toMatchObject({
      metadata: { success: 0, skipped_items: [{ reason: expect.stringMatching(/^Stale updated/) }] },
    });
    expect((await stored())?.record.membership_status).toBe('expired');
    expect((await push(aMember({ membership_status: 'current', updated: '2026-03-01T00:00:00Z' }))).json).toMatchObject(
      {
        metadata: { success: 1 },
      },
    );
  });
});
