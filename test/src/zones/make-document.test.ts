import { loadZones } from '@gatehouse/shared/zones/load-zones.ts';
import { describe, expect, it } from 'vitest';
import { describeDifferences } from './differences.ts';
import { makeDocument } from './make-document.ts';

const rules = { utc: '0;UTC0', gmt: '0;GMT0', west: '0 100 -3600;<-01>1', west2: '0 100 -3600 200 -7200;<-02>2' };
const aRelease = (release: string, zones: Record<string, string>, canonical: readonly string[] = []) => ({
  release,
  rules: new Map(Object.entries(zones)),
  canonical: new Set(canonical),
});

describe('The document of a release', () => {
  const first = makeDocument(
    aRelease('2026e', { 'Etc/UTC': rules.utc, UTC: rules.utc, 'Asia/West': rules.west }),
    'tzdata 2026e-0',
  );

  it('passes the gate that it will have to pass', () => expect(() => loadZones(first)).not.toThrow());
  it('is the same, byte for byte, however often it is made', () =>
    expect(
      JSON.stringify(
        makeDocument(
          aRelease('2026e', { UTC: rules.utc, 'Asia/West': rules.west, 'Etc/UTC': rules.utc }),
          'tzdata 2026e-0',
        ),
      ),
    ).toBe(JSON.stringify(first)));
  it('makes links of names with the same rules, to the one the database calls a zone', () => {
    expect(first.links).toEqual({ UTC: 'Etc/UTC' });
    const zones = { 'Asia/A': rules.west, 'Asia/B': rules.west, 'Asia/C': rules.west };
    expect(makeDocument(aRelease('2026e', zones, ['Asia/B']), 'x').links).toEqual({
      'Asia/A': 'Asia/B',
      'Asia/C': 'Asia/B',
    });
    expect(makeDocument(aRelease('2026e', { A: rules.west, 'Asia/B': rules.west }), 'x').links).toEqual({
      A: 'Asia/B',
    });
  });
  it('keeps every known name in its place, and adds new ones at the end', () => {
    const next = makeDocument(
      aRelease('2026f', {
        'Africa/New': rules.gmt,
        'Asia/West': rules.west,
        'Etc/UTC': rules.utc,
        UTC: rules.utc,
        'America/New': rules.gmt,
      }),
      'x',
      first,
    );
    expect(next.names).toEqual([...first.names, 'Africa/New', 'America/New']);
  });
  it('keeps a name that the release has lost, with the rules that it had', () => {
    const next = makeDocument(aRelease('2026f', { 'Etc/UTC': rules.gmt }), 'x', first);
    expect(next.names).toEqual(first.names);
    const tables = loadZones(next);
    expect(tables.find('Asia/West')?.offsetAt(100)).toBe(-3_600);
    expect(next.zones.UTC).toBe(rules.utc);
  });
});

describe('What a reviewer reads of a new release', () => {
  it('is what is new, and from when a zone differs', () => {
    const open = (zones: Record<string, string>) => loadZones(makeDocument(aRelease('2026f', zones), 'x'));
    const before = open({ 'Asia/West': rules.west, 'Asia/Same': rules.west, UTC: rules.utc });
    const after = open({ 'Asia/West': rules.west2, 'Asia/Same': rules.west, UTC: rules.gmt, 'Asia/New': rules.utc });
    expect(describeDifferences(before, after)).toEqual([
      'Asia/New: new',
      'Asia/West: -3600 becomes -7200 s from 1970-01-01T00:03:20.000Z on',
    ]);
  });
});
