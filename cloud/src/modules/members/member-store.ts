import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../db/unit-of-work.ts';

/** A member as one partner knows them at one facility. */
export interface StoredMemberRef {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  readonly memberId: string;
}

/** A store that holds something of members under the partner's own id: each is in `cloud/src/member-stores.ts`. */
export interface MemberStore {
  /** What it holds, as an export names it. */
  readonly name: string;
  /** Up to `limit` of what it holds of a member, the newest first. */
  read(tx: Tx, ref: StoredMemberRef, limit: number): Promise<readonly object[]>;
  /** Takes away whatever says who it was, under the facility's row lock. Resolves with how many rows that was. */
  erase(tx: Tx, ref: StoredMemberRef): Promise<number>;
}
