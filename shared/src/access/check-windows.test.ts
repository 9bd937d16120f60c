import { describe, expect, it } from 'vitest';
import { bundledZones } from '../zones/bundled-zones.ts';
import { checkWindows, type WindowFields } from './check-windows.ts';

const HOURS = { sun: [], mon: [['09:00', '17:00']], tue: [], wed: [], thu: [], fri: [], sat: [] };
const weekly = (over: object = {}) => ({ external_id: 'w', kind: 'weekly', access_hours: HOURS, ...over });
const absolute = (over: object = {}) => ({ external_id: 'a', kind: 'absolute', from: 1_000, to: 2_000, ...over });
const check = (windows: unknown, revision: unknown = 1, notIntegers?: string[]) =>
  checkWindows(
    { access_time_windows: windows, access_time_windows_revision: revision } as WindowFields,
    bundledZones(),
    {
      ...(notIntegers ? { notIntegers: new Set(notIntegers) } : {}),
    },
  );
const codes = (...args: Parameters<typeof check>) => {
  const verdict = check(...args);
  return verdict !== undefined && 'problems' in verdict
    ? verdict.problems.map(({ path, code }) => `${path} ${code}`)
    : verdict;
};
const fine = (...args: Parameters<typeof check>) => {
  const verdict = check(...args);
  return verdict !== undefined && 'windows' in verdict;
};
const W = 'access_time_windows';
const many = (count: number) => Array.from({ length: count }, (_, i) => absolute({ external_id: `a${i}` }));

describe('a snapshot', () => {
  it('[R54] without windows is none, and needs no revision', () => {
    expect(checkWindows({}, bundledZones())).toBeUndefined();
    expect(checkWindows({ access_time_windows_revision: 7 }, bundledZones())).toBeUndefined();
  });

  it('[R27] holds 50 windows, and not 51', () => {
    expect(fine(many(50))).toBe(true);
    expect(codes(many(51))).toEqual([`${W} too_many_windows`]);
  });

  it('[R28] needs its revision', () => {
    expect(checkWindows({ access_time_windows: [] }, bundledZones())).toEqual({
      problems: [
        {
          path: `${W}_revision`,
          code: 'missing_revision',
          message: `${W}_revision is required whenever access_time_windows is present.`,
        },
      ],
      count: 1,
    });
  });

  it('[R29] takes revisions from 0 to 2^53 − 1, plain integers all', () => {
    expect([0, Number.MAX_SAFE_INTEGER].map((revision) => fine([], revision))).toEqual([true, true]);
    for (const revision of [-1, 2 ** 53, 1e300])
      expect(codes([], revision)).toEqual([`${W}_revision revision_out_of_range`]);
    for (const revision of ['1', 1.5, null, true, [1], {}, -0])
      expect(codes([], revision)).toEqual([`${W}_revision not_an_integer`]);
    expect(codes([], 1, [`${W}_revision`])).toEqual([`${W}_revision not_an_integer`]);
  });

  it('judges a revision that came alone, and ignores a sound one', () => {
    expect(checkWindows({ access_time_windows_revision: 'x' }, bundledZones())).toMatchObject({ count: 1 });
  });

  it('must be an array of objects', () => {
    for (const windows of [null, {}, 'x', 1, true]) expect(codes(windows)).toEqual([`${W} wrong_type`]);
    for (const window of [null, [], 'x', 1, true]) expect(codes([window])).toEqual([`${W}[0] wrong_type`]);
  });

  it('[R31] names every window once', () => {
    expect(codes([absolute(), weekly(), absolute(), weekly()])).toEqual([
      `${W}[2].external_id duplicate_external_id`,
      `${W}[3].external_id duplicate_external_id`,
    ]);
  });

  it('tells all problems in the order of the document, a hundred in words and all by number', () => {
    const verdict = check(
      Array.from({ length: 400 }, (_, i) => absolute({ external_id: `a${i}`, to: 0 })),
      -1,
    );
    expect(verdict).toMatchObject({ count: 402 });
    expect(codes([weekly({ external_id: '', from: 1, timezone: 'Mars' }), 7])).toEqual([
      `${W}[0].external_id empty_text`,
      `${W}[0].timezone unknown_time_zone`,
      `${W}[0].from wrong_kind_property`,
      `${W}[1] wrong_type`,
    ]);
  });
});

