import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** A member as one partner knows them at one facility. */
export interface StoredMemberRef {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  readonly memberId: string;
}

/** Written in place of the id of an erased member where a column may not be empty. */
export const NOBODY = 'erased';

/** Bounds of what one unit of work erases. */
export interface ErasedAtOnce {
  /** Only what was stored until then (ms since 1970): a member who is sent again is a new one. */
  readonly until: number;
  /** That many rows at most. */
  readonly most: number;
}

/** Rows about members under the partner's own id, which can be exported and erased. A module lists its stores in `personalData`. */
export interface PersonalDataStore {
  /** Its name in an export. */
  readonly name: string;
  /** Up to `limit` of what it holds of a member, the newest first. */
  read(tx: Tx, ref: StoredMemberRef, limit: number): Promise<readonly object[]>;
  /** Removes whatever identifies the member. Resolves with the number of rows: `most`, if there may be more. */
  erase(tx: Tx, ref: StoredMemberRef, what: ErasedAtOnce): Promise<number>;
  /** Up to `limit` ids of members of whom it holds anything, in their order, after `after`. Not where others know all of them. */
  idsAfter?(tx: Tx, source: Omit<StoredMemberRef, 'memberId'>, after: string, limit: number): Promise<string[]>;
}
