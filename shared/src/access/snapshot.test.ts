import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../json/canonical.ts';
import { bundledZones } from '../zones/bundled-zones.ts';
import { checkWindows } from './check-windows.ts';
import { snapshotOf, windowsOf } from './snapshot.ts';
import { aSnapshot } from './testing/arbitrary-windows.ts';
import type { AccessWindow } from './window.ts';

const zones = bundledZones();
const checked = (windows: unknown): readonly AccessWindow[] => {
  const verdict = checkWindows({ access_time_windows: windows, access_time_windows_revision: 1 }, zones);
  if (verdict === undefined || 'problems' in verdict) throw new Error(JSON.stringify(verdict));
  return verdict.windows;
};

describe('the normal form of a snapshot', () => {
  it('[R56] fills in the defaults, and is the same for all that mean the same', () => {
    const hours = {
      sun: [],
      mon: [],
      tue: [
        ['09:00', '10:00'],
        ['10:00', '11:00'],
      ],
      wed: [],
      thu: [],
      fri: [],
      sat: [],
    };
    const short = [
      { kind: 'weekly', external_id: 'b', access_hours: hours },
      { from: 1, to: 2, external_id: 'a', kind: 'absolute' },
    ];
    const long = [
      { external_id: 'a', kind: 'absolute', from: 1, to: 2, timezone: 'UTC', scope_key: 'default' },
      {
        access_hours: Object.fromEntries(Object.entries(hours).reverse()),
        kind: 'weekly',
        external_id: 'b',
        timezone: 'UTC',
      },
    ];
    const snapshot = snapshotOf(checked(short), zones);
    expect(snapshot.canonical).toBe(
      '[{"external_id":"a","from":1,"kind":"absolute","scope_key":"default","timezone":"UTC","to":2},' +
        '{"access_hours":{"fri":[],"mon":[],"sat":[],"sun":[],"thu":[],"tue":[["09:00","10:00"],["10:00","11:00"]],"wed":[]},' +
        '"external_id":"b","kind":"weekly","scope_key":"default","timezone":"UTC"}]',
    );
    expect(snapshotOf(checked(long), zones)).toEqual(snapshot);
  });

  it('[R57] keeps apart what is written differently: touching blocks, aliases of zones, an empty label', () => {
    const one = { external_id: 'a', kind: 'absolute', from: 1, to: 2 };
    const hashes = [[], [one], [{ ...one, label: '' }], [{ ...one, timezone: 'Etc/UTC' }], [{ ...one, to: 3 }]].map(
      (windows) => snapshotOf(checked(windows), zones).hash,
    );
    expect(new Set(hashes).size).toBe(5);
  });

  it('is canonical JSON by RFC 8785, whatever the texts, and reads back as it was', () => {
    fc.assert(
      fc.property(aSnapshot(), (windows) => {
        const { canonical, windows: sorted } = snapshotOf(windows, zones);
        expect(canonical).toBe(canonicalJson(sorted as never));
        expect(windowsOf(canonical)).toEqual(sorted);
        expect(checked(windowsOf(canonical))).toEqual(sorted);
      }),
    );
  });

  it('is the same in any order, down to the bytes of the program', () => {
    fc.assert(
      fc.property(
        aSnapshot().chain((windows) =>
          fc.tuple(fc.constant(windows), fc.shuffledSubarray(windows, { minLength: windows.length })),
        ),
        ([one, other]) => {
          expect(snapshotOf(other, zones)).toEqual(snapshotOf(one, zones));
        },
      ),
    );
  });
});
