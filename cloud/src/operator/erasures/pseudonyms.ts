import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PseudonymOf } from '../../kit/http/audit.ts';
import type { StoredMemberRef } from '../../platform/retention/personal-data.ports.ts';
import { pseudonymsRepo } from './erasures.repo.ts';

export interface PseudonymsDeps {
  readonly random: RandomBytes;
  /** Whether anything is stored of the member. */
  readonly isKnown: (tx: Tx, ref: StoredMemberRef) => Promise<boolean>;
}

const IS_PSEUDONYM = /^mbr_/;
/** As staff write a member, and as the audit wrote it before there were pseudonyms. */
const NAMED = /^(ptr_[^/]+)\/(.+)$/s;

/**
 * What the audit calls members. INVARIANT: a sealed entry never has a member's id; it has a random word, and what that stands
 * for is in one row, which goes with the member.
 */
export const createPseudonyms = ({ random, isKnown }: PseudonymsDeps) => {
  /** Made when it is first needed. Null for a member of whom nothing is stored: who is not there has no name to keep. */
  const pseudonymFor = async (tx: Tx, ref: StoredMemberRef): Promise<string | null> => {
    const there = await pseudonymsRepo(tx).of(ref);
    if (there !== undefined) return there;
    if (!(await isKnown(tx, ref))) return null;
    return pseudonymsRepo(tx).claim({
      pseudonym: randomId('mbr', random),
      facility_id: ref.facilityId,
      partner_id: ref.partnerId,
      member_id: ref.memberId,
    });
  };

  return {
    pseudonymFor,

    /** What the row of an attempt has as its target. Null also for who was erased: they get none again. */
    pseudonymOf: (async (tx, { standsFor: { partnerId, memberId } }, { site, actor }) => {
      const partner = partnerId ?? /^partner:([^/]+)/.exec(actor)?.[1];
      if (partner === undefined || memberId === undefined || site === null) return null;
      return pseudonymFor(tx, {
        partnerId: uncheckedId<PartnerId>(partner),
        facilityId: uncheckedId<FacilityId>(site),
        memberId,
      });
    }) satisfies PseudonymOf,

    /** Whom these targets of the audit stand for, as `<partner>/<member>`. What stands for nobody is not in the answer. */
    namesOf: async (tx: Tx, targets: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      const asked = targets.filter((target) => IS_PSEUDONYM.test(target));
      if (asked.length === 0) return new Map();
      const rows = await pseudonymsRepo(tx).among(asked);
      return new Map(rows.map(({ pseudonym, partner_id, member_id }) => [pseudonym, `${partner_id}/${member_id}`]));
    },

    /** What entries have as their target that are about this one. */
    targetsOf: async (tx: Tx, target: string): Promise<string[]> => {
      const [, partnerId, memberId] = NAMED.exec(target) ?? [];
      if (partnerId === undefined || memberId === undefined) return [target];
      return [target, ...(await pseudonymsRepo(tx).anywhere(uncheckedId<PartnerId>(partnerId), memberId))];
    },
  };
};
export type Pseudonyms = ReturnType<typeof createPseudonyms>;
