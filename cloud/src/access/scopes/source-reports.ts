import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** A partner at one of its facilities: what windows, scope keys and ages are kept for. */
export interface Source {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
}

/** The scope keys that a member's stored windows named, and the ones they name now. Repeats count once. */
export interface WindowChange {
  readonly memberId: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Members whose data could not be taken, or was. */
export interface PushedMembers extends Source {
  readonly memberIds: readonly string[];
}

/**
 * What whoever stores a source's data tells of it, in the unit that stores it. All of them take the facility's row lock:
 * a unit that touches several facilities calls them in the order of the facilities' ids.
 */
export interface SourceReports {
  /**
   * Takes note of the scope keys that stored windows name: unknown ones are interned, unmapped, and so open nothing;
   * member counts stay exact; the one warning of each key is raised, refreshed or closed. `before` must be read under
   * the member's row lock.
   */
  windowsStored(tx: Tx, changes: Source & { readonly changes: readonly WindowChange[] }): Promise<void>;
  /**
   * Members have changed in what doors go by, under the facility's row lock; `fresh`: some of them were not there before.
   */
  membersStored(tx: Tx, stored: PushedMembers & { readonly fresh: boolean }): Promise<void>;
  /** Takes note of status words of members and their plans: one that nobody has given a meaning is warned of. */
  statusesSeen(tx: Tx, seen: Source & { readonly statuses: readonly string[] }): Promise<void>;
  /** Data of this source was taken: it is as fresh as now, and these members are no longer refused. */
  pushed(tx: Tx, pushed: PushedMembers): Promise<void>;
  /**
   * Data of this source was refused (422, or a revision conflict) because of these members; none when it is unknown
   * whose. Warned of after an hour in which they were not taken either; at once where it is urgent, because somebody's access
   * hangs on it.
   */
  refused(tx: Tx, refused: PushedMembers & { readonly reason: string; readonly urgent?: boolean }): Promise<void>;
}
