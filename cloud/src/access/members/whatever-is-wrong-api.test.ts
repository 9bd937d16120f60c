import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { basic } from '../../testing/partner-api.ts';
import { absolute, membersApi, weekly } from './testing/members-api.ts';

const WIDE = absolute({ from: 0, to: 7_000_000 });
const NARROW = absolute({ from: 1_000, to: 60_000 });

describe.each(ENGINES)('an item in which something is wrong, over the partner API on $name', ({ open }) => {
  const { on, aMember, withWindows, send, push, stored, windowsOf } = membersApi(open);
  const warnings = async () =>
    (await on.db.read((tx) => tx.selectFrom('warning').selectAll().where('closed_at', 'is', null).execute())).map(
      ({ kind, message }) => [kind, message],
    );

  it('S1 takes access away beside a phone number, gender, picture and time that are wrong, and names them', async () => {
    await push(withWindows(1, [WIDE], { mobile_phone: '+61 7 3000 0000', membership_status: 'current' }));
    const wrong = { mobile_phone: '07 3000', gender: 'f', profile_picture: 'x', updated: 'today', tags: 'vip' };
    const answer = await push(withWindows(2, [], { ...wrong, membership_status: 'expired' }));
    expect(answer).toMatchObject({ status: 200, json: { metadata: { success: 1, skipped: 0, skipped_items: [] } } });
    const named = answer.json.metadata.ignored_fields as { path: string }[];
    expect(named.map(({ path }) => path).sort()).toEqual(Object.keys(wrong).sort());
    expect(named).toContainEqual({
      index: 0,
      member_id: 'M-1',
      facility_id: on.facilityId,
      path: 'gender',
      reason: 'gender: must be one of male, female, non_binary, prefer_not_to_say, unknown',
    });
    expect(await windowsOf()).toEqual([]);
    expect(await stored()).toMatchObject({
      record: { mobile_phone: '+61 7 3000 0000', membership_status: 'expired' },
      windows: { revision: 2 },
    });
  });

  it('S1 holds back what gives access beside an `updated` that is wrong, warns of it, and is healed by the same revision', async () => {
    await push(withWindows(1, [NARROW]));
    const held = await push(withWindows(2, [WIDE], { updated: '31.12.2026' }));
    expect(held.json.metadata).toMatchObject({
      success: 1,
      ignored_fields: [
        { path: 'updated' },
        { path: 'access_time_windows', reason: expect.stringContaining('updated') },
      ],
    });
    expect(await windowsOf()).toMatchObject([{ from: 1_000, to: 60_000 }]);
    expect(await warnings()).toContainEqual([
      'sync_refused',
      expect.stringMatching(/M-1.*updated: must be an ISO 8601/),
    ]);

    expect(await push(withWindows(1, [NARROW]))).toMatchObject({
      json: { metadata: { skipped_items: [{ reason: 'Stale access_time_windows_revision' }] } },
    });
    expect((await push(withWindows(2, [NARROW]))).status).toBe(409);
    expect(await push(withWindows(2, [WIDE], { updated: '2026-12-31T00:00:00Z' }))).toMatchObject({
      status: 200,
      json: { metadata: { success: 1 } },
    });
    expect(await windowsOf()).toMatchObject([WIDE]);
    expect((await warnings()).filter(([kind]) => kind === 'sync_refused')).toEqual([]);
    expect((await push(withWindows(2, [WIDE]))).json.metadata).toEqual({ success: 1, skipped: 0, skipped_items: [] });
  });

  it('S1 stores a new member without what is wrong, and without access where that is wrong', async () => {
    await push(
      aMember({ first_name: undefined, access_time_windows: [WIDE], access_time_windows_revision: 1 }),
      withWindows(1, [WIDE, weekly()], { member_id: 'M-2', membership_status: 17 }),
    );
    expect(await stored()).toMatchObject({ record: { first_name: '', last_name: 'Byron' } });
    expect(await windowsOf()).toHaveLength(1);
    expect(await windowsOf('M-2')).toEqual([]);
    await push(withWindows(1, [weekly(), WIDE], { member_id: 'M-2', membership_status: 'current' }));
    expect(await windowsOf('M-2')).toHaveLength(2);
  });

  it('S1 keeps what was skipped and ignored beside the request for 7 days, for the partner alone', async () => {
    const answer = await push(
      aMember({ gender: 'f' }),
      aMember({ member_id: undefined }),
      aMember({ member_id: 'M-2', facility_id: 'fac_zzzzzzzzzzzzzzzz' }),
      aMember({ member_id: 'M-3', tags: ['a\0b'] }),
    );
    const requestId = String(answer.headers['x-request-id']);
    await on.api.requests.flush();
    const { partners, partnerId } = on.api.world;
    const [request] = (await partners.listRequests(partnerId, { requestId })).requests;
    expect(request).toMatchObject({ status: 200, endpoint: 'members.push' });
    expect(request?.remarks?.map(({ index, ids, path, reason }) => [index, ids, path, reason])).toEqual([
      [1, {}, null, 'Missing member_id'],
      [2, {}, null, 'Unknown facility'],
      [0, { member_id: 'M-1' }, 'gender', expect.stringContaining('gender: must be one of')],
      [3, { member_id: 'M-3' }, 'tags', 'tags[0]: has a NUL character'],
    ]);
    expect(await partners.remarksOf('ptn_zzzzzzzzzzzzzzzz' as PartnerId, requestId)).toEqual([]);
    const about = { partnerId, facilityId: on.facilityId, memberId: 'M-1' };
    await on.db.write(async (tx) => {
      expect(await partners.remarkStore.read(tx, about, 10)).toMatchObject([{ path: 'gender' }]);
      expect(await partners.remarkStore.erase(tx, about, { until: on.clock.wallMs(), most: 10 })).toBe(1);
      expect(await partners.forgetRemarksBefore(tx, on.clock.wallMs() + 1, 2)).toBe(2);
      expect(await partners.forgetRemarksBefore(tx, on.clock.wallMs() + 1, 2)).toBe(1);
    });
  });

  it('P3 [R23] a NUL, a repeated key and a reserved name concern their own field, and no other item', async () => {
    const item = (id: string, more: string) =>
      `{"facility_id":"${on.facilityId}","member_id":"${id}","first_name":"Ada","last_name":"Byron"${more}}`;
    const text = `{"__proto__":1,"members":[${[
      item('a', ',"email":"a\\u0000b"'),
      item('b', ',"email":"a@b.test","email":"c@d.test"'),
      item('c', ',"constructor":{"prototype":{"x":1}},"__proto__":{"membership_status":"expired"}'),
      item('d', ',"address":{"__proto__":"Quay","city":"Bris\\u0000bane","city":"York","constructor":7}'),
      item('e', ',"tags":["\\ud800"],"type":"\\u0000"'),
      item('f\\u0000', ''),
      item('g', ',"member_id":"h"'),
      item('i', ''),
    ].join()}]}`;
    const answer = await send(Buffer.from(text));
    expect(answer).toMatchObject({ status: 200, json: { metadata: { success: 6, skipped: 2 } } });
    const { skipped_items, ignored_fields } = answer.json.metadata;
    expect(
      skipped_items.map(({ index, member_id, reason }: Record<string, unknown>) => [index, member_id, reason]),
    ).toEqual([
      [5, null, 'member_id: has a NUL character'],
      [6, null, 'member_id: comes twice in one object'],
    ]);
    expect(ignored_fields.map(({ index, reason }: Record<string, unknown>) => [index, reason])).toEqual([
      [0, 'email: has a NUL character'],
      [1, 'email: comes twice in one object'],
      [4, 'type: has a NUL character'],
      [4, 'tags[0]: has half of a surrogate pair'],
    ]);
    expect((await stored('c'))?.record).toEqual({ first_name: 'Ada', last_name: 'Byron' });
    expect((await stored('d'))?.record.address).toEqual({ address_line_1: 'Quay, Bris\0bane, York, 7' });
    expect((await stored('i'))?.record).toMatchObject({ first_name: 'Ada' });
    expect(Object.prototype).not.toHaveProperty('x');
  });

  it('P3 a repeated key in the windows refuses the request, and a list that comes twice is none', async () => {
    const windows = '"access_time_windows_revision":1,"access_time_windows":[]';
    const twice = `{"members":[{"facility_id":"${on.facilityId}","member_id":"a","first_name":"A","last_name":"B","access_time_windows":[],${windows}}]}`;
    expect(await send(Buffer.from(twice))).toMatchObject({
      status: 422,
      json: { errors: [{ path: 'access_time_windows', code: 'duplicate_key' }] },
    });
    expect((await send(Buffer.from('{"members":[],"members":[]}'))).status).toBe(400);
  });

  it('P4 takes times in the usual forms, and names once what it took for granted', async () => {
    const plans = [
      { membership_plan_id: 'P', start_date: '20260105', end_date: '2026-02-01', is_current: true },
      { membership_plan_id: 'Q', start_date: '2026-01-05 06:30', end_date: '20260105T063000+1000' },
    ];
    const times = { created: '2026-01-05', updated: '2026-01-05 06:30:00', membership_plans: plans };
    const { json } = await push(aMember(times), aMember({ ...times, member_id: 'M-2' }));
    expect(json.metadata.success).toBe(2);
    expect(json.metadata.guesses).toEqual([
      { path: 'created', guess: 'a date alone: the beginning of that day in UTC' },
      { path: 'updated', guess: 'without an offset: UTC' },
      {
        path: 'membership_plans[].start_date',
        guess: 'a date alone: the beginning of that day, local time of the facility',
      },
      { path: 'membership_plans[].end_date', guess: 'a date alone: the end of that day, local time of the facility' },
      { path: 'membership_plans[].start_date', guess: 'without an offset: the facility’s local time' },
    ]);
    expect((await stored())?.record.membership_plans).toMatchObject([
      { start_date: '2026-01-05', end_date: '2026-02-01' },
      { start_date: '2026-01-05T06:30', end_date: '2026-01-05T06:30:00+10:00' },
    ]);
    expect((await push(aMember({ updated: '2026-01-05T06:30:00Z' }))).json.metadata).not.toHaveProperty('guesses');
  });

  it('P8 says in every answer to a dryrun key that it is one, refusals included', async () => {
    const dry = basic((await on.api.keyOf('dryrun')).text);
    expect((await send({ members: [] }, dry)).json.metadata['dry-run']).toBe(true);
    expect((await send({}, dry)).json).toMatchObject({ error: 'invalid_request', 'dry-run': true });
    expect((await send({ members: [withWindows(-1, [])] }, dry)).json).toMatchObject({
      error: 'validation_failed',
      'dry-run': true,
    });
    expect((await on.api.send({ path: '/partner/v1/auth/ping', headers: dry })).json['dry-run']).toBe(true);
    expect((await on.api.send({ path: '/partner/v1/auth/ping', headers: on.live })).json).not.toHaveProperty('dry-run');
  });
});