describe('the texts of a window', () => {
  it('[R30] external_id has 1 to 120 characters', () => {
    expect(fine([absolute({ external_id: 'x' })]) && fine([absolute({ external_id: 'x'.repeat(120) })])).toBe(true);
    expect(codes([absolute({ external_id: '' })])).toEqual([`${W}[0].external_id empty_text`]);
    expect(codes([absolute({ external_id: 'x'.repeat(121) })])).toEqual([`${W}[0].external_id text_too_long`]);
    expect(codes([{ kind: 'absolute', from: 1, to: 2 }])).toEqual([`${W}[0].external_id required`]);
  });

  it('[R39] scope_key has 1 to 120 characters, and is `default` unless said', () => {
    expect(fine([absolute({ scope_key: 'x' })]) && fine([absolute({ scope_key: 'x'.repeat(120) })])).toBe(true);
    expect(codes([absolute({ scope_key: '' })])).toEqual([`${W}[0].scope_key empty_text`]);
    expect(codes([absolute({ scope_key: 'x'.repeat(121) })])).toEqual([`${W}[0].scope_key text_too_long`]);
    expect(check([absolute()])).toMatchObject({ windows: [{ scope_key: 'default' }] });
  });

  it('[R40] label has 120 characters at most, or none', () => {
    expect(fine([absolute({ label: '' })]) && fine([absolute({ label: 'x'.repeat(120) })])).toBe(true);
    expect(codes([absolute({ label: 'x'.repeat(121) })])).toEqual([`${W}[0].label text_too_long`]);
  });

  it('[R38] timezone is an IANA name, and UTC unless said', () => {
    for (const timezone of ['UTC', 'Europe/Berlin', 'US/Pacific', 'Etc/GMT+10', 'Australia/Lord_Howe'])
      expect(fine([weekly({ timezone })])).toBe(true);
    expect(check([weekly()])).toMatchObject({ windows: [{ timezone: 'UTC' }] });
    for (const timezone of ['Europe/Atlantis', 'europe/berlin', '+10:00', 'UTC+1', 'Z', ' UTC', '__proto__'])
      expect(codes([absolute({ timezone })])).toEqual([`${W}[0].timezone unknown_time_zone`]);
    expect(codes([weekly({ timezone: '' })])).toEqual([`${W}[0].timezone empty_text`]);
    expect(codes([weekly({ timezone: 'E'.repeat(121) })])).toEqual([`${W}[0].timezone text_too_long`]);
  });

  it('are counted in code points, so that an emoji is no longer than a letter', () => {
    expect(fine([absolute({ label: '🏋'.repeat(120) })])).toBe(true);
    expect(codes([absolute({ label: '🏋'.repeat(121) })])).toEqual([`${W}[0].label text_too_long`]);
  });

  it('hold nothing that cannot be stored', () => {
    for (const external_id of ['a\0b', '\ud800', 'a\udc00'])
      expect(codes([absolute({ external_id })])).toEqual([`${W}[0].external_id bad_characters`]);
  });

  it('are strings, nothing else', () => {
    for (const value of [null, 1, true, [], {}])
      for (const field of ['external_id', 'timezone', 'scope_key', 'label'])
        expect(codes([absolute({ [field]: value })])).toEqual([`${W}[0].${field} wrong_type`]);
  });
});

