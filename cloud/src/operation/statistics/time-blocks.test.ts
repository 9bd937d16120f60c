import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { describe, expect, it } from 'vitest';
import { blockAt, blockStarts } from './time-blocks.ts';

const zoneOf = (name: string) =>
  bundledZones().find(name) as NonNullable<ReturnType<ReturnType<typeof bundledZones>['find']>>;
const at = (text: string): number => Date.parse(text) / 1_000;
const lengths = (starts: readonly number[], toS: number): number[] =>
  starts.map((start, i) => ((starts[i + 1] ?? toS) - start) / 3_600);

describe('blocks of time', () => {
  it('are days of the zone’s own, of 23 and of 25 hours where clocks change', () => {
    const zone = zoneOf('Europe/Berlin');
    const [from, to] = [at('2026-03-27T23:00:00Z'), at('2026-03-30T22:00:00Z')];
    expect(lengths(blockStarts(zone, from, to, 'day'), to)).toEqual([24, 23, 24]);
    const [autumn, end] = [at('2026-10-23T22:00:00Z'), at('2026-10-26T23:00:00Z')];
    expect(lengths(blockStarts(zone, autumn, end, 'day'), end)).toEqual([24, 25, 24]);
  });

  it('begin where the period does, and then at full hours of the zone', () => {
    const starts = blockStarts(
      zoneOf('Asia/Kolkata'),
      at('2026-01-01T00:10:00.250Z'),
      at('2026-01-01T02:00:00Z'),
      'hour',
    );
    expect(starts).toEqual([at('2026-01-01T00:10:00.250Z'), at('2026-01-01T00:30:00Z'), at('2026-01-01T01:30:00Z')]);
  });

  it('end where a clock goes back by half an hour, so that no block has two full hours in it', () => {
    // Lord Howe Island, 5 April 2026: at 02:00 it is 01:30 again.
    const [from, to] = [at('2026-04-04T14:00:00Z'), at('2026-04-04T17:00:00Z')];
    const starts = blockStarts(zoneOf('Australia/Lord_Howe'), from, to, 'hour');
    expect(lengths(starts, to)).toEqual([1, 0.5, 1, 0.5]);
  });

  it('are found by an instant, at both of their ends', () => {
    const starts = [100, 200, 300];
    expect([100, 199.9, 200, 299, 300, 5_000].map((instant) => blockAt(starts, instant))).toEqual([0, 0, 1, 1, 2, 2]);
  });
});
