import { compileFacility, type Facility } from '@gatehouse/shared/access/facility.ts';
import type { FacilityFacts } from '@gatehouse/shared/access/facility-facts.ts';
import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { FacilityEntry } from '@gatehouse/shared/snapshot/facility-entry.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';

/** What decisions about a facility rest on, beside the person. */
export interface Ground {
  readonly facilityId: string;
  readonly entry: FacilityEntry;
  readonly facility: Facility;
  readonly credentialKey: Buffer;
  readonly sources: ReadonlyMap<PartnerId, number>;
}

export const groundOf = (facilityId: string, entry: FacilityEntry, tables: ZoneTables = bundledZones()): Ground => ({
  facilityId,
  entry,
  facility: compileFacility(entry.facts as FacilityFacts, tables),
  credentialKey: Buffer.from(entry.credentialKey, 'base64'),
  sources: new Map(entry.sources.map(({ partnerId, number }) => [partnerId, number])),
});