describe('the kind of a window', () => {
  it('[R32] is absolute or weekly', () => {
    expect(fine([absolute()]) && fine([weekly()])).toBe(true);
    expect(codes([{ external_id: 'x', kind: 'daily' }])).toEqual([`${W}[0].kind unknown_kind`]);
    expect(codes([{ external_id: 'x', kind: null }])).toEqual([`${W}[0].kind unknown_kind`]);
    expect(codes([{ external_id: 'x' }])).toEqual([`${W}[0].kind required`]);
  });

  it('[R33] allows its own properties and no others', () => {
    for (const name of ['facility_id', 'door_id', 'door_ids', 'access_scope_id', 'constructor', '__proto__'])
      expect(codes([JSON.parse(`{"external_id":"a","kind":"absolute","from":1,"to":2,"${name}":"x"}`)])).toEqual([
        `${W}[0].${name} unknown_property`,
      ]);
    expect(codes([absolute({ access_hours: HOURS, active_from: 1 })])).toEqual([
      `${W}[0].access_hours wrong_kind_property`,
      `${W}[0].active_from wrong_kind_property`,
    ]);
    expect(codes([weekly({ from: 1, to: 2 })])).toEqual([
      `${W}[0].from wrong_kind_property`,
      `${W}[0].to wrong_kind_property`,
    ]);
  });

  it('shows a strange property as what it is', () => {
    expect(codes([absolute({ 'a b"': 1 })])).toEqual([`${W}[0]["a b\\""] unknown_property`]);
    expect(String(codes([absolute({ ['x'.repeat(5_000)]: 1 })])).length).toBeLessThan(150);
  });
});

describe('an absolute window', () => {
  it('[R34] takes instants from 0 to 9999999999', () => {
    expect(fine([absolute({ from: 0, to: 1 })]) && fine([absolute({ from: 9_999_999_998, to: 9_999_999_999 })])).toBe(
      true,
    );
    expect(codes([absolute({ to: 10_000_000_000 })])).toEqual([`${W}[0].to out_of_range`]);
    expect(codes([absolute({ from: -1 })])).toEqual([`${W}[0].from out_of_range`]);
    expect(codes([{ external_id: 'x', kind: 'absolute' }])).toEqual([`${W}[0].from required`, `${W}[0].to required`]);
  });

  it('[R35] must begin before it ends', () => {
    expect(fine([absolute({ from: 5, to: 6 })])).toBe(true);
    expect(codes([absolute({ from: 5, to: 5 })])).toEqual([`${W}[0].to inverted_interval`]);
    expect(codes([absolute({ from: 6, to: 5 })])).toEqual([`${W}[0].to inverted_interval`]);
  });

  it('[R36] takes 90 days, and refuses 90 days and a second', () => {
    expect(fine([absolute({ from: 0, to: 7_776_000 })])).toBe(true);
    expect(codes([absolute({ from: 0, to: 7_776_001 })])).toEqual([`${W}[0].to span_too_long`]);
  });

  it('[R37] refuses strings, fractions, RFC 3339 and milliseconds, and says what was meant', () => {
    for (const from of ['1000', 1.5, '2026-11-20T12:00:00Z', null, true, [], {}, Number.NaN, Number.POSITIVE_INFINITY])
      expect(codes([absolute({ from })])).toEqual([`${W}[0].from not_an_integer`]);
    expect(codes([absolute()], 1, [`${W}[0].from`])).toEqual([`${W}[0].from not_an_integer`]);
    const verdict = check([absolute({ from: 1_795_000_000_000 })]);
    expect(verdict).toMatchObject({
      problems: [{ code: 'out_of_range', message: expect.stringContaining('looks like milliseconds') }],
    });
  });
});

