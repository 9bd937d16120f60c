import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { absolute, HOURS, membersApi, weekly } from './testing/members-api.ts';

const monday = (...mon: unknown[]) => weekly({ access_hours: { ...HOURS, mon } });
const many = (count: number) => Array.from({ length: count }, (_, i) => absolute({ external_id: `a${i}` }));
const DAY = 86_400;

describe.each(ENGINES)('windows over the partner API on $name', ({ open }) => {
  // One for all: a request that is refused leaves nothing, which each test sees to.
  const { on, aMember, withWindows, push, stored, windowsOf, rows } = membersApi(open, { once: true });

  type Case = readonly [string, (member: typeof withWindows) => unknown, string];
  const day = (name: string) => Object.fromEntries(Object.entries(HOURS).filter(([key]) => key !== name));
  const REFUSED: readonly Case[] = [
    ['[R27] 51 windows', (m) => m(1, many(51)), 'too_many_windows'],
    ['[R28] no revision', (m) => m(undefined, []), 'missing_revision'],
    ['[R29] revision -1', (m) => m(-1, []), 'revision_out_of_range'],
    ['[R30] an empty external_id', (m) => m(1, [absolute({ external_id: '' })]), 'empty_text'],
    [
      '[R30] an external_id of 121 characters',
      (m) => m(1, [absolute({ external_id: 'x'.repeat(121) })]),
      'text_too_long',
    ],
    ['[R30] no external_id', (m) => m(1, [absolute({ external_id: undefined })]), 'required'],
    [
      '[R31] the same external_id twice',
      (m) => m(1, [absolute(), absolute({ from: 70, to: 80 })]),
      'duplicate_external_id',
    ],
    ['[R32] another kind', (m) => m(1, [absolute({ kind: 'daily' })]), 'unknown_kind'],
    ['[R33] a property of ours', (m) => m(1, [absolute({ door_id: 'door_0123456789abcdef' })]), 'unknown_property'],
    ['[R34] epochs in milliseconds', (m) => m(1, [absolute({ to: 10_000_000_000 })]), 'out_of_range'],
    ['[R34] a negative epoch', (m) => m(1, [absolute({ from: -1 })]), 'out_of_range'],
    ['[R34] no end', (m) => m(1, [absolute({ to: undefined })]), 'required'],
    ['[R35] an empty interval', (m) => m(1, [absolute({ from: 60 })]), 'inverted_interval'],
    ['[R35] an inverted interval', (m) => m(1, [absolute({ from: 61 })]), 'inverted_interval'],
    ['[R36] 90 days and a second', (m) => m(1, [absolute({ to: 90 * DAY + 1 })]), 'span_too_long'],
    ['[R37] an epoch as a string', (m) => m(1, [absolute({ from: '0' })]), 'not_an_integer'],
    ['[R37] an RFC 3339 time', (m) => m(1, [absolute({ to: '2026-01-01T00:00:00Z' })]), 'not_an_integer'],
    ['[R37] a fraction', (m) => m(1, [absolute({ to: 60.5 })]), 'not_an_integer'],
    ['[R38] an unknown zone', (m) => m(1, [weekly({ timezone: 'Mars/Olympus' })]), 'unknown_time_zone'],
    ['[R38] an offset for a zone', (m) => m(1, [weekly({ timezone: '+10:00' })]), 'unknown_time_zone'],
    ['[R38] an empty zone', (m) => m(1, [weekly({ timezone: '' })]), 'empty_text'],
    ['[R39] an empty scope key', (m) => m(1, [absolute({ scope_key: '' })]), 'empty_text'],
    ['[R39] a scope key of 121 characters', (m) => m(1, [absolute({ scope_key: 'x'.repeat(121) })]), 'text_too_long'],
    ['[R40] a label of 121 characters', (m) => m(1, [absolute({ label: 'x'.repeat(121) })]), 'text_too_long'],
    ['[R41] a day is missing', (m) => m(1, [weekly({ access_hours: day('sat') })]), 'missing_day'],
    [
      '[R42] nine blocks a day',
      (m) => m(1, [monday(...Array.from({ length: 9 }, (_, i) => [`0${i}:00`, `0${i}:30`]))]),
      'too_many_blocks',
    ],
    ['[R43] a time of one digit', (m) => m(1, [monday(['9:00', '10:00'])]), 'bad_time'],
    ['[R43] hour 25', (m) => m(1, [monday(['09:00', '25:00'])]), 'bad_time'],
    ['[R43] 24:00 as a start', (m) => m(1, [monday(['24:00', '24:00'])]), 'bad_time'],
    ['[R44] overlapping blocks', (m) => m(1, [monday(['09:00', '11:00'], ['10:00', '12:00'])]), 'overlapping_blocks'],
    ['[R44] blocks out of order', (m) => m(1, [monday(['12:00', '13:00'], ['09:00', '10:00'])]), 'blocks_out_of_order'],
    ['[R45] an overnight block', (m) => m(1, [monday(['22:00', '02:00'])]), 'overnight_block'],
    [
      '[R46] an inverted active range',
      (m) => m(1, [weekly({ active_from: 9, active_until: 9 })]),
      'inverted_active_range',
    ],
  ];

  it.each(REFUSED)('%s: 422, and nothing of the batch is stored', async (_what, faulty, code) => {
    await push(withWindows(1, [absolute({ external_id: 'kept' })], { member_id: 'M-9' }));
    const before = await rows();
    const answer = await push(
      aMember({ member_id: 'M-8' }),
      faulty(withWindows),
      withWindows(2, [], { member_id: 'M-9' }),
    );
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({
      error: 'validation_failed',
      message: expect.any(String),
      errors: expect.arrayContaining([
        expect.objectContaining({
          index: 1,
          member_id: 'M-1',
          code,
          path: expect.stringMatching(/^access_time_windows/),
        }),
      ]),
      error_count: expect.any(Number),
      request_id: expect.stringMatching(/^req_/),
    });
    expect(await rows()).toEqual(before);
  });

  it('[R29] a revision of 2^53 is refused, one less is taken', async () => {
    const text = (revision: string) =>
      `{"members":[{"facility_id":"${on.facilityId}","member_id":"R29","first_name":"A","last_name":"B","access_time_windows":[],"access_time_windows_revision":${revision}}]}`;
    const raw = async (revision: string) => {
      await on.clock.advance(Seconds(1));
      return on.api.send({
        method: 'POST',
        path: '/partner/v1/members',
        headers: on.live,
        body: Buffer.from(text(revision)) as never,
      });
    };
    expect((await raw('9007199254740992')).status).toBe(422);
    expect((await raw('1.0')).status).toBe(422);
    expect((await raw('1e3')).status).toBe(422);
    expect((await raw('-0')).status).toBe(422);
    expect(await stored('R29')).toBeUndefined();
    expect((await raw('9007199254740991')).status).toBe(200);
    expect((await stored('R29'))?.windows?.revision).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('[R47] names up to a hundred problems and counts all, and leaves every record as it was', async () => {
    await push(withWindows(1, [absolute()]), aMember({ member_id: 'M-2' }));
    const before = await rows();
    const faulty = Array.from({ length: 60 }, (_, i) =>
      withWindows(2, [absolute({ to: 0 }), absolute({ from: '1' })], { member_id: `F-${i}` }),
    );
    const answer = await push(withWindows(2, []), ...faulty, aMember({ member_id: 'M-2', type: 'staff' }));
    expect(answer.status).toBe(422);
    const { errors, error_count } = answer.json as { errors: unknown[]; error_count: number };
    expect(errors).toHaveLength(100);
    expect(error_count).toBeGreaterThan(100);
    expect(await rows()).toEqual(before);
  });

  const TAKEN: readonly (readonly [string, readonly unknown[]])[] = [
    ['[R27] 50 windows', many(50)],
    ['[R30] external ids of 1 and 120 characters', [absolute(), absolute({ external_id: 'x'.repeat(120) })]],
    [
      '[R34] the first and the last second',
      [absolute({ from: 0, to: 1 }), absolute({ external_id: 'b', from: 9_999_999_998, to: 9_999_999_999 })],
    ],
    ['[R36] 90 days', [absolute({ to: 90 * DAY })]],
    [
      '[R38] zones and their old names',
      [weekly({ timezone: 'US/Pacific' }), weekly({ external_id: 'b', timezone: 'Asia/Kathmandu' })],
    ],
    ['[R39] a scope key of 120 characters', [absolute({ scope_key: 'x'.repeat(120) })]],
    ['[R40] a label of 120 characters', [absolute({ label: 'x'.repeat(120) })]],
    ['[R42] eight blocks a day', [monday(...Array.from({ length: 8 }, (_, i) => [`0${i}:00`, `0${i}:30`]))]],
    ['[R43] 24:00 as an end', [monday(['00:00', '24:00'])]],
    ['[R44] touching blocks', [monday(['09:00', '10:00'], ['10:00', '11:00'])]],
    [
      '[R45] a night split over two days',
      [weekly({ access_hours: { ...HOURS, mon: [['22:00', '24:00']], tue: [['00:00', '02:00']] } })],
    ],
    [
      '[R46] an active range',
      [weekly({ active_from: 8, active_until: 9 }), weekly({ external_id: 'b', active_from: 8 })],
    ],
  ];
  let taken = 0;
  it.each(TAKEN)('%s is taken', async (_what, windows) => {
    const member_id = `taken-${++taken}`;
    expect(await push(withWindows(0, windows, { member_id }))).toMatchObject({
      status: 200,
      json: { metadata: { success: 1 } },
    });
    expect(await windowsOf(member_id)).toHaveLength(windows.length);
  });

  it('[R38, R39] zone and scope key have defaults', async () => {
    await push(withWindows(1, [absolute()]));
    expect(await windowsOf()).toEqual([{ ...absolute(), timezone: 'UTC', scope_key: 'default' }]);
  });
});
