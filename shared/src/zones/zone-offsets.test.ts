import { describe, expect, it } from 'vitest';
import { bundledZones } from './bundled-zones.ts';
import { offsetsBetween } from './zone-offsets.ts';

const zones = bundledZones();
const s = (iso: string) => Date.parse(iso) / 1_000;
const between = (name: string, from: string, until: string) =>
  offsetsBetween(zones, name, s(from), s(until)).map(({ fromS, offset, abbreviation }) => [
    new Date(fromS * 1_000).toISOString(),
    offset / 60,
    abbreviation,
  ]);

describe('the offsets of a zone between two instants', () => {
  it('begin with the first and have one more for each change', () => {
    expect(between('Europe/Berlin', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')).toEqual([
      ['2026-01-01T00:00:00.000Z', 60, 'CET'],
      ['2026-03-29T01:00:00.000Z', 120, 'CEST'],
      ['2026-10-25T01:00:00.000Z', 60, 'CET'],
    ]);
    expect(between('Australia/Brisbane', '2024-01-01T00:00:00Z', '2028-01-01T00:00:00Z')).toEqual([
      ['2024-01-01T00:00:00.000Z', 600, 'AEST'],
    ]);
  });

  it('leave out a change at the end, and have one at the beginning once', () => {
    expect(between('Europe/Berlin', '2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z')).toEqual([
      ['2026-03-29T01:00:00.000Z', 120, 'CEST'],
    ]);
    expect(between('Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T01:00:00Z')).toEqual([]);
  });

  it('are named by links too, and in digits where the zone has no letters for them', () => {
    const year = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'] as const;
    expect(between('Asia/Kathmandu', ...year)).toEqual([['2026-01-01T00:00:00.000Z', 345, '+0545']]);
    expect(between('America/Sao_Paulo', ...year)).toEqual([['2026-01-01T00:00:00.000Z', -180, '-03']]);
    expect(between('America/Sao_Paulo', '2019-01-01T00:00:00Z', '2019-02-01T00:00:00Z')).toEqual([
      ['2019-01-01T00:00:00.000Z', -120, '-02'],
    ]);
    expect(between('Australia/Queensland', ...year)).toEqual([['2026-01-01T00:00:00.000Z', 600, 'AEST']]);
    expect(between('Europe/Dublin', ...year)).toEqual([['2026-01-01T00:00:00.000Z', 0, 'GMT']]);
    expect(between('Nowhere/At_All', ...year)).toEqual([]);
  });

  it('have a name in every zone, and change by whole minutes, a hundred times a year at most', () => {
    for (const name of zones.names) {
      const found = between(name, '2024-01-01T00:00:00Z', '2029-01-01T00:00:00Z');
      expect(found.length, name).toBeGreaterThan(0);
      expect(found.length, name).toBeLessThan(100);
      for (const [, minutes, abbreviation] of found) {
        expect(Number.isInteger(minutes), name).toBe(true);
        expect(abbreviation, name).toMatch(/^([A-Za-z]{3,}|[+-]\d{2}(\d{2})?)$/);
      }
    }
  });
});
