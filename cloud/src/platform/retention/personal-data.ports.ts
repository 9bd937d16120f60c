import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** A member as one partner knows them at one facility. */
export interface StoredMemberRef {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  readonly memberId: string;
}

/** Stands for a member who was erased, where somebody has to stand. */
export const NOBODY = 'erased';

/** What of a member goes in one unit. */
export interface ErasedAtOnce {
  /** Only what was stored until then (ms since 1970): a member who is sent again is a new one. */
  readonly until: number;
  /** That many rows at most. */
  readonly most: number;
}

/** A store that holds something of members under the partner's own id: a module tells of its own in `personalData`. */
export interface MemberStore {
  /** What it holds, as an export names it. */
  readonly name: string;
  /** Up to `limit` of what it holds of a member, the newest first. */
  read(tx: Tx, ref: StoredMemberRef, limit: number): Promise<readonly object[]>;
  /** Takes away whatever says who it was. Resolves with how many rows that was: as many as `most`, if there may be more. */
  erase(tx: Tx, ref: StoredMemberRef, what: ErasedAtOnce): Promise<number>;
  /** Up to `limit` ids of members of whom it holds anything, in their order, after `after`. Not where others know all of them. */
  idsAfter?(tx: Tx, source: Omit<StoredMemberRef, 'memberId'>, after: string, limit: number): Promise<string[]>;
}
