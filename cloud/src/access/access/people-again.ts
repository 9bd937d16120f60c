import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { accessRepo, type MemberRef } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';

/** What staff may say of a person, whatever a partner sends. */
export interface PersonFlags {
  readonly banned?: boolean;
  readonly disabled?: boolean;
  /** Block all access. */
  readonly blocked?: boolean;
}

interface Deps {
  readonly scopes: Pick<AccessDeps['scopes'], 'recordChanges' | 'recordUnderLock'>;
  readonly personFor: (tx: Tx, ref: MemberRef, by: string) => Promise<string>;
  readonly setFlags: (
    tx: Tx,
    of: { facilityId: FacilityId; personId: string },
    flags: PersonFlags,
    why: { readonly by: string; readonly reason: string },
  ) => Promise<void>;
}

export const FLAGS = ['banned', 'disabled', 'blocked'] as const;

/** What staff took away from people, when the database was restored. */
export const createPeopleAgain = ({ scopes, personFor, setFlags }: Deps) => ({
  /** After a restore. Resolves with whether it was given. */
  revokeGrantAgain: async (tx: Tx, facilityId: FacilityId, grantId: string): Promise<boolean> => {
    await scopes.recordChanges(tx, facilityId, []);
    const removed = await accessRepo(tx).removeGrant(facilityId, grantId);
    if (removed !== undefined) await scopes.recordUnderLock(tx, facilityId, [`person:${removed.person_id}`]);
    return removed !== undefined;
  },

  /** After a restore: a person whom staff kept out, or a member who was that person. Resolves with whether that is news. */
  barAgain: async (
    tx: Tx,
    facilityId: FacilityId,
    who: { readonly personId: string } | { readonly member: MemberRef },
    flags: readonly string[],
  ): Promise<boolean> => {
    const by = 'restore';
    const personId = 'personId' in who ? who.personId : await personFor(tx, who.member, by);
    const before = await accessRepo(tx).findPerson(facilityId, personId);
    const missing = FLAGS.filter((flag) => flags.includes(flag) && before?.[flag] === 0);
    if (missing.length === 0) return false;
    const again = Object.fromEntries(missing.map((flag) => [flag, true]));
    const why = before?.reason || 'Kept out since before the cloud was restored.';
    await setFlags(tx, { facilityId, personId }, again, { by, reason: why });
    return true;
  },
});