describe('the hours of a weekly window', () => {
  const mon = (...blocks: unknown[]) => codes([weekly({ access_hours: { ...HOURS, mon: blocks } })]);
  const M = `${W}[0].access_hours.mon`;

  it('[R41] have all seven days, and no other', () => {
    const { fri: _, ...six } = HOURS;
    expect(codes([weekly({ access_hours: six })])).toEqual([`${W}[0].access_hours.fri missing_day`]);
    expect(codes([weekly({ access_hours: { ...HOURS, Monday: [] } })])).toEqual([
      `${W}[0].access_hours.Monday unknown_property`,
    ]);
    expect(codes([weekly({ access_hours: undefined })])).toEqual([`${W}[0].access_hours required`]);
    for (const hours of [null, [], 'x', 1])
      expect(codes([weekly({ access_hours: hours })])).toEqual([`${W}[0].access_hours wrong_type`]);
    expect(mon(['09:00', '17:00'])).toHaveProperty('windows');
  });

  it('[R42] have 8 blocks a day, and not 9', () => {
    const blocks = (count: number) => Array.from({ length: count }, (_, i) => [`0${i}:00`, `0${i}:30`]);
    expect(mon(...blocks(8))).toHaveProperty('windows');
    expect(mon(...blocks(9))).toEqual([`${M} too_many_blocks`]);
  });

  it('[R43] are written HH:MM, and 24:00 is an end only', () => {
    expect(mon(['00:00', '24:00'])).toHaveProperty('windows');
    for (const time of [
      '9:00',
      '25:00',
      '24:01',
      '09:60',
      '0900',
      '09:00:00',
      ' 9:00',
      '+9:00',
      '09.00',
      '',
      9,
      null,
      '０９:00',
    ])
      expect(mon([time, '23:00'])).toEqual([`${M}[0][0] bad_time`]);
    expect(mon(['24:00', '24:00'])).toEqual([`${M}[0][0] bad_time`]);
    expect(mon(['09:00', '24:01'])).toEqual([`${M}[0][1] bad_time`]);
  });

  it('are pairs', () => {
    for (const block of [[], ['09:00'], ['09:00', '10:00', '11:00'], null, '09:00-10:00', {}])
      expect(mon(block)).toEqual([`${M}[0] bad_block`]);
    expect(codes([weekly({ access_hours: { ...HOURS, mon: null } })])).toEqual([`${M} wrong_type`]);
  });

  it('[R44] come in order and do not overlap; touching is fine', () => {
    expect(mon(['09:00', '10:00'], ['10:00', '11:00'])).toHaveProperty('windows');
    expect(mon(['09:00', '10:00'], ['09:59', '11:00'])).toEqual([`${M}[1] overlapping_blocks`]);
    expect(mon(['09:00', '10:00'], ['09:00', '10:00'])).toEqual([`${M}[1] overlapping_blocks`]);
    expect(mon(['09:00', '10:00'], ['08:00', '09:00'])).toEqual([`${M}[1] blocks_out_of_order`]);
    expect(mon(['09:00', '10:00'], ['07:00', '08:00'], ['09:30', '11:00'])).toEqual([
      `${M}[1] blocks_out_of_order`,
      `${M}[2] overlapping_blocks`,
    ]);
  });

  it('[R45] end on the day they start; a night is split', () => {
    expect(mon(['22:00', '02:00'])).toEqual([`${M}[0] overnight_block`]);
    expect(mon(['22:00', '00:00'])).toEqual([`${M}[0] overnight_block`]);
    expect(mon(['09:00', '09:00'])).toEqual([`${M}[0] empty_block`]);
    const split = { ...HOURS, mon: [['22:00', '24:00']], tue: [['00:00', '02:00']] };
    expect(fine([weekly({ access_hours: split })])).toBe(true);
  });

  it('[R46] may be limited by active_from and active_until, in this order', () => {
    for (const range of [{}, { active_from: 5 }, { active_until: 5 }, { active_from: 5, active_until: 6 }])
      expect(fine([weekly(range)])).toBe(true);
    expect(codes([weekly({ active_from: 5, active_until: 5 })])).toEqual([
      `${W}[0].active_until inverted_active_range`,
    ]);
    expect(codes([weekly({ active_from: 6, active_until: 5 })])).toEqual([
      `${W}[0].active_until inverted_active_range`,
    ]);
    expect(codes([weekly({ active_from: '5', active_until: 1e12 })])).toEqual([
      `${W}[0].active_from not_an_integer`,
      `${W}[0].active_until out_of_range`,
    ]);
  });
});
