import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { localDateAt } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';

export interface Zones {
  find(name: string): Zone | undefined;
}

/** A zone by its name. Names of facilities’ zones were looked up when they were stored: throws a `Bug` where there is none. */
export const zoneNamed = (zones: Zones, name: string): Zone => {
  const zone = zones.find(name);
  if (zone === undefined) throw new Bug(`there is no zone ${name}`);
  return zone;
};

/** Which day it is in a zone, `YYYY-MM-DD`. */
export const dayIn = (zones: Zones, name: string, nowMs: number): string =>
  localDateAt(zoneNamed(zones, name), nowMs / 1_000);
