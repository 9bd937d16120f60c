import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BatchStore } from '../../kit/ingest/batch-store.ts';
import { judgePiece } from '../../partner/batches/judge-piece.ts';
import type { PartnersService } from '../../partner/partners/partners.service.ts';
import type { MemberRow } from './member-row.ts';
import type { MemberState } from './member-state.ts';

/** A member's name, as staff, the demo and tests put it. */
export interface NamedMember {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  /** The partner's own identifier. */
  readonly memberId: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface PutDeps {
  readonly store: BatchStore<MemberRow, MemberState>;
  readonly partners: Pick<PartnersService, 'claimFacilities'>;
}

/** Creates the members, or updates who is known already, in the unit at hand. */
export const putMembers = async (
  tx: Tx,
  { store, partners }: PutDeps,
  members: readonly NamedMember[],
): Promise<void> => {
  for (const [partnerId, own] of Map.groupBy(members, (member) => member.partnerId)) {
    const rows = own.map((member, index) => ({
      index,
      facilityId: member.facilityId,
      timezone: 'UTC', // Nothing here names a time.
      row: rowOf(member),
      named: { index, facility_id: member.facilityId },
      ignored: [],
    }));
    await partners.claimFacilities(
      tx,
      partnerId,
      rows.map(({ facilityId }) => facilityId),
    );
    const stored = await store.load(tx, partnerId, rows);
    const { changes } = judgePiece(store, rows, { stored, overlay: new Map() });
    if (changes.length > 0) await store.save(tx, partnerId, changes);
  }
};

const rowOf = ({ memberId, firstName, lastName }: NamedMember): MemberRow => ({
  memberId,
  record: JSON.stringify({ first_name: firstName, last_name: lastName }),
  cleared: [],
  updatedMs: undefined,
  statuses: [],
});
