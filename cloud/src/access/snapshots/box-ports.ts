import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { PersonEntry, StaffEntry } from '@gatehouse/shared/snapshot/entries.ts';
import type { CommandKey } from '@gatehouse/shared/wire/device-api.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/**
 * What other modules give the boxes of a facility to know. Whoever changes any of it marks it in the same unit: `person:…`,
 * `staff:…`, `pass:…`. The same facts give the same answer, so that an entry built anew is not a changed one.
 */
export interface BoxPorts {
  /** Makes the facility's keys if it has none. */
  keysOf(tx: Tx, facilityId: FacilityId): Promise<{ readonly credentialKey: Uint8Array }>;
  /** Cards, short ids and PINs of persons; nothing for who has none. */
  credentialsOf(
    tx: Tx,
    facilityId: FacilityId,
    personIds: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<PersonEntry, 'keys' | 'pin'>>>;
  /** Seals names for `PersonEntry.name`; the first argument says whose it is. */
  sealerFor(tx: Tx, facilityId: FacilityId): Promise<(subject: string, name: string) => string>;
  /** Undefined for who is not of the staff any more. */
  staffOf(tx: Tx, facilityId: FacilityId, staffId: string): Promise<StaffEntry | undefined>;
  staffIds(tx: Tx, facilityId: FacilityId): Promise<readonly string[]>;
  /** Undefined for a pass that is not revoked, or that nobody could show any more. */
  revokedPassOf(tx: Tx, facilityId: FacilityId, passId: string): Promise<{ readonly untilS: number } | undefined>;
  revokedPassIds(tx: Tx, facilityId: FacilityId): Promise<readonly string[]>;
  /** Who signs outage passes. */
  passKeys(): readonly CommandKey[];
}
