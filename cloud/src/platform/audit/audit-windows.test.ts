import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import { cursorOf, placeAfter } from './audit-cursor.ts';
import { nameOf, within } from './audit-reach.ts';
import { blocksOf, WINDOWS } from './audit-windows.ts';

const NOW = Date.parse('2026-05-06T07:48:09.123Z');
const iso = (at: number) => new Date(at).toISOString();

describe('windows of the audit', () => {
  it('end with the block of now, and are as long as they say', () => {
    const found = WINDOWS.map((window) => {
      const { from, to, block } = blocksOf(window, NOW);
      return [window, iso(from), iso(to), (to - from) / block];
    });
    expect(found).toEqual([
      ['1h', '2026-05-06T06:50:00.000Z', '2026-05-06T07:50:00.000Z', 6],
      ['12h', '2026-05-05T19:50:00.000Z', '2026-05-06T07:50:00.000Z', 72],
      ['24h', '2026-05-05T07:50:00.000Z', '2026-05-06T07:50:00.000Z', 144],
      ['7d', '2026-04-29T08:00:00.000Z', '2026-05-06T08:00:00.000Z', 168],
      ['14d', '2026-04-22T08:00:00.000Z', '2026-05-06T08:00:00.000Z', 336],
    ]);
  });

  it('begin a block at its very beginning', () => {
    const onTheDot = Date.parse('2026-05-06T07:50:00.000Z');
    expect(iso(blocksOf('1h', onTheDot).to)).toBe('2026-05-06T08:00:00.000Z');
    expect(iso(blocksOf('1h', onTheDot - 1).to)).toBe('2026-05-06T07:50:00.000Z');
  });
});

describe('a cursor of the audit', () => {
  it('is read as it was written, and whatever else is sent is none', () => {
    const place = { at: NOW, id: 'aud_mjuoi19czb624sr0' };
    expect(placeAfter(cursorOf(place), 'body')).toEqual(place);
    for (const text of ['', 'x', cursorOf({ at: -1, id: 'aud_1' }), cursorOf({ at: 1, id: "aud_' or 1=1" })])
      expect(() => placeAfter(text, 'body')).toThrow('body.after: must be the `next` of a page');
  });
});

describe('what somebody may read', () => {
  const [A, B, C, X] = ['org_a', 'org_b', 'org_c', 'org_x'] as [OrgId, OrgId, OrgId, OrgId];
  const [one, two] = ['fac_1', 'fac_2'] as [FacilityId, FacilityId];
  const visible = [{ id: B }, { id: A, facilities: [two, one] }];

  it('has the same name whatever order their roles came in', () => {
    expect(nameOf(visible)).toBe(nameOf([{ id: A, facilities: [one, two] }, { id: B }]));
    expect(nameOf(visible)).not.toBe(nameOf([{ id: A }, { id: B }]));
    expect(nameOf('everything')).not.toBe(nameOf([]));
  });

  it('is narrowed to an organisation with the facilities that it has there, and to no other one', () => {
    expect(within(visible, A, true)).toEqual([visible[1]]);
    expect(within('everything', X, true)).toEqual([{ id: X }]);
    const refusals = [
      () => within(visible, C, true),
      () => within(visible, C, false),
      () => within('everything', C, false),
    ].map((refused) => {
      try {
        return refused();
      } catch (fault) {
        return [(fault as { code: string }).code, (fault as Error).message];
      }
    });
    expect(new Set(refusals.map(String))).toEqual(new Set(['place_unknown,There is no such organisation.']));
  });
});
