import { describe, expect, it } from 'vitest';
import { bundledZones } from './bundled-zones.ts';
import { isZoneName, loadZones, requireSameIndices } from './load-zones.ts';
import document from './zones.json' with { type: 'json' };

const offsetsOf = (name: string, ...isos: string[]) =>
  isos.map((iso) =>
    bundledZones()
      .find(name)!
      .offsetAt(Date.parse(iso) / 1000),
  );

describe('The bundled tables', () => {
  it('pass every check that a foreign release must', () => {
    const tables = loadZones(document);
    expect(tables.hash).toBe(bundledZones().hash);
    expect(() => requireSameIndices(bundledZones(), tables)).not.toThrow();
  });
  it('say which release they are', () => expect(bundledZones().release).toMatch(/^20\d\d[a-z]$/));
  it('know every name by its index, in 16 bits', () => {
    const { names, find, at } = bundledZones();
    expect(names.length).toBeGreaterThanOrEqual(598);
    expect(names.map((name, i) => [find(name)?.index, at(i)?.name])).toEqual(names.map((name, i) => [i, name]));
    expect([at(-1), at(names.length), at(0.5), at(Number.NaN)]).toEqual([undefined, undefined, undefined, undefined]);
  });
  it('[R38] take names letter for letter, legacy names too, and no offsets', () => {
    const zones = bundledZones();
    for (const name of ['Europe/London', 'US/Pacific', 'Etc/GMT+10', 'UTC', 'GB-Eire'])
      expect(isZoneName(zones, name)).toBe(true);
    for (const name of [
      'europe/london',
      'EUROPE/LONDON',
      ' UTC',
      '+10:00',
      'UTC+1',
      'Z',
      '',
      'constructor',
      '__proto__',
      0,
      null,
    ])
      expect(isZoneName(zones, name)).toBe(false);
  });
  it('let a link keep its own name and index', () => {
    const [link, zone] = ['US/Pacific', 'America/Los_Angeles'].map((name) => bundledZones().find(name)!);
    expect(link?.name).toBe('US/Pacific');
    expect(link?.index).not.toBe(zone?.index);
    expect(link?.nextTransitionAfter(0)).toBe(zone?.nextTransitionAfter(0));
  });
});

describe('Zones with a history', () => {
  it.each([
    [
      'Lord Howe moves its clocks by half an hour',
      'Australia/Lord_Howe',
      ['2026-04-04T14:59:59Z', 39_600],
      ['2026-04-04T15:00:00Z', 37_800],
    ],
    [
      'Samoa went without a 30 December',
      'Pacific/Apia',
      ['2011-12-30T09:59:59Z', -36_000],
      ['2011-12-30T10:00:00Z', 50_400],
    ],
    ['Nepal has quarter hours', 'Asia/Kathmandu', ['1985-12-31T18:29:59Z', 19_800], ['1985-12-31T18:30:00Z', 20_700]],
    ['Troll moves by two hours', 'Antarctica/Troll', ['2026-03-29T00:59:59Z', 0], ['2026-03-29T01:00:00Z', 7_200]],
    [
      'Liberia kept its seconds until 1972',
      'Africa/Monrovia',
      ['1972-01-07T00:44:29Z', -2_670],
      ['1972-01-07T00:44:30Z', 0],
    ],
    [
      'Ireland’s winter is the exception to its standard time',
      'Europe/Dublin',
      ['2040-10-28T00:59:59Z', 3_600],
      ['2040-10-28T01:00:00Z', 0],
    ],
    [
      'Morocco left summer time in September 2026',
      'Africa/Casablanca',
      ['2026-09-20T00:59:59Z', 3_600],
      ['2026-09-20T01:00:00Z', 0],
    ],
    [
      'British Columbia stays on summer time from 2026',
      'America/Vancouver',
      ['2026-03-08T09:59:59Z', -28_800],
      ['2026-12-24T00:00:00Z', -25_200],
    ],
    [
      'Kwajalein went without a 21 August',
      'Pacific/Kwajalein',
      ['1993-08-21T11:59:59Z', -43_200],
      ['1993-08-21T12:00:00Z', 43_200],
    ],
    [
      'London had local mean time to the second',
      'Europe/London',
      ['1847-12-01T00:01:14Z', -75],
      ['1847-12-01T00:01:15Z', 0],
    ],
  ] as const)('%s', (_, name, [before, was], [after, is]) => expect(offsetsOf(name, before, after)).toEqual([was, is]));

  it('go on for ever: rules repeat every 400 years', () => {
    const zone = bundledZones().find('America/New_York')!;
    for (const year of [2287, 2400, 3000, 9999, 123_456]) {
      const july = Date.UTC(year, 6, 1) / 1000;
      expect([zone.offsetAt(july), zone.offsetAt(july + 184 * 86_400)]).toEqual([-14_400, -18_000]);
      expect(zone.offsetAt(zone.nextTransitionAfter(july) - 1)).toBe(-14_400);
      expect(zone.offsetAt(zone.nextTransitionAfter(july))).toBe(-18_000);
    }
  });
  it('answer every number', () => {
    const zone = bundledZones().find('Europe/London')!;
    expect([Number.NEGATIVE_INFINITY, Number.NaN, -1e300].map((s) => zone.offsetAt(s))).toEqual([-75, -75, -75]);
    expect([0, 3_600]).toContain(zone.offsetAt(Number.POSITIVE_INFINITY));
    expect([0, 3_600]).toContain(zone.offsetAt(1e300));
    expect(zone.nextTransitionAfter(Number.NEGATIVE_INFINITY)).toBe(-3_852_662_325);
    expect(zone.nextTransitionAfter(Number.NaN)).toBe(-3_852_662_325);
    expect(zone.nextTransitionAfter(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(bundledZones().find('Etc/UTC')?.nextTransitionAfter(0)).toBe(Number.POSITIVE_INFINITY);
  });
});
