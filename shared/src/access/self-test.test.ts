import { describe, expect, it } from 'vitest';
import { bundledZones } from '../zones/bundled-zones.ts';
import type { Zone } from '../zones/zone.ts';
import type { ZoneTables } from '../zones/zone-tables.ts';
import { decisionSelfTest } from './self-test.ts';

const zones = bundledZones();

describe('the self-test of decisions', () => {
  it('finds every published case decided as it was agreed', () => {
    const { cases, wrong } = decisionSelfTest(zones);
    expect(cases).toBeGreaterThanOrEqual(90);
    expect(wrong).toEqual([]);
  });

  it('notices time zones that are wrong by an hour', () => {
    const byAnHour = (zone: Zone | undefined): Zone | undefined =>
      zone && {
        name: zone.name,
        index: zone.index,
        offsetAt: (epochS) => zone.offsetAt(epochS) + 3_600,
        nextTransitionAfter: (epochS) => zone.nextTransitionAfter(epochS),
      };
    const late: ZoneTables = {
      ...zones,
      find: (name) => byAnHour(zones.find(name)),
      at: (index) => byAnHour(zones.at(index)),
    };
    expect(decisionSelfTest(late).wrong.length).toBeGreaterThan(0);
  });
});
